/** How long to run before yielding to the event loop, in milliseconds. */
const slice = 8;

/** Creates a function that yields to the event loop once the current slice of work has lasted long enough. */
export function createPacer(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < slice) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}
