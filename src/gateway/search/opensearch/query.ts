import type { DocumentScope } from '../../../db/search/collection/collection.ts';
import { weights } from '../../../db/search/score/weights.ts';
import { labelMark } from '../../../db/search/text/analyze.ts';
import type { ParsedQuery, Phrase, QueryWord, SearchMode } from '../../../db/search/text/parse-query.ts';

export type Clause = Record<string, unknown>;

/** Values of one `terms` clause; OpenSearch takes no more. */
const mostValues = 65_000;

/** Documents whose field has one of these values. */
export function oneOf(field: string, values: readonly (number | string)[]): Clause {
  if (values.length === 0) return { match_none: {} };
  if (values.length <= mostValues) return { terms: { [field]: values } };
  const parts: Clause[] = [];
  for (let i = 0; i < values.length; i += mostValues)
    parts.push({ terms: { [field]: values.slice(i, i + mostValues) } });
  return { bool: { should: parts, minimum_should_match: 1 } };
}

/** The clauses that a scope means: `filter` must all hold, `not` must not. */
export function clausesOf(scope: DocumentScope): { filter: Clause[]; not: Clause[] } {
  const filter: Clause[] = [];
  const not: Clause[] = [];
  if (scope.groups) filter.push(oneOf('group', scope.groups));
  if (scope.docs) filter.push(oneOf('doc', scope.docs));
  if (scope.kinds) filter.push(oneOf('kind', scope.kinds));
  if (scope.notGroups && scope.notGroups.length > 0) not.push(oneOf('group', scope.notGroups));
  if (scope.notDocs && scope.notDocs.length > 0) not.push(oneOf('doc', scope.notDocs));
  const { from, to } = scope;
  if (from !== undefined || to !== undefined)
    filter.push({
      range: {
        at: { ...(from === undefined ? {} : { gte: from }), ...(to === undefined ? {} : { lt: to }) },
      },
    });
  return { filter, not };
}

export const term = (value: string): Clause => ({ term: { terms: value } });

/** Documents with these words side by side. */
export function phraseClause(phrase: Phrase): Clause {
  const places = phrase.map((terms) => {
    const [first, ...others] = terms.map((one) => ({ span_term: { terms: one } }));
    return others.length === 0 ? (first as Clause) : { span_or: { clauses: [first, ...others] } };
  });
  const [only, ...more] = places;
  return more.length === 0 ? (only as Clause) : { span_near: { clauses: places, slop: 0, in_order: true } };
}

/** What a query excludes by words and phrases. */
export const exclusionsOf = ({ notTerms, notPhrases }: ParsedQuery): Clause[] => [
  ...(notTerms.length > 0 ? [oneOf('terms', notTerms)] : []),
  ...notPhrases.map(phraseClause),
];

/** A clause for each term of a query, named by its number; a hit tells which of them it matches. */
const namedTerm = (value: string, name: number, dull: boolean): Clause => ({
  term: {
    terms: {
      value,
      _name: String(name),
      boost: (value.startsWith(labelMark) ? weights.label : 1) * (dull ? weights.dull : 1),
    },
  },
});

/** The clauses of a query's words: one for each term or, where every word is required, one for each word. */
export function wordClauses(
  words: readonly QueryWord[],
  terms: readonly string[],
  mode: SearchMode,
): { must: Clause[] } | { should: Clause[]; minimum_should_match: number } {
  const number = new Map(terms.map((value, i) => [value, i]));
  const clauses = words.map((word) =>
    word.terms.map((value) => namedTerm(value, number.get(value) ?? 0, word.dull)),
  );
  if (mode === 'all')
    return { must: clauses.map((should) => ({ bool: { should, minimum_should_match: 1 } })) };
  return { should: clauses.flat(), minimum_should_match: 1 };
}

/** All of what a query asks for. */
export function queryOf(
  words: ReturnType<typeof wordClauses>,
  { filter, not }: { filter: readonly Clause[]; not: readonly Clause[] },
): Clause {
  return { bool: { ...words, filter, must_not: not } };
}
