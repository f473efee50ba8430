/** A connection that can hold back writes. */
export type Wire = { cork(): void; uncork(): void };

/** Sends all answers of one event loop turn together, because each write is a system call. */
export function gatherOn(wire: Wire): () => void {
  let gathering = false;
  return () => {
    if (gathering) return;
    gathering = true;
    wire.cork();
    process.nextTick(() => {
      gathering = false;
      wire.uncork();
    });
  };
}
