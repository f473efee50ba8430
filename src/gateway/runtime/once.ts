/** Does something with the first call, and keeps what comes of it; after a failure, the next call tries again. */
export function once<T>(does: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= does().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}
