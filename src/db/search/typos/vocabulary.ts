import type { Sql } from '../../postgres/connect.ts';
import { codesOf, editDistance } from './distance.ts';
import { longestEnding } from './inflect.ts';

/** Words outside of these lengths are neither corrected nor suggested; a stem may be shorter. */
const shortestWord = 4;
const shortestTerm = 3;
const longestWord = 24;
/** The most common terms are kept: about 4 MB. */
const mostTerms = 200_000;
/** Segments written since are read again after this many milliseconds at the earliest. */
const freshMs = 60_000;
/** Only plain words: a number or an id that is off by one is another one. */
const plain = /^[a-z]+$/;

/** Terms of one length, letter by letter, with a bit for each letter they have. */
type Shelf = { letters: Uint8Array; masks: Uint32Array; counts: Uint32Array };

/** A stem's last letter where the word may have `y` or `ie`. */
const bent = 'i'.charCodeAt(0);
/** How many letters of a stem all its words begin with. */
const unbent = (term: string): number => (term.endsWith('i') ? term.length - 1 : term.length);

/** The edits between a term and the nearest beginning of a word: what follows may be an ending. */
export const editsToTerm = (word: string, term: string, most: number): number =>
  editDistance(codesOf(word), 0, word.length, codesOf(term), 0, unbent(term), most, true);

export type NearTerm = { term: string; distance: number; count: number };

export const isCorrectable = (word: string): boolean =>
  word.length >= shortestWord && word.length <= longestWord && plain.test(word);

/** How many edits a word may be away from what was meant. */
export const mostEdits = (word: string): number => (word.length <= 5 ? 1 : 2);

/**
 * The plain words of a collection's index, in a few megabytes. A look-up compares a word with all terms of about its
 * length; letters that only one of them has rule out nearly all.
 */
export class Vocabulary {
  private shelves = new Map<number, Shelf>();
  private readAt = -Infinity;
  private segments = '';
  private reading: Promise<void> | undefined;

  private readonly sql: Sql;
  private readonly collectionId: number;

  constructor(sql: Sql, collectionId: number) {
    this.sql = sql;
    this.collectionId = collectionId;
  }

  /** Reads the terms of these segments unless that was done lately. */
  refresh(segments: ReadonlySet<number>): Promise<void> {
    const wanted = [...segments].join();
    if (wanted === this.segments || performance.now() - this.readAt < freshMs) return this.reading ?? done;
    this.reading ??= this.read([...segments])
      .then(() => {
        this.segments = wanted;
        this.readAt = performance.now();
      })
      .finally(() => {
        this.reading = undefined;
      });
    return this.reading;
  }

  private async read(segments: number[]): Promise<void> {
    const rows = await this.sql<{ term: string; count: number }[]>`
      select term, least(sum(df), 4000000000)::float8 as count from search_postings
      where shelf = ${this.collectionId} and seg = any(${segments}::int[])
        and length(term) between ${shortestTerm} and ${longestWord} and term ~ '^[a-z]+$'
      group by term order by 2 desc limit ${mostTerms}`;
    const byLength = new Map<number, { term: string; count: number }[]>();
    for (const row of rows) {
      const same = byLength.get(row.term.length);
      if (same) same.push(row);
      else byLength.set(row.term.length, [row]);
    }
    this.shelves = new Map([...byLength].map(([length, terms]) => [length, shelfOf(length, terms)]));
  }

  /** The terms that are within so many edits of a beginning of a word: what follows may be an ending. */
  near(word: string, most: number): NearTerm[] {
    const found: NearTerm[] = [];
    const codes = codesOf(word);
    const asked = { codes, mask: maskOf(codes), most };
    for (let length = word.length - longestEnding - most; length <= word.length + most; length++) {
      const shelf = this.shelves.get(length);
      if (shelf) scan(shelf, length, asked, found);
    }
    return found;
  }
}

const done = Promise.resolve();

/** The letters of a word as bits. */
function maskOf(codes: readonly number[]): number {
  let mask = 0;
  for (const code of codes) mask |= 1 << (code - 97);
  return mask >>> 0;
}

function bitsIn(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function shelfOf(length: number, terms: readonly { term: string; count: number }[]): Shelf {
  const shelf = {
    letters: new Uint8Array(length * terms.length),
    masks: new Uint32Array(terms.length),
    counts: Uint32Array.from(terms, ({ count }) => count),
  };
  for (const [i, { term }] of terms.entries()) {
    const codes = codesOf(term);
    shelf.letters.set(codes, i * length);
    shelf.masks[i] = maskOf(codes);
  }
  return shelf;
}

type Word = { codes: readonly number[]; mask: number; most: number };

function scan(shelf: Shelf, length: number, { codes, mask, most }: Word, found: NearTerm[]): void {
  const { letters, masks, counts } = shelf;
  for (let i = 0; i < masks.length; i++) {
    // Each letter that only the term has takes an edit.
    if (bitsIn((masks[i] as number) & ~mask) > most) continue;
    const stable = letters[(i + 1) * length - 1] === bent ? length - 1 : length;
    const distance = editDistance(codes, 0, codes.length, letters, i * length, stable, most, true);
    if (distance > most) continue;
    const term = String.fromCharCode(...letters.subarray(i * length, (i + 1) * length));
    found.push({ term, distance, count: counts[i] as number });
  }
}
