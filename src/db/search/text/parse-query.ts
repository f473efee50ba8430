import { labelMark } from './analyze.ts';
import { insignificantAmong } from './german.ts';
import { dullStems, stopWords } from './stem.ts';
import { tokenize } from './tokenize.ts';

/**
 * `auto` and `any` match documents with any of the words; `all` requires every word, `phrase` the words side by side.
 */
export const searchModes = ['auto', 'all', 'phrase', 'any'] as const;
export type SearchMode = (typeof searchModes)[number];

/** A word of a query and the terms that match it: its stem, its exact form, and both in a speaker's label. */
export type QueryWord = { word: string; terms: string[]; stop: boolean; dull: boolean };
/** The terms allowed at each slot of a phrase. */
export type Phrase = string[][];

export type ParsedQuery = {
  words: QueryWord[];
  /** All of them must occur. */
  phrases: Phrase[];
  notTerms: string[];
  notPhrases: Phrase[];
};

/** Longer queries are truncated. */
const longestQuery = 100_000;

type Found = { term: string; exact: string; position: number };

/** The terms of a part of the query, with exact forms, which are the only terms of documents in other languages. */
function termsOf(text: string): Found[] {
  const exact: string[] = [];
  tokenize(text, 'simple', (term) => exact.push(term));
  const found: Found[] = [];
  tokenize(text, 'english', (term, position) =>
    found.push({ term, exact: exact[found.length] ?? term, position }),
  );
  return found;
}

const both = ({ term, exact }: Found): string[] => (term === exact ? [term] : [term, exact]);
const withLabels = (terms: readonly string[]): string[] => terms.flatMap((t) => [t, labelMark + t]);

/** One slot per word; of an identifier, its parts and not the whole. */
function phraseOf(text: string): Phrase {
  const places: Phrase = [];
  for (const found of termsOf(text)) places[found.position] ??= both(found);
  return places;
}

const syntax = /(?<=^|\s)-"([^"]*)"|(?<=^|\s)-(?=[\p{L}\p{N}])(\S+)|"([^"]*)"|(\S+)/gu;

/**
 * Parses a query as users type it. In `auto`: `"side by side"`, `-without`, `this or that`; everything else is words.
 * Any text is valid; invalid syntax is treated as words.
 */
export function parseQuery(text: string, mode: SearchMode): ParsedQuery {
  const query = new QueryBuilder();
  const read = text.slice(0, longestQuery);
  if (mode === 'phrase') query.phrase(read);
  else if (mode !== 'auto') query.add(read);
  else {
    let or = false;
    for (const [, notPhrase, notWord, phrase, word = ''] of read.matchAll(syntax)) {
      if (notPhrase !== undefined) query.without(notPhrase);
      else if (notWord !== undefined) query.without(notWord);
      else if (phrase !== undefined) query.phrase(phrase);
      else if (/^or$/i.test(word) && query.words.length > 0) {
        or = true;
        continue;
      } else query.add(word, or);
      or = false;
    }
    // Only exclusions: presumably a list with dashes.
    if (query.words.length === 0) return parseQuery(read, 'any');
  }
  const { words, phrases, notTerms, notPhrases } = query;
  return { words: contentWords(words), phrases, notTerms, notPhrases };
}

/** The words without stop words, unless there are no others; in a query in German, without those of German too. */
function contentWords(words: QueryWord[]): QueryWord[] {
  const isInsignificant = insignificantAmong(words.map(({ word }) => word));
  const content = words.filter(({ word, stop }) => !stop && !isInsignificant(word));
  return content.length > 0 ? content : words;
}

class QueryBuilder implements ParsedQuery {
  readonly words: QueryWord[] = [];
  readonly phrases: Phrase[] = [];
  readonly notTerms: string[] = [];
  readonly notPhrases: Phrase[] = [];
  private readonly seen = new Set<string>();

  /** @param or the words are alternatives to the previous word. */
  add(text: string, or = false): void {
    for (const found of termsOf(text)) {
      const terms = withLabels(both(found));
      const last = this.words.at(-1);
      if (or && last) last.terms.push(...terms.filter((term) => !last.terms.includes(term)));
      else if (!this.seen.has(found.term)) {
        this.seen.add(found.term);
        const stop = stopWords.has(found.exact) || stopWords.has(found.term);
        this.words.push({ word: found.exact, terms, stop, dull: dullStems.has(found.term) });
      }
    }
  }

  phrase(text: string): void {
    const phrase = phraseOf(text);
    if (phrase.length > 0) this.phrases.push(phrase);
    this.add(text);
  }

  without(text: string): void {
    const phrase = phraseOf(text);
    if (phrase.length > 1) this.notPhrases.push(phrase);
    else this.notTerms.push(...withLabels(phrase[0] ?? []));
  }
}
