/** Turns texts into vectors of one length; texts that mean alike lie near each other. */
export type Embedder = {
  /** Who runs it, for people: a host name. */
  provider: string;
  model: string;
  /**
   * Gives a vector of length 1 for each text, in order.
   *
   * @throws EmbedderError
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
};

/**
 * Why there are no vectors.
 *
 * - `busy`, `unreachable`: it may work later
 * - `rejected`: these texts were refused; others may be taken
 * - `misconfigured`: nothing works until somebody mends it; the message says what
 */
export class EmbedderError extends Error {
  readonly kind: 'busy' | 'unreachable' | 'rejected' | 'misconfigured';
  /** How long the provider asks to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: EmbedderError['kind'],
    message: string,
    more: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.kind = kind;
    this.retryAfterMs = more.retryAfterMs;
  }
}

/** The vector with length 1, in its direction; a vector of zeros stays as it is. */
export function normalized(numbers: ArrayLike<number>): Float32Array {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += (numbers[i] as number) ** 2;
  const length = Math.sqrt(sum) || 1;
  return Float32Array.from(numbers, (value) => value / length);
}
