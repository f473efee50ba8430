/**
 * A choice that is known to end badly. It is recognised when every group has a term in the text, at word boundaries
 * and whatever the case; spaces in a term match spaces and hyphens. Terms are plain text, never patterns, so that an
 * imported one cannot make matching slow.
 */
export type Antipattern = {
  id: string;
  pattern: string;
  terms: readonly (readonly string[])[];
  recommendation: string;
  /** Outcomes of decisions of this kind, when it was learned. */
  failures: number;
  total: number;
};

/** What follows these words is what was not chosen: "PostgreSQL instead of SQLite". */
const rejected = /\b(?:instead of|rather than|in place of)\b[^,.;:]*/giu;

/** The antipatterns that a text shows. */
export function matching<T extends Pick<Antipattern, 'terms'>>(text: string, known: readonly T[]): T[] {
  const chosen = text.replace(rejected, ' ');
  return known.filter(({ terms }) => terms.length > 0 && terms.every((group) => mentions(chosen, group)));
}

/** True when one of the terms occurs in the text as whole words. */
export const mentions = (text: string, terms: readonly string[]): boolean =>
  terms.length > 0 && expression(terms).test(text);

const expression = (terms: readonly string[]): RegExp => {
  const key = terms.join('\n');
  const known = expressions.get(key);
  if (known) return known;
  const body = terms
    .map((term) =>
      term
        .trim()
        .split(/[\s-]+/)
        .map(escaped)
        .join('[\\s-]+'),
    )
    .join('|');
  const made = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${body})(?![\\p{L}\\p{N}_])`, 'iu');
  if (expressions.size >= mostExpressions) expressions.clear();
  expressions.set(key, made);
  return made;
};

/** Compiled once: matching a statement against hundreds of antipatterns would otherwise be compiling alone. */
const expressions = new Map<string, RegExp>();
const mostExpressions = 5000;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

type BuiltIn = Pick<Antipattern, 'id' | 'pattern' | 'terms' | 'recommendation'> & { domain: string | null };

/** Known from the start, before any outcome. */
export const builtIn: readonly BuiltIn[] = [
  {
    id: 'ap_foreach_async',
    pattern: 'forEach with async callbacks',
    domain: null,
    terms: [['forEach'], ['async', 'await', 'asynchronous']],
    recommendation: 'Use map() with Promise.all(), or a for…of loop with await',
  },
  {
    id: 'ap_handwritten_crypto',
    pattern: 'Hand-written JWT or cryptography',
    domain: null,
    terms: [
      [
        'JWT',
        'JSON web token',
        'JSON web tokens',
        'crypto',
        'cryptography',
        'encryption',
        'password hashing',
      ],
      [
        'custom',
        'hand written',
        'handwritten',
        'hand rolled',
        'home grown',
        'homegrown',
        'home made',
        'from scratch',
        'our own',
        'my own',
        'roll our own',
        'ourselves',
        'self written',
      ],
    ],
    recommendation: 'Use a well-kept library such as jose or libsodium',
  },
  {
    id: 'ap_n_plus_one',
    pattern: 'N+1 queries',
    domain: null,
    terms: [
      [
        'N+1',
        'N + 1',
        'query per row',
        'query per item',
        'query for each row',
        'query for each item',
        'query in a loop',
        'queries in a loop',
        'query inside a loop',
        'queries inside a loop',
      ],
    ],
    recommendation: 'Load related rows with a join or one query for all of them',
  },
  {
    id: 'ap_sqlite_writers',
    pattern: 'SQLite in production with several writers',
    domain: null,
    terms: [
      ['SQLite'],
      ['production', 'prod'],
      [
        'concurrent',
        'concurrency',
        'several writers',
        'multiple writers',
        'many writers',
        'several connections',
        'multiple connections',
        'parallel writes',
        'multi user',
        'several processes',
        'multiple processes',
      ],
    ],
    recommendation: 'Use PostgreSQL or MySQL where several connections write',
  },
  {
    id: 'ap_untested_migration',
    pattern: 'Database migration without testing',
    domain: null,
    terms: [
      ['migration', 'migrations', 'migrate', 'schema change', 'schema changes'],
      [
        'without testing',
        'without tests',
        'without a test',
        'without any tests',
        'untested',
        'no tests',
        'no testing',
        'skip tests',
        'skip testing',
        'skipping tests',
        'not tested',
        'directly in production',
        'straight to production',
      ],
    ],
    recommendation: 'Rehearse the migration and its rollback on a copy of the data first',
  },
];
