/**
 * The result of work that is waited for no longer than a time, in milliseconds. The work itself is not ended by it.
 *
 * @param late gives the result, or throws, when the time is up; otherwise that is undefined.
 */
export function withTimeout<T>(work: PromiseLike<T>, timeoutMs: number): Promise<T | undefined>;
export function withTimeout<T, Late>(
  work: PromiseLike<T>,
  timeoutMs: number,
  late: () => Late,
): Promise<T | Late>;
export async function withTimeout<T>(
  work: PromiseLike<T>,
  timeoutMs: number,
  late: () => unknown = () => undefined,
): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  }).then(late);
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
