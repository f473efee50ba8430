/** Embeds texts as vectors with a fixed number of dimensions; texts with similar meaning have near vectors. */
export type Embedder = {
  /** The provider's host name, for display. */
  provider: string;
  model: string;
  /**
   * Returns a vector of length 1 for each text, in order.
   *
   * @throws EmbedderError
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /**
   * Those of some words, in lower case, that its model knows whole; absent where no model can tell.
   *
   * @throws EmbedderError
   */
  knownWords?(words: readonly string[]): Promise<string[]>;
  /** How it embeds what was said in conversations to be searched, if otherwise than other texts. */
  messages?: MessageEmbedder | undefined;
  /** How it embeds decisions to compare them with each other, beside the way of other texts. */
  decisions?: DecisionEmbedder | undefined;
};

/** Embeds decisions so that those on the same question are near. Vectors have length 1. */
export type DecisionEmbedder = {
  model: string;
  /** @throws EmbedderError */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
};

/** A text of a conversation, and the end of the text before it. */
export type MessageText = { text: string; before: string };

/**
 * Embeds what was said together with what was said before, and questions about it. Vectors have any length; what counts is
 * their direction.
 */
export type MessageEmbedder = {
  model: string;
  /** @throws EmbedderError */
  embed(texts: readonly MessageText[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** @throws EmbedderError */
  ask(question: string, signal?: AbortSignal): Promise<Float32Array>;
};

/**
 * The names of the models whose vectors a collection has: messages are searched by their own, and compared with other texts by
 * the one that those have; decisions are compared with each other by their own.
 */
export const modelsFor = (
  { model, messages, decisions }: Embedder,
  {
    inConversations,
    ofDecisions,
  }: { inConversations?: boolean | undefined; ofDecisions?: boolean | undefined },
): string[] => [
  ...(inConversations && messages ? [messages.model] : []),
  model,
  ...(ofDecisions && decisions ? [decisions.model] : []),
];

/**
 * Why embedding failed.
 *
 * - `busy`, `unreachable`: may work later
 * - `rejected`: these texts were rejected; others may be accepted
 * - `misconfigured`: nothing works until the configuration is fixed; the message names the problem
 */
export class EmbedderError extends Error {
  readonly kind: 'busy' | 'unreachable' | 'rejected' | 'misconfigured';
  /** How long the provider asks callers to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: EmbedderError['kind'],
    message: string,
    options: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}
