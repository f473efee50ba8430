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

/** Words of a quote at most. */
export const quoteWords = 25;

/** A chunk of a text, or the whole of it. */
export type Piece = {
  /** Null when the text is one piece. */
  chunkId: string | null;
  text: string;
  /** Where it begins in the whole text, in Unicode code points. */
  start: number;
};

/** What events are extracted from. Pieces come in order and may overlap. */
export type SourceDocument = {
  artifactType: string;
  title: string | null;
  author: string | null;
  participants: string[];
  /** When it was sent, held or last changed; RFC 3339. */
  sourceTime: string | null;
  /** The day it speaks of, where that is another; RFC 3339 or YYYY-MM-DD. */
  documentDate: string | null;
  pieces: Piece[];
};

export type Actor = { ref: string; role: Role };
export type Subject = { type: SubjectType; ref: string };

/** Where an event is written; offsets in code points. The slice equals the quote exactly. */
export type Evidence = {
  /** At most 25 words. */
  quote: string;
  chunkId: string | null;
  /** Within the chunk; within the whole text when `chunkId` is null. */
  startChar: number;
  endChar: number;
  /** `startChar` counted from the beginning of the whole text. */
  artifactStartChar: number;
};

export type ExtractedEvent = {
  category: Category;
  /** RFC 3339 in UTC, or null when the text names no time. */
  eventTime: string | null;
  /** One or two sentences. */
  narrative: string;
  subject: Subject;
  actors: Actor[];
  /** 0 to 1. */
  confidence: number;
  /** One at least. */
  evidence: Evidence[];
};

/** An event that was found but not kept, and why. */
export type Dropped = { reason: string; quote?: string };

export type Extraction = { events: ExtractedEvent[]; dropped: Dropped[] };

/** Finds the events of a document. */
export type Extractor = {
  /** Names it and, with a model, the model; stored with every event. */
  name: string;
  /** True when the text leaves this machine: such an extractor must not be given `highly_sensitive` texts. */
  remote: boolean;
  /**
   * @throws ExtractionError when it fails as a whole; it never answers with no events because something went wrong.
   */
  extract(document: SourceDocument, signal: AbortSignal): Promise<Extraction>;
};

/** Why an extraction failed as a whole. */
export class ExtractionError extends Error {
  /** Short and stable, such as `rate_limited` or `malformed_reply`. */
  readonly code: string;
  /** True when trying again changes nothing until somebody mends the configuration or the text. */
  readonly permanent: boolean;
  /** How long the provider asked to be left alone, in milliseconds. */
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
