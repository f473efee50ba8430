/** How long to wait for the database when the store can be spooled or a cached number can be used instead. */
const timeoutMs = 3000;

/** The database did not answer in time and counts as unavailable. The statement may still be carried out. */
class TooSlow extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Resolves with the answer if it arrives in time, so that a slow or unreachable database delays no caller. */
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
