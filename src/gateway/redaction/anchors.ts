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

const hashOf = (text: string, at: number): number => {
  let hash = 0;
  for (let i = 0; i < 3; i += 1) hash = (hash << bits) | (folded[text.charCodeAt(at + i)] ?? others);
  return hash;
};

export class Anchors<Value> {
  readonly #values: (Value | undefined)[] = [undefined];
  readonly #table = new Uint16Array(mask + 1);
  readonly #make: () => Value;

  /** @param make makes the value for three characters that are new. */
  constructor(make: () => Value) {
    this.#make = make;
  }

  /** The value for the three characters at an index, if any. */
  at(text: string, at: number): Value | undefined {
    return this.#values[this.#table[hashOf(text, at)] ?? 0];
  }

  /** The value for an anchor; those that begin alike have one in common. */
  of(anchor: string): Value {
    const hash = hashOf(anchor, 0);
    const known = this.#values[this.#table[hash] ?? 0];
    if (known !== undefined) return known;
    const value = this.#make();
    this.#table[hash] = this.#values.push(value) - 1;
    return value;
  }

  /**
   * @param found called with each index where the first three characters match; returns where to continue: the same
   *   index, or the end of what it has handled.
   */
  walk(text: string, found: (value: Value, at: number) => number): void {
    const table = this.#table;
    const values = this.#values;
    const { length } = text;
    let hash = 0;
    for (let i = 0; i < length; i += 1) {
      const code = text.charCodeAt(i);
      hash = ((hash << bits) | (code < 128 ? (folded[code] ?? others) : others)) & mask;
      const place = table[hash] ?? 0;
      if (place === 0 || i < 2) continue;
      const value = values[place];
      if (value === undefined) continue;
      const next = found(value, i - 2);
      if (next <= i + 1) continue;
      i = next - 1;
      hash = 0;
    }
  }
}

const branches = 64;
const branchOf = (code: number): number => (code | 32) % branches;

const none: readonly never[] = [];

/** What begins alike, told apart by its fourth character: a place may begin only a few of many. */
export class Branches<Value> {
  readonly #buckets: (readonly Value[])[] = new Array(branches).fill(none);

  /** Those that may begin where the fourth character is `code`; whether they do, the caller decides. */
  at(code: number): readonly Value[] {
    return this.#buckets[branchOf(code)] ?? none;
  }

  /** @param anchor one of three characters goes on with any other. */
  add(anchor: string, value: Value): void {
    const only = anchor.length > 3 ? branchOf(anchor.charCodeAt(3)) : undefined;
    for (const [bucket, values] of this.#buckets.entries())
      if (only === undefined || only === bucket) this.#buckets[bucket] = [...values, value];
  }
}
