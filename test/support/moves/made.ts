/**
 * Stores of other products, made by the schemas of their producers, with the records that give trouble. What a reader must
 * find of them is told by the maker, which knows nothing of how they are read.
 */

/** One record of a store. */
export type Made = {
  /** Occurs in the text of this record only. */
  marker: string;
  /** `stored`, `known` if it repeats another one, else the reason for which it is left out. */
  outcome: string;
  /** Every value in here must be found in the row: in its text, its metadata or its conversation. */
  said?: unknown;
  /** Its time in milliseconds; undefined where it states none that can be read. */
  at?: number | undefined;
  /** Whether it is a memory as well. */
  states?: boolean;
};

export type MadeStore = {
  /** The name under which the import reports it. */
  product: string;
  /** Files or folders to import. */
  paths: string[];
  made: Made[];
  /** Parts of the notes that the report must have. */
  notes?: RegExp[];
};

export const secret = `ghp_${'x7Kq'.repeat(9)}`;
export const redacted = '[redacted:github_token]';

export const markerOf = (kind: string, n: number): string => `${kind}${String(n).padStart(5, '0')}x`;

/** Texts with what breaks programs that take characters for letters, and one that is longer than a memory may be. */
const endings: readonly string[] = [
  'is kept in the reading room',
  'größer als 日本語 und 👩‍🔬 zusammen',
  'مرحبا بالعالم, שלום',
  `has\nseveral\n\tlines, "quotes" and 'others' \\ and a backslash`,
  `${'is very long '.repeat(1000)}`,
  `is opened with ${secret} only`,
  '<b>is no mark-up</b> & {"is": "no JSON"}',
  'e\u0301 and \u200bzero width',
  "'; drop table memories; --",
  'is short',
];

/** @returns a text, and what of it may be stored. */
export function textOf(kind: string, n: number): { marker: string; text: string; kept: string } {
  const marker = markerOf(kind, n);
  const text = `${marker} ${endings[n % endings.length]}`.trim();
  return { marker, text, kept: text.replaceAll(secret, redacted) };
}

const start = Date.UTC(2026, 0, 5, 8);
/** Times a minute apart. */
export const timeAt = (n: number): number => start + n * 60_000;
export const isoAt = (n: number): string => new Date(timeAt(n)).toISOString();

/** A number that looks like chance, the same in every run. */
export const pick = (n: number, most: number): number => ((n * 2_654_435_761) >>> 7) % most;
