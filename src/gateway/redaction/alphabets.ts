/** A set of ASCII characters, by code. */
export type Alphabet = Readonly<Uint8Array>;

/** @param spec characters and ranges, as in the brackets of a regular expression: `A-Za-z0-9_-`. */
export function alphabet(spec: string): Alphabet {
  const table = new Uint8Array(128);
  for (let i = 0; i < spec.length; i += 1) {
    const from = spec.charCodeAt(i);
    const isRange = spec[i + 1] === '-' && i + 2 < spec.length;
    const to = isRange ? spec.charCodeAt(i + 2) : from;
    for (let code = from; code <= to; code += 1) table[code] = 1;
    if (isRange) i += 2;
  }
  return table;
}

/** All ASCII characters except these and control characters; non-ASCII characters end a run. */
export function allBut(characters: string): Alphabet {
  const table = new Uint8Array(128).fill(1, 33, 127);
  for (const character of characters) table[character.charCodeAt(0)] = 0;
  return table;
}

export const digits = alphabet('0-9');
export const lowerHex = alphabet('0-9a-f');
export const hex = alphabet('0-9a-fA-F');
export const upperDigits = alphabet('A-Z0-9');
export const lowerDigits = alphabet('a-z0-9');
export const alnum = alphabet('A-Za-z0-9');
export const word = alphabet('A-Za-z0-9_');
export const base64 = alphabet('A-Za-z0-9+/=');
/** URL-safe base64, also used by the ids of many services. */
export const base64url = alphabet('A-Za-z0-9_-');
export const dotted = alphabet('A-Za-z0-9_.=-');
/** Includes percent-encoding. */
export const inUrl = alphabet('A-Za-z0-9_.~%+=-');
/** Names of fields, variables and headers. */
export const inName = alphabet('A-Za-z0-9_.-');
/** Unquoted values. */
export const bare = allBut('"\'`,;)}]\\<>|');
/** The body of a PEM key, including its headers and escaped line breaks. */
export const keyBody = ((): Alphabet => {
  const table = Uint8Array.from(alphabet('A-Za-z0-9+/=:,.\\ -'));
  for (const code of [9, 10, 13]) table[code] = 1;
  return table;
})();

/** Whether the character at an index is in the set; false outside the text. */
export const isIn = (set: Alphabet, text: string, at: number): boolean => set[text.charCodeAt(at)] === 1;

/**
 * Finds where runs of characters end in one text. Each run is scanned once, however often it is requested; this keeps the
 * search linear when a text repeats the start of a secret within one long run.
 */
export class Runs {
  readonly #known = new Map<Alphabet, { start: number; end: number }>();

  #searched: { needle: string; from: number; at: number } | undefined;

  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Index of the next occurrence at or after `from`; negative when there is none. The last result is cached. */
  next(needle: string, from: number): number {
    const last = this.#searched;
    if (last?.needle === needle && from >= last.from && (last.at < 0 || from <= last.at)) return last.at;
    const at = this.text.indexOf(needle, from);
    this.#searched = { needle, from, at };
    return at;
  }

  /** @returns the index after the run that begins at `at`; `at` itself when there is none. */
  end(set: Alphabet, at: number): number {
    const known = this.#known.get(set);
    if (known && at >= known.start && at < known.end) return known.end;
    const { text } = this;
    let end = at;
    while (set[text.charCodeAt(end)] === 1) end += 1;
    if (known) Object.assign(known, { start: at, end });
    else this.#known.set(set, { start: at, end });
    return end;
  }
}
