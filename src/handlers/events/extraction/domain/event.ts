import * as z from 'zod';

/** The fixed taxonomy of seed 004 §6. */
export const categories = [
  'Commitment',
  'Execution',
  'Decision',
  'Collaboration',
  'QualityRisk',
  'Feedback',
  'Change',
  'Stakeholder',
] as const;
export const category = z.enum(categories);
export type Category = z.infer<typeof category>;

export const role = z.enum(['owner', 'contributor', 'reviewer', 'stakeholder', 'other']);
export type Role = z.infer<typeof role>;

export const subjectType = z.enum(['person', 'project', 'object', 'other']);
export type SubjectType = z.infer<typeof subjectType>;

/** Maximum number of words in a quote. */
export const quoteWords = 25;

/** A chunk of a text, or the whole text. */
export type Piece = {
  /** Null when the text is not split. */
  chunkId: string | null;
  text: string;
  /** Start in the whole text, in Unicode code points. */
  start: number;
};

/** What a person said of an event that was extracted from another document of the same project. */
export type PastCorrection = {
  category: Category;
  quote: string;
  verdict: 'confirmed' | 'corrected' | 'rejected';
  /** The category that a person gave it instead. */
  changed?: Category | undefined;
};

/** The input of an extraction. Pieces are in order and may overlap. */
export type SourceDocument = {
  artifactType: string;
  title: string | null;
  author: string | null;
  participants: string[];
  /** When it was sent, held or last changed; RFC 3339. */
  sourceTime: string | null;
  /** The date the document refers to, if different; RFC 3339 or YYYY-MM-DD. */
  documentDate: string | null;
  pieces: Piece[];
  /** What people said of events of other documents, if anything. */
  corrections?: readonly PastCorrection[];
  /** Vectors of what an extraction of the document asked for, by the input of the local model. */
  meanings?: ReadonlyMap<string, Float32Array>;
};

export type Actor = { ref: string; role: Role };
export type Subject = { type: SubjectType; ref: string };

/** The location of a quote; offsets in code points. The slice equals the quote exactly. */
export type Evidence = {
  /** At most 25 words. */
  quote: string;
  chunkId: string | null;
  /** Within the chunk, or within the whole text when `chunkId` is null. */
  startChar: number;
  endChar: number;
  /** `startChar`, counted from the start of the whole text. */
  artifactStartChar: number;
};

export type ExtractedEvent = {
  category: Category;
  /** RFC 3339 in UTC, or null when the text states no time. */
  eventTime: string | null;
  /** When a promise or plan is due, likewise. */
  due?: string | null;
  /** True for what belongs in a digest; undefined when the extractor does not judge it. */
  main?: boolean;
  /** One or two sentences. */
  narrative: string;
  subject: Subject;
  actors: Actor[];
  /** 0 to 1. */
  confidence: number;
  /** At least one. */
  evidence: Evidence[];
};

/** A rejected event, with the reason. */
export type Dropped = { reason: string; quote?: string };

export type Extraction = {
  events: ExtractedEvent[];
  dropped: Dropped[];
  /** Language of the text, ISO 639-1, or `und`; undefined when the extractor does not tell. */
  language?: string;
  /** What the local model would have to read to decide better what is an event; nothing where it has all it asked for. */
  undecided?: string[];
};

/** Extracts the events of a document. */
export type Extractor = {
  /** Name of the extractor and, if it uses one, of the model; stored with every event. */
  name: string;
  /** True when the text leaves this machine: such an extractor must never receive `highly_sensitive` texts. */
  remote: boolean;
  /**
   * @throws ExtractionError when the extraction fails; an error never looks like a text without events.
   */
  extract(document: SourceDocument, signal: AbortSignal): Promise<Extraction>;
};

/** The reason why an extraction failed as a whole. */
export class ExtractionError extends Error {
  /** Short and stable, such as `rate_limited` or `malformed_reply`. */
  readonly code: string;
  /** True when retrying cannot succeed until the configuration or the text is corrected. */
  readonly permanent: boolean;
  /** Delay the provider asked for before a retry, in milliseconds. */
  readonly retryAfterMs?: number;

  constructor(
    code: string,
    message: string,
    options: { permanent: boolean; retryAfterMs?: number | undefined; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ExtractionError';
    this.code = code;
    this.permanent = options.permanent;
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs;
  }
}
