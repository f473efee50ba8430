import type { Metadata } from '../schema/conversations.ts';
import type { Role } from '../schema/vocabulary.ts';

/**
 * How much a version of a message knows. A higher one completes the row a lower one made; an equal or lower one
 * changes nothing, but for a longer record of the same source.
 */
export const fullness = {
  /** A hook that saw a part: a line of text, a tool's own result object. */
  partial: 1,
  /** A hook that saw all of it. */
  seen: 2,
  /** The source's own record: a transcript line, an entry of an export. */
  record: 3,
  /** The source's record with what it keeps in a file of its own. */
  whole: 4,
} as const;

export type Fullness = (typeof fullness)[keyof typeof fullness];

/** Ids of rows that no record of the source stands for yet begin so. */
export const provisional = 'hook:';

/** One conversation of one agent. */
export type CaptureSource = {
  /** Identity across every way in, such as `claude-code:<session id>`; the external id of the conversation. */
  key: string;
  sessionId?: string | undefined;
  project?: string | undefined;
  metadata?: Metadata | undefined;
  /** The conversation that started this one: a subagent's launcher. */
  parent?: CaptureSource | undefined;
  /** When the first message was said, where the source tells. */
  startedAt?: string | undefined;
  /** The id it had where it was exported from. */
  conversationId?: string | undefined;
  /** External id of its conversation, where it is not the key. */
  externalId?: string | null | undefined;
};

/** One version of one message, free of secrets. */
export type CaptureVersion = {
  /** Stable within its source: the uuid of a transcript line, or `hook:…` until that line is seen. */
  id: string;
  /** Other names of the same message, by which hooks and lines find each other: `call:<tool_use_id>`. */
  keys?: string[] | undefined;
  /** True when hook and line can only be matched by what they say. */
  byText?: boolean | undefined;
  role: Role;
  content: string;
  metadata: Metadata;
  createdAt?: string | undefined;
  fullness: Fullness;
  /** A text that arrives in parts; `content` is this part. */
  fragment?: { id: string; index: number; final: boolean } | undefined;
  /** Id and turn it had where it was exported from. */
  original?: { id?: string | undefined; turn?: number | undefined } | undefined;
};

/** A row of a conversation, stored or about to be. */
export type CaptureRow = {
  id: string;
  externalId: string | null;
  /** Null until it is given. */
  turn: number | null;
  fullness: Fullness;
  hash: string;
  /** In bytes. */
  length: number;
  /** Its text was taken away by a retention policy, and is not stored again. */
  expired?: boolean | undefined;
  /** The text, where it was needed to recognise the row. */
  content?: string | undefined;
  /** What matching by text looks at. */
  said?: { role: Role; kind: unknown; promptId: unknown } | undefined;
  /** The row stands for a text that arrives in parts. */
  linked?: boolean | undefined;
  /** Until this batch only hooks had seen it. */
  promoted?: boolean | undefined;
  /** What is to be written, when this batch makes or completes the row. */
  change?: CaptureVersion | undefined;
};
