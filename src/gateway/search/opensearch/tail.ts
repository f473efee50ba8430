import type { Candidate } from '../../../db/search/candidates/candidates.ts';
import { inScope } from '../../../db/search/candidates/scope.ts';
import type { LakeSnapshot } from '../../../db/search/candidates/snapshot.ts';
import { mostOccurrences } from '../../../db/search/index/codec.ts';
import { containsPhrase } from '../../../db/search/score/phrase.ts';
import { type Analysed, question } from '../../../db/search/text/analyze.ts';
import type { ParsedQuery } from '../../../db/search/text/parse-query.ts';

/**
 * Documents that are in memory as candidates of a query: those that match, and those around a match.
 *
 * @param phrases whether its phrases are required.
 * @param matched documents that match elsewhere.
 */
export function tailCandidates(
  documents: ReadonlyMap<number, Analysed>,
  scope: LakeSnapshot['scope'],
  parsed: ParsedQuery,
  terms: readonly string[],
  phrases: boolean,
  matched: ReadonlySet<number> = new Set(),
): Candidate[] {
  const within = inScope(scope);
  const permits = (one: Analysed): boolean =>
    within(one) &&
    !parsed.notTerms.some((value) => one.terms.has(value)) &&
    !parsed.notPhrases.some((phrase) => containsPhrase(one.terms, phrase)) &&
    (!phrases || parsed.phrases.every((phrase) => containsPhrase(one.terms, phrase)));
  const counts = new Map<number, Uint8Array>();
  for (const [docNo, one] of documents) {
    const found = countsOf(one, terms);
    if (found) counts.set(docNo, found);
  }
  const wanted = new Set(counts.keys());
  const isMatch = (docNo: number | null | undefined) =>
    docNo !== null && docNo !== undefined && (counts.has(docNo) || matched.has(docNo));
  for (const { docNo, previous } of documents.values()) {
    const before = previous === null ? undefined : documents.get(previous);
    if (isMatch(previous) || isMatch(before?.previous)) wanted.add(docNo);
    if (!isMatch(docNo) || before === undefined) continue;
    wanted.add(before.docNo);
    if (before.previous !== null && documents.has(before.previous)) wanted.add(before.previous);
  }
  const none = new Uint8Array(terms.length);
  return [...wanted].flatMap((docNo) => {
    const one = documents.get(docNo);
    if (!one) return [];
    const previous = one.previous ?? -1;
    return [
      {
        docNo,
        groupNo: one.groupNo,
        previous,
        beforePrevious: documents.get(previous)?.previous ?? -1,
        length: one.length,
        asks: (one.flags & question) !== 0,
        at: one.at,
        counts: counts.get(docNo) ?? none,
        permitted: permits(one),
      },
    ];
  });
}

/** How often each term occurs; undefined if none does. */
function countsOf(document: Analysed, terms: readonly string[]): Uint8Array | undefined {
  let counts: Uint8Array | undefined;
  for (const [i, value] of terms.entries()) {
    const positions = document.terms.get(value);
    if (!positions) continue;
    counts ??= new Uint8Array(terms.length);
    counts[i] = Math.min(mostOccurrences, positions.length);
  }
  return counts;
}
