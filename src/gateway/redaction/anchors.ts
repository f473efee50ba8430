/**
 * Finds all occurrences of many short texts in one pass. Each is recognised by its first three characters, ignoring case,
 * so that the pass needs two table lookups per character.
 */
const others = 0;
const bits = 5;
const mask = (1 << (3 * bits)) - 1;

const folded = ((): Uint8Array => {
  const table = new Uint8Array(128).fill(others);
  for (let i = 0; i < 26; i += 1) {
    table[65 + i] = i + 1;
    table[97 + i] = i + 1;
  }
  for (let code = 48; code <= 57; code += 1) table[code] = 27;
  table['_'.charCodeAt(0)] = 28;
  table['-'.charCodeAt(0)] = 29;
  table[':'.charCodeAt(0)] = 30;
  for (const c of './') table[c.charCodeAt(0)] = 31;
  return table;
})();

export class Anchors<Value> {
  readonly #buckets: Value[][] = [[]];
  readonly #table = new Uint16Array(mask + 1);

  /** The entries for the three characters at an index. */
  at(text: string, at: number): readonly Value[] {
    let hash = 0;
    for (let i = 0; i < 3; i += 1) hash = (hash << bits) | (folded[text.charCodeAt(at + i)] ?? others);
    return this.#buckets[this.#table[hash] ?? 0] ?? [];
  }

  add(anchor: string, value: Value): void {
    let hash = 0;
    for (let i = 0; i < 3; i += 1) hash = (hash << bits) | (folded[anchor.charCodeAt(i)] ?? others);
    const known = this.#table[hash] ?? 0;
    if (known !== 0) this.#buckets[known]?.push(value);
    else this.#table[hash] = this.#buckets.push([value]) - 1;
  }

  /**
   * @param found called with each index where the first three characters match; returns where to continue: the same
   *   index, or the end of what it has handled.
   */
  walk(text: string, found: (values: readonly Value[], at: number) => number): void {
    const table = this.#table;
    const { length } = text;
    let hash = 0;
    for (let i = 0; i < length; i += 1) {
      const code = text.charCodeAt(i);
      hash = ((hash << bits) | (code < 128 ? (folded[code] ?? others) : others)) & mask;
      const bucket = table[hash] ?? 0;
      if (bucket === 0 || i < 2) continue;
      const next = found(this.#buckets[bucket] ?? [], i - 2);
      if (next <= i + 1) continue;
      i = next - 1;
      hash = 0;
    }
  }
}
