/** A connection that can hold back what is written. */
export type Wire = { cork(): void; uncork(): void };

/** Lets all answers of one turn leave together: each write by itself is a call of the system. */
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
