/** How long to run before yielding to the event loop, in milliseconds. */
const slice = 4;

/**
 * Creates a function that yields to the event loop once the current slice of work has lasted long enough.
 *
 * @returns whether it did.
 */
export function createPacer(sliceMs = slice): () => Promise<boolean> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMs) return false;
    await new Promise<void>((resolve) => setImmediate(resolve));
    since = performance.now();
    return true;
  };
}
