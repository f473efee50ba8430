import type { Candidate, Statistics } from '../../../db/search/candidates/candidates.ts';
import type { RankedDocument } from '../../../db/search/query.ts';
import { type Asked, searchAll } from './asked.ts';
import { type Clause, oneOf } from './query.ts';
import { asHits, candidateOf, permittedName, type SearchReply } from './replies.ts';

/** Of the best so many documents, what is around them is fetched. */
const mostMatches = 200;
/** Two documents on each side. */
const mostAround = 4 * mostMatches;

type Before = {
  candidates: readonly Candidate[];
  /** In their first order. */
  first: readonly RankedDocument[];
  statistics: Statistics;
  terms: readonly string[];
};
type Limits = { filter: readonly Clause[]; not: readonly Clause[]; here: readonly Clause[] };
type Around = { candidates: Candidate[]; groupWords: Map<number, number>; replies: SearchReply[] };

/** The documents around the best ones, which may be results and raise their scores, and how long their groups are. */
export async function around(
  asked: Asked,
  { candidates, first, statistics, terms }: Before,
  { filter, not, here }: Limits,
): Promise<Around> {
  const known = new Map(candidates.map((one) => [one.docNo, one]));
  const best = first.slice(0, mostMatches).flatMap(({ docNo }) => known.get(docNo) ?? []);
  const numbers = best.map(({ docNo }) => docNo);
  const earlier = best
    .flatMap(({ previous, beforePrevious }) => [previous, beforePrevious])
    .filter((docNo) => docNo >= 0 && !known.has(docNo));
  const linked = asked.statistics.linked || earlier.length > 0;
  const grouped = statistics.groups > 1;
  const neighbours = {
    query: {
      bool: {
        filter: [
          {
            bool: {
              should: [oneOf('doc', earlier), oneOf('previous', numbers), oneOf('before', numbers)],
              minimum_should_match: 1,
            },
          },
        ],
        must_not: [oneOf('doc', [...known.keys()]), ...here],
        should: [
          ...terms.map((value, i) => ({ term: { terms: { value, _name: String(i) } } })),
          { bool: { filter, must_not: not, _name: permittedName } },
        ],
      },
    },
    ...asHits,
    sort: [{ doc: 'desc' }],
    size: mostAround,
    track_total_hits: false,
  };
  const groups = [...new Set(best.map(({ groupNo }) => groupNo))];
  const lengths = {
    size: 0,
    track_total_hits: false,
    query: { bool: { filter: [oneOf('group', groups)] } },
    aggs: {
      groups: {
        terms: { field: 'group', size: Math.max(1, groups.length) },
        aggs: { words: { sum: { field: 'length' } } },
      },
    },
  };
  const searches = [...(linked ? [neighbours] : []), ...(grouped ? [lengths] : [])];
  if (searches.length === 0) return { candidates: [], groupWords: new Map(), replies: [] };
  const replies = await searchAll(asked, searches);
  const near = linked ? replies[0] : undefined;
  const long = grouped ? replies.at(-1) : undefined;
  const groupWords = new Map<number, number>();
  for (const { key, words } of long?.aggregations?.groups?.buckets ?? []) groupWords.set(key, words.value);
  if (grouped)
    for (const { groupNo, length } of asked.lake.tail.documents.values())
      if (groups.includes(groupNo)) groupWords.set(groupNo, (groupWords.get(groupNo) ?? 0) + length);
  return { candidates: near?.hits.hits.map((hit) => candidateOf(hit, terms)) ?? [], groupWords, replies };
}
