/** How long this thread may be held before others get their turn, in milliseconds. */
const slice = 8;

/** Lets the event loop turn when the current slice of work has lasted long enough. */
export function createPacer(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < slice) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}
