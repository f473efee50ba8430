import type { RankedDocument } from './ranked.ts';

/** The places of a search by words in which an exact match stays. */
const keptPlaces = 10;

/**
 * A hybrid search must not lose what words alone find: the documents with every word of the query, or its phrase, that
 * a search by words has among its first ten stay among the first ten. They take the places of the lowest others there, and
 * no lower scores than those.
 *
 * @param lexical the order by words.
 * @param merged the order by words and meaning, which has all of them.
 */
export function keepExact<One extends RankedDocument>(
  lexical: readonly RankedDocument[],
  merged: readonly One[],
): One[] {
  const exact = new Set(lexical.slice(0, keptPlaces).flatMap(({ docNo, every }) => (every ? [docNo] : [])));
  const rest = merged.slice(keptPlaces);
  const lost = rest.filter(({ docNo }) => exact.has(docNo));
  if (lost.length === 0) return [...merged];
  const first = merged.slice(0, keptPlaces);
  const others = first.filter(({ docNo }) => !exact.has(docNo));
  const ousted = new Set(others.slice(-lost.length));
  const least = Math.max(...[...ousted].map(({ score }) => score));
  const kept = [...first.filter((one) => !ousted.has(one)), ...lost];
  return [
    ...kept.map((one) => ({ ...one, score: Math.max(one.score, least) })),
    ...ousted,
    ...rest.filter(({ docNo }) => !exact.has(docNo)),
  ];
}
