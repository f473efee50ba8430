import type { Language } from '../collection/collection.ts';
import { stemAnew } from './stem.ts';

/** When it knows this many words it forgets them all, so that its size is bounded. */
const mostWords = 131_072;
/** Longer ones are no words. */
export const longestWord = 40;

/**
 * The terms of plain words, by number. A word is looked up by its characters where they stand in the text: a string for
 * each word, and looking that up twice, took most of the time of analysing.
 */
export class Lexicon {
  private terms: string[] = [];
  /** Increased when numbers get a new meaning. */
  generation = 0;
  private numbers = new Map<string, number>();
  /** Open addressing; a slot holds the place of a record plus one. */
  private slots = new Int32Array(4096);
  /** For each word: its hash, its number, its length, and its characters, four at a time. */
  private records = new Int32Array(16_384);
  private end = 0;
  private words = 0;

  private readonly language: Language;

  constructor(language: Language) {
    this.language = language;
  }

  /** The term of a number that {@link find} has just given; an older one may mean another by now. */
  termOf(number: number): string {
    return this.terms[number] as string;
  }

  /** How many terms it knows. */
  get size(): number {
    return this.terms.length;
  }

  /** The number of the term of a word. */
  find(word: Spelling): number {
    const { slots, records } = this;
    const { length, packed } = word;
    const hash = word.hash();
    const mask = slots.length - 1;
    const quads = (length + 3) >> 2;
    search: for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const at = (slots[slot] as number) - 1;
      if (at < 0) return this.learn(word, hash);
      if (records[at] !== hash || records[at + 2] !== length) continue;
      for (let i = 0; i < quads; i++) if (records[at + 3 + i] !== packed[i]) continue search;
      return records[at + 1] as number;
    }
  }

  private learn(word: Spelling, hash: number): number {
    if (this.words === mostWords) this.forget();
    if ((this.words + 1) * 2 > this.slots.length) this.grow();
    const quads = (word.length + 3) >> 2;
    if (this.end + 3 + quads > this.records.length) this.records = doubled(this.records);
    const term = word.term(this.language);
    let number = this.numbers.get(term);
    if (number === undefined) {
      number = this.terms.length;
      this.terms.push(term);
      this.numbers.set(term, number);
    }
    const { records, end } = this;
    records[end] = hash;
    records[end + 1] = number;
    records[end + 2] = word.length;
    for (let i = 0; i < quads; i++) records[end + 3 + i] = word.packed[i] as number;
    this.enter(end);
    this.end = end + 3 + quads;
    this.words += 1;
    return number;
  }

  private enter(at: number): void {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = (this.records[at] as number) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = at + 1;
  }

  private grow(): void {
    this.slots = new Int32Array(this.slots.length * 2);
    for (let at = 0; at < this.end; at += 3 + (((this.records[at + 2] as number) + 3) >> 2)) this.enter(at);
  }

  private forget(): void {
    this.terms = [];
    this.numbers = new Map();
    this.slots.fill(0);
    this.end = 0;
    this.words = 0;
    this.generation += 1;
  }
}

/** The characters of a plain word, collected one by one; capitals do not matter. */
export class Spelling {
  length = 0;
  readonly packed = new Int32Array(longestWord / 4);

  begin(): void {
    this.length = 0;
  }

  /** Adds an ASCII letter or digit. Of a word that is too long, only the length is right. */
  add(code: number): void {
    const i = this.length++;
    if (i >= longestWord) return;
    const small = code >= 65 && code <= 90 ? code + 32 : code;
    const quad = i >> 2;
    this.packed[quad] = (i & 3) === 0 ? small : (this.packed[quad] as number) | (small << ((i & 3) << 3));
  }

  hash(): number {
    let hash = this.length;
    for (let i = 0; i << 2 < this.length; i++) {
      hash = Math.imul(hash ^ (this.packed[i] as number), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  /** The term, made of characters, since a slice would keep the whole text in memory. */
  term(language: Language): string {
    const codes = Array.from(
      { length: this.length },
      (_, i) => ((this.packed[i >> 2] as number) >>> ((i & 3) << 3)) & 0xff,
    );
    const word = String.fromCharCode(...codes);
    return language === 'english' ? stemAnew(word) : word;
  }
}

/** The lexicon of each language. */
export const lexicons: Readonly<Record<Language, Lexicon>> = {
  english: new Lexicon('english'),
  simple: new Lexicon('simple'),
};

/** A copy with room for as much again. */
export function doubled(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2);
  to.set(from);
  return to;
}
