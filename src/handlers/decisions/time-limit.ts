/** How long a store that can wait on disk, or a number that is known from before, waits for the database. */
const timeoutMs = 3000;

/** The database did not answer in time; it counts as away. What was asked of it may still happen. */
class TooSlow extends Error {
  readonly code = 'ETIMEDOUT';
}

/** The answer, if it comes in time: a database that hangs, or is long away, keeps nobody waiting. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow('the database did not answer in time')), timeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
