import { inScope } from '../../../db/search/candidates/scope.ts';
import type { List } from '../../../db/search/index/kept-list.ts';
import type { Answer } from '../../../db/search/query.ts';
import { stem } from '../../../db/search/text/stem.ts';
import { Corrector } from '../../../db/search/typos/correct.ts';
import { editsToTerm, isCorrectable, mostEdits, type NearTerm } from '../../../db/search/typos/vocabulary.ts';
import { type Asked, type Question, searchAll } from './asked.ts';
import type { Lexical } from './lexical.ts';
import { clausesOf, term } from './query.ts';
import { asHits, numberOf } from './replies.ts';

/** Terms that are considered for a word, and documents that are looked at for how a term is written. */
const mostSuggested = 50;
const textsPerTerm = 4;

/** The answer, with the nearest words where some are unknown; of those words, when there is no other. */
export async function correct(
  asked: Asked,
  question: Question,
  find: (text: string) => Promise<Lexical>,
): Promise<Answer> {
  const { unknown, ...answer } = await find(question.text);
  const words = unknown.filter(isCorrectable);
  if (!question.correct || words.length === 0) return answer;
  const text = await corrected(asked, question, words);
  if (text === undefined) return answer;
  if (answer.total > 0) return { ...answer, correction: { text, used: false } };
  const { unknown: _, ...again } = await find(text);
  return again.total > 0 ? { ...again, correction: { text, used: true } } : answer;
}

async function corrected(
  asked: Asked,
  { text, knownWords }: Question,
  words: readonly string[],
): Promise<string | undefined> {
  const { sql, collection, language, lake } = asked;
  const near = await suggestions(asked, words);
  const within = inScope(lake.scope);
  const waiting = [...lake.tail.documents.values()].filter(within);
  const vocabulary = { refresh: async () => {}, near: (word: string) => near.get(word) ?? [] };
  const corrector = new Corrector(sql, collection, language, vocabulary);
  return await corrector.correct(
    text,
    words,
    {
      tx: sql,
      segments: new Set(),
      pendingTerms: function* () {
        for (const { terms } of waiting) yield* terms.keys();
      },
      permits: () => true, // only such documents are listed
      listsOf: async (terms) => {
        const found = await documentsWith(asked, terms);
        return new Map(
          terms.map((value, i) => {
            const docs = waiting.filter((one) => one.terms.has(value)).map(({ docNo }) => docNo);
            return [value, [listOf([...(found[i] ?? []), ...docs])]];
          }),
        );
      },
    },
    knownWords,
  );
}

/** The index's terms near to each word. */
async function suggestions(asked: Asked, words: readonly string[]): Promise<Map<string, NearTerm[]>> {
  const texts = words.map((word) => [...new Set([word, stem(word, 'english')])].join(' '));
  const suggest = Object.fromEntries(
    texts.map((text, i) => [
      String(i),
      {
        text,
        term: {
          field: 'terms',
          suggest_mode: 'always',
          max_edits: 2,
          prefix_length: 0,
          min_word_length: 3,
          max_term_freq: 1000,
          size: mostSuggested,
        },
      },
    ]),
  );
  const reply = await asked.cluster.ask<{
    suggest?: Record<string, { options: { text: string; freq: number }[] }[]>;
  }>('POST', `/${asked.alias}/_search`, { body: { size: 0, suggest } });
  return new Map(
    words.map((word, i) => {
      const most = mostEdits(word);
      const options = (reply.suggest?.[String(i)] ?? []).flatMap((one) => one.options);
      const near = new Map<string, NearTerm>();
      for (const { text, freq } of options) {
        const distance = editsToTerm(word, text, most);
        if (distance <= most) near.set(text, { term: text, distance, count: freq });
      }
      return [word, [...near.values()]];
    }),
  );
}

/** For each term, some of the visible documents that have it, ascending. */
async function documentsWith(asked: Asked, terms: readonly string[]): Promise<number[][]> {
  if (terms.length === 0) return [];
  const { filter, not } = clausesOf(asked.lake.scope);
  const replies = await searchAll(
    asked,
    terms.map((value) => ({
      ...asHits,
      sort: [{ doc: 'desc' }],
      size: textsPerTerm,
      track_total_hits: false,
      query: { bool: { filter: [term(value), ...filter], must_not: not } },
    })),
  );
  return replies.map(({ hits }) => hits.hits.map(numberOf).reverse());
}

const listOf = (docs: readonly number[]): List => ({
  docs: Int32Array.from(docs),
  counts: new Uint8Array(docs.length).fill(1),
  size: docs.length,
});
