/**
 * Arranges rows in the order of their source with as few moves as possible. A row that the source does not mention
 * keeps its position after its predecessor.
 *
 * @param window ids of stored rows in their present order, starting at the first one affected.
 * @param sequence ids as the source orders them, stored and new ones mixed.
 * @param after the stored row that the sequence follows: sequence rows before it in the window are moved after it.
 * @returns all ids in their new order.
 */
export function mergeOrder(window: readonly string[], sequence: readonly string[], after?: string): string[] {
  const target = new Map(window.map((id, i) => [id, i]));
  const first = sequence.find((id) => target.has(id));
  const anchorPlace = after === undefined ? undefined : target.get(after);
  const anchored = anchorPlace !== undefined;

  const followers = new Map<string, string[]>();
  const leading: string[] = []; // without a row to follow: directly before the first known one, or before all
  const moved = new Set<string>();
  let previous = anchored ? after : undefined;
  let reached = anchored ? anchorPlace : -1;
  for (const id of sequence) {
    const at = target.get(id);
    if (at !== undefined && at > reached) reached = at;
    else {
      if (at !== undefined) moved.add(id);
      if (previous === undefined) leading.push(id);
      else followers.set(previous, [...(followers.get(previous) ?? []), id]);
    }
    // Leading rows keep their relative order and end at the first known row.
    previous = previous === undefined && at === undefined ? undefined : id;
  }

  const out: string[] = first === undefined && !anchored ? [...leading] : [];
  for (const id of window) {
    if (id === first && !anchored) out.push(...leading);
    if (moved.has(id)) continue;
    const waiting = [id];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      out.push(next);
      waiting.push(...(followers.get(next) ?? []).toReversed());
    }
  }
  return out;
}
