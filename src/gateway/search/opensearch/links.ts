import type { Surroundings } from '../../../db/search/score/merge-likeness.ts';
import { question } from '../../../db/search/text/analyze.ts';
import { type Asked, searchAll } from './asked.ts';
import { oneOf } from './query.ts';
import { asHits, candidateOf } from './replies.ts';

/** What stands around some documents, of which there may be two on each side. */
export async function surroundingsOf(asked: Asked, docs: readonly number[]): Promise<Surroundings> {
  const previous = new Map<number, number>();
  const next = new Map<number, number>();
  const asking = new Set<number>();
  const link = (docNo: number, before: number) => {
    if (before < 0) return;
    previous.set(docNo, before);
    next.set(before, docNo);
  };
  const beside = {
    bool: { should: ['doc', 'previous', 'before'].map((name) => oneOf(name, docs)), minimum_should_match: 1 },
  };
  const size = Math.min(10_000, docs.length * 3 + 1);
  const [reply] =
    docs.length === 0
      ? []
      : await searchAll(asked, [
          { ...asHits, size, track_total_hits: false, query: { bool: { filter: [beside] } } },
        ]);
  for (const hit of reply?.hits.hits ?? []) {
    const one = candidateOf(hit, []);
    link(one.docNo, one.previous);
    link(one.previous, one.beforePrevious);
    if (one.asks) asking.add(one.docNo);
  }
  for (const one of asked.lake.tail.documents.values()) {
    link(one.docNo, one.previous ?? -1);
    if ((one.flags & question) !== 0) asking.add(one.docNo);
  }
  const step = (links: ReadonlyMap<number, number>, doc: number) => links.get(doc) ?? -1;
  return {
    documents: asked.statistics.all.documents + asked.lake.tail.documents.size,
    asks: (doc) => asking.has(doc),
    neighboursOf(doc) {
      const [before, after] = [step(previous, doc), step(next, doc)];
      return [before, step(previous, before), after, step(next, after)];
    },
  };
}
