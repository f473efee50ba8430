import type { Ordered } from '../conversations/names.ts';
import type { Metadata } from '../schema/conversations.ts';
import type { Role } from '../schema/vocabulary.ts';

/**
 * How complete a version of a message is. A higher one completes the row that a lower one created; an equal or lower
 * one changes nothing, except for a longer record of the same source.
 */
export const fullness = {
  /** A hook that saw a part: a line of text, a tool's own result object. */
  partial: 1,
  /** A hook that saw all of it. */
  seen: 2,
  /** The source's own record: a transcript line, an entry of an export. */
  record: 3,
  /** The source's record with content that it keeps in a separate file. */
  whole: 4,
} as const;

export type Fullness = (typeof fullness)[keyof typeof fullness];

/** Prefix of the ids of rows that have no record of the source yet. */
export const provisional = 'hook:';

/** One conversation of one agent. */
export type CaptureSource = {
  /** Identity across all capture paths, such as `claude-code:<session id>`; the external id of the conversation. */
  key: string;
  sessionId?: string | undefined;
  project?: string | undefined;
  metadata?: Metadata | undefined;
  /** The conversation that started this one: a subagent's launcher. */
  parent?: CaptureSource | undefined;
  /** When the first message was sent, if the source reports it. */
  startedAt?: string | undefined;
  /** The id it had in the system it was exported from. */
  conversationId?: string | undefined;
  /** External id of the conversation, if it is not the key. */
  externalId?: string | null | undefined;
};

/** One version of one message, free of secrets. */
export type CaptureVersion = {
  /** Stable within its source: the uuid of a transcript line, or `hook:…` until that line has been read. */
  id: string;
  /** Other names of the same message, by which hooks and lines find each other: `call:<tool_use_id>`. */
  keys?: string[] | undefined;
  /** True when hook and line can only be matched by their text. */
  byText?: boolean | undefined;
  role: Role;
  content: string;
  metadata: Metadata;
  createdAt?: string | undefined;
  fullness: Fullness;
  /** A text that arrives in parts; `content` is this part. */
  fragment?: { id: string; index: number; final: boolean } | undefined;
  /** Id and turn in the system it was exported from. */
  original?: { id?: string | undefined; turn?: number | undefined } | undefined;
};

/** Tokens and US dollars under a key that is stable within the conversation; a repetition only raises the figures. */
export type UsageFact = {
  key: string;
  model?: string | undefined;
  /** Without the tokens read from a cache. */
  input?: number | undefined;
  output?: number | undefined;
  cacheRead?: number | undefined;
  cacheWrite?: number | undefined;
  cost?: number | undefined;
};

/** What a transcript says about its conversation besides the messages. */
export type CaptureFacts = {
  titles?: Ordered[] | undefined;
  branches?: Ordered[] | undefined;
  usage?: UsageFact[] | undefined;
  /** Titles of the conversations that hold the messages with these ids, perhaps others of the same project. */
  titlesOf?: (Ordered & { messageId: string })[] | undefined;
};

/** A row of a conversation, stored or about to be. */
export type CaptureRow = {
  id: string;
  externalId: string | null;
  /** Null until assigned. */
  turn: number | null;
  fullness: Fullness;
  hash: string;
  /** In bytes. */
  length: number;
  /** Its text was removed by a retention policy, and must not be stored again. */
  expired?: boolean | undefined;
  /** The text, if it was needed to match the row. */
  content?: string | undefined;
  /** The properties that matching by text compares. */
  said?: { role: Role; kind: unknown; promptId: unknown } | undefined;
  /** The row stands for a text that arrives in parts. */
  linked?: boolean | undefined;
  /** Before this batch only hooks had seen it. */
  promoted?: boolean | undefined;
  /** The version to write, when this batch creates or completes the row. */
  change?: CaptureVersion | undefined;
};
