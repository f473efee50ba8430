import type { Fact } from '../kinds.ts';
import type { Piece } from './split.ts';

/** What surrounds each piece of a text: quotes, its sentence, and the facts that rules find. */

export type Quoted = { sign: string; length: number };

const quotes = new Set(['`', '"', '“', '”', '„', '«', '»', '「', '」', '『', '』', "'"]);
const partners: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '「': '」',
  '『': '』',
};
const closes = (open: string, sign: string): boolean => (partners[open] ?? open).includes(sign);
const mostQuoted = 40;

/** Of the pieces in quotes: the sign, and how many there are. */
export function quotedIn(all: readonly Piece[]): Map<number, Quoted> {
  const found = new Map<number, Quoted>();
  let open = -1;
  for (const [i, { text, gap }] of all.entries()) {
    if (open >= 0 && (i - open > mostQuoted || (gap === '\n' && text !== '`'))) open = -1;
    if (!quotes.has(text)) continue;
    if (open < 0) open = i;
    else if (closes(all[open]?.text ?? '', text)) {
      for (let j = open + 1; j < i; j += 1) found.set(j, { sign: text, length: i - open - 1 });
      open = -1;
    }
  }
  return found;
}

export type Sentence = {
  /** How much of it is no plain word. */
  code: 'code' | 'half' | 'some' | 'prose';
  /** Whether a word of errors stands in it, and on which side of it the piece is. */
  trouble: 'none' | 'ahead' | 'behind';
  /** Whether a colon stands before the piece. */
  said: boolean;
  /** The class of its first piece. */
  first: string;
};

const trouble =
  /error|exception|fehler|erreur|erro\b|failed|fatal|denied|refused|cannot|can't|could not|unable|no such|not found|invalid|unexpected|undefined|unknown|missing|segmentation|timed out|warning|traceback|报错|错误/i;
const plain = new Set(['low', 'fn', 'Cap', 'Fn', 'unit', 'label', 'hyphen', 'word']);
const mostOfSentence = 80;
const isEnd = (text = ''): boolean => /^[.!?。！？]$/.test(text);

/** @param classes the class of each piece. */
export function sentencesOf(all: readonly Piece[], classes: readonly string[]): Sentence[] {
  const found: Sentence[] = [];
  let from = 0;
  for (let i = 1; i <= all.length; i += 1) {
    const gap = all[i]?.gap;
    const ends = gap === undefined || gap === '\n' || (gap === ' ' && isEnd(all[i - 1]?.text));
    if (!ends && i - from <= mostOfSentence) continue;
    found.push(...sentenceOf(all.slice(from, i), classes.slice(from, i)));
    from = i;
  }
  return found;
}

function sentenceOf(pieces: readonly Piece[], classes: readonly string[]): Sentence[] {
  const share = classes.filter((kind) => !plain.has(kind)).length / classes.length;
  const code = share > 0.6 ? 'code' : share > 0.4 ? 'half' : share > 0.2 ? 'some' : 'prose';
  const text = pieces.map(({ text: word, gap }) => (gap === '' ? '' : ' ') + word).join('');
  const mark = trouble.exec(text)?.index ?? -1;
  let [place, said] = [0, false];
  return pieces.map((piece) => {
    place += (piece.gap === '' ? 0 : 1) + piece.text.length;
    const before = said;
    said ||= /^[:：]$/.test(piece.text);
    return {
      code,
      trouble: mark < 0 ? 'none' : place < mark ? 'ahead' : 'behind',
      said: before,
      first: classes[0] ?? '',
    };
  });
}

/** The kind of the fact that rules find at each piece, with B where it begins and I behind; empty for none. */
export function ruledIn(all: readonly Piece[], text: string, facts: readonly Fact[]): string[] {
  const found = all.map(() => '');
  for (const [from, to, kind] of placesOf(text, facts)) {
    const first = firstEnding(all, from);
    for (let i = first; i < all.length && (all[i]?.start ?? to) < to; i += 1)
      if (found[i] === '') found[i] = `${i === first ? 'B' : 'I'} ${kind}`;
  }
  return found;
}

/** The first piece that ends behind a place. */
export function firstEnding(all: readonly { end: number }[], place: number): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.end ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Where facts, which have single spaces, stand in a text: begin, end and kind. */
export function placesOf(text: string, facts: readonly Fact[]): [number, number, Fact['kind']][] {
  const at: number[] = [];
  const squeezed = [...text.matchAll(/\s+|\S+/g)]
    .map(({ index, 0: run }) => {
      const space = /^\s/.test(run);
      for (let i = 0; i < (space ? 1 : run.length); i += 1) at.push(index + i);
      return space ? ' ' : run;
    })
    .join('');
  const places: [number, number, Fact['kind']][] = [];
  for (const { kind, text: fact } of facts)
    for (let i = squeezed.indexOf(fact); i >= 0; i = squeezed.indexOf(fact, i + fact.length))
      places.push([at[i] ?? 0, (at[i + fact.length - 1] ?? 0) + 1, kind]);
  return places;
}
