import type { Language } from '../collection/collection.ts';
import { labelMark } from './analyze.ts';
import { parseQuery, type SearchMode } from './parse-query.ts';
import { withoutBars } from './table-rows.ts';
import { tokenize } from './tokenize.ts';
import { createPacer } from './yield.ts';

/** Approximate length of a snippet in characters. */
const length = 240;
/** Characters before the first match of the passage. */
const lead = 40;

type Match = { start: number; end: number; words: Set<string> };

export type HighlightQuery = { text: string; mode: SearchMode };

/**
 * A passage of a text, where it begins (in characters), how many different words of the query it has, and which of them the
 * whole text lacks.
 */
export type Snippet = { text: string; at: number; words: number; missing: string[] };

/** The query's words as typed, to look for in long texts, and for each text its snippet. */
export type Highlights = { words: string[]; snippets: Snippet[] };

/** Makes the snippets of one query's results; the event loop turns between texts. */
export async function highlight(query: HighlightQuery, texts: readonly string[]): Promise<Highlights> {
  const { words, wanted } = wantedOf(query);
  const pace = createPacer();
  const snippets: Highlights['snippets'] = [];
  for (const text of texts) {
    const matches = find(text, wanted, 'english');
    const found = new Set(matches.flatMap((match) => [...match.words]));
    const missing = words.flatMap(({ word }) => (found.has(word) ? [] : [word]));
    snippets.push({ ...cut(text, matches), missing });
    await pace();
  }
  return { words: words.map(({ word }) => word), snippets };
}

/** Where a text has words of a query. */
export const matchesOf = (query: HighlightQuery, text: string): Pick<Match, 'start' | 'end'>[] =>
  find(text, wantedOf(query).wanted, 'english');

function wantedOf(query: HighlightQuery) {
  const { words } = parseQuery(query.text, query.mode);
  const wanted = new Map<string, string>();
  for (const { word, terms } of words)
    for (const term of terms) if (!term.startsWith(labelMark)) wanted.set(term, word);
  return { words, wanted };
}

function find(text: string, wanted: ReadonlyMap<string, string>, language: Language): Match[] {
  const found: Match[] = [];
  tokenize(text, language, (term, _, start, end) => {
    const word = wanted.get(term);
    if (word !== undefined) found.push({ start, end, words: new Set([word]) });
  });
  const matches: Match[] = [];
  for (const match of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = matches.at(-1);
    // Merge matches that overlap or touch, as in scripts without spaces.
    if (last && match.start <= last.end) {
      last.end = Math.max(last.end, match.end);
      for (const word of match.words) last.words.add(word);
    } else matches.push(match);
  }
  return matches;
}

/** The passage with the most distinct words of the query and, of those, the most matches. */
function cut(text: string, matches: Match[]): Omit<Snippet, 'missing'> {
  let best = 0;
  let bestScore = 0;
  let mostWords = 0;
  for (let i = 0, end = 0; i < matches.length; i++) {
    const first = matches[i] as Match;
    while (end < matches.length && (matches[end] as Match).end <= first.start + length - lead) end += 1;
    const inside = matches.slice(i, Math.min(end, i + 50));
    const words = new Set(inside.flatMap((match) => [...match.words])).size;
    const score = words * 100 + inside.length;
    if (score > bestScore) {
      bestScore = score;
      mostWords = words;
      best = i;
    }
  }
  const first = matches[best];
  const from = first ? wordStart(text, first.start - lead) : 0;
  const to = Math.max(wordEnd(text, from + length), first?.end ?? 0);
  let out = '';
  let at = from;
  for (const { start, end } of matches) {
    if (start < at || end > to) continue;
    out += `${text.slice(at, start)}**${text.slice(start, end)}**`;
    at = end;
  }
  out += text.slice(at, to);
  return {
    text: `${from > 0 ? '…' : ''}${withoutBars(out, text, from).trim()}${to < text.length ? '…' : ''}`,
    at: charactersIn(text, from),
    words: mostWords,
  };
}

/** The characters before an offset, as PostgreSQL counts them: a surrogate pair is one. */
const charactersIn = (text: string, end: number): number => {
  let pairs = 0;
  for (let i = 0; i < end; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) pairs += 1;
  return end - pairs;
};

const wordStart = (text: string, at: number): number => {
  if (at <= 0) return 0;
  const space = text.slice(at, at + lead).search(/\s/);
  return whole(text, space < 0 ? at : at + space + 1);
};

const wordEnd = (text: string, at: number): number => {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return whole(text, space > at - lead ? space : at);
};

/** Moves an offset out of the middle of a surrogate pair. */
const whole = (text: string, at: number): number =>
  /[\uDC00-\uDFFF]/.test(text[at] ?? '') && at > 0 ? at - 1 : at;
