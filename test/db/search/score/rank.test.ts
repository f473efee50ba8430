import { describe, expect, test } from 'vitest';
import { DocValues } from '../../../../src/db/search/index/doc-values.ts';
import type { List } from '../../../../src/db/search/index/kept-list.ts';
import type { AskedWord } from '../../../../src/db/search/score/asked-word.ts';
import { DocSet } from '../../../../src/db/search/score/doc-set.ts';
import { emptyQuery, type RankingQuery } from '../../../../src/db/search/score/question.ts';
import { evaluate } from '../../../../src/db/search/score/rank.ts';
import { rarity, weights as w } from '../../../../src/db/search/score/weights.ts';
import { Workspace } from '../../../../src/db/search/score/workspace.ts';
import { chance as seededChance } from '../../../support/chance.ts';

type Chance = () => number;
type Doc = {
  doc: number;
  group: number;
  previous: number;
  length: number;
  asks: boolean;
  at: number;
  live: boolean;
};

const below = (chance: Chance, n: number) => Math.floor(chance() * n);

/** Conversations whose turns are stored in turns with those of others; some are deleted. */
function lakeOf(chance: Chance, size: number, groups: number): Doc[] {
  const last = new Map<number, number>();
  return Array.from({ length: size }, (_, doc) => {
    const group = below(chance, groups);
    const previous = last.get(group) ?? -1;
    last.set(group, doc);
    // Times repeat, so that ties are decided by arrival.
    const at = below(chance, 5);
    return {
      doc,
      group,
      previous,
      length: 1 + below(chance, 60),
      asks: chance() < 0.3,
      at,
      live: chance() < 0.9,
    };
  });
}

function valuesOf(docs: readonly Doc[]): DocValues {
  const values = new DocValues();
  for (const d of docs)
    values.place(d.doc, d.group, d.previous, d.length, (d.live ? 1 : 0) | (d.asks ? 2 : 0), d.at, true);
  return values;
}

function listOf(chance: Chance, docs: readonly Doc[], share: number): List {
  const found = docs.filter(() => chance() < share);
  return {
    docs: Int32Array.from(found, ({ doc }) => doc),
    counts: Uint8Array.from(found, () => 1 + below(chance, 3)),
    size: found.length,
  };
}

function wordsOf(chance: Chance, docs: readonly Doc[], count: number): AskedWord[] {
  return Array.from({ length: count }, (_, i) => {
    const lists = [{ term: `${i}`, list: listOf(chance, docs, chance() ** 2), isLabel: false }];
    // A term may have two lists, of documents in segments and of others, which are never the same.
    const [first] = lists;
    if (first && chance() < 0.3) {
      const half = first.list.size >> 1;
      const rest = { docs: first.list.docs.subarray(half), counts: first.list.counts.subarray(half) };
      lists.push({ ...first, list: { ...rest, size: first.list.size - half } });
      first.list = { ...first.list, size: half };
    }
    if (chance() < 0.3) lists.push({ term: `exact${i}`, list: listOf(chance, docs, 0.2), isLabel: false });
    if (chance() < 0.3) lists.push({ term: `@${i}`, list: listOf(chance, docs, 0.2), isLabel: true });
    const terms = [...new Set(lists.map(({ term }) => term))];
    return { word: `${i}`, terms, stop: false, dull: chance() < 0.2, lists };
  });
}

/** The same ranking, written down as it is described, one document after another. */
function plainly(docs: readonly Doc[], q: RankingQuery) {
  const auto = q.mode === 'auto';
  const words = docs.reduce((sum, d) => sum + d.length, 0);
  const average = Math.max(1, words / docs.length);
  const groupWords = new Map<number, number>();
  for (const d of docs) groupWords.set(d.group, (groupWords.get(d.group) ?? 0) + d.length);
  const groups = groupWords.size;
  const score = new Map<number, number>();
  const cover = new Map<number, number>();
  const held = new Map<number, Set<number>>();
  const groupScore = new Map<number, number>();
  const spoken = new Set<number>();
  const add = (to: Map<number, number>, key: number, value: number) =>
    to.set(key, (to.get(key) ?? 0) + value);
  let all = 0;
  let speaker = 0;
  q.words.forEach((word, i) => {
    const of = (label: boolean) =>
      word.lists.filter((l) => l.isLabel === label).reduce((sum, { list }) => sum + list.size, 0);
    const [body, label] = [of(false), of(true)];
    const everywhere = rarity(body + label, docs.length);
    const share = auto ? label / Math.max(1, label + body) : 0;
    const factor = auto && word.dull ? w.dull : 1;
    const inBody = auto ? rarity(body, docs.length) * factor * (1 - (1 - w.name) * share) : everywhere;
    const inLabel = auto ? everywhere * w.label * factor : everywhere;
    all += inBody * (1 - share);
    if (share > w.nameShare) speaker = Math.max(speaker, share);
    const inGroup = new Map<number, number>();
    for (const { list, isLabel } of word.lists)
      for (let k = 0; k < list.size; k++) {
        const d = docs[list.docs[k] as number] as Doc;
        const tf = list.counts[k] as number;
        held.set(d.doc, (held.get(d.doc) ?? new Set()).add(i));
        if (isLabel && share > w.nameShare) spoken.add(d.doc);
        const bm25 = (inBody * tf * (w.k1 + 1)) / (tf + w.k1 * (1 - w.b + (w.b * d.length) / average));
        add(score, d.doc, isLabel ? inLabel : bm25);
        if (isLabel) continue;
        add(cover, d.doc, inBody * (1 - share));
        add(inGroup, d.group, tf);
      }
    const long = words / groups;
    for (const [g, tf] of inGroup)
      add(
        groupScore,
        g,
        (inBody * (1 - share) * tf * (w.groupK1 + 1)) /
          (tf + w.groupK1 * (1 - w.groupB + (w.groupB * (groupWords.get(g) ?? 0)) / long)),
      );
  });
  if (auto)
    for (const [d, sum] of score)
      score.set(d, sum * (1 + (w.coverage * (cover.get(d) ?? 0)) / Math.max(1e-9, all)));
  const excluded = new Set(q.excluded.flatMap(({ docs: some, size }) => [...some.subarray(0, size)]));
  const permits = (d: Doc) =>
    d.live &&
    !excluded.has(d.doc) &&
    q.scope.notGroups?.includes(d.group) !== true &&
    !q.forbidden.some((set) => set.has(d.doc));
  const neighbours = auto && q.required.length === 0;
  const next = new Map(docs.map((d) => [d.previous, d.doc]));
  const isMatch = (d: Doc) =>
    permits(d) &&
    (held.get(d.doc)?.size ?? 0) >= (q.mode === 'all' ? q.words.length : 1) &&
    q.required.every((set) => set.has(d.doc));
  const isBeside = (d: Doc) => {
    const after = next.get(d.doc) ?? -2;
    const beside = [d.previous, docs[d.previous]?.previous, after, next.get(after)];
    return beside.some((doc) => {
      const one = docs[doc ?? -2];
      return one !== undefined && isMatch(one);
    });
  };
  const around = (d: Doc) => {
    const before = docs[d.previous];
    const after = next.get(d.doc) ?? -2;
    const of = (doc: number | undefined) => score.get(doc ?? -2) ?? 0;
    return (
      w.afterMatch * (before?.asks ? w.afterQuestion : 1) * of(before?.doc) +
      w.twoAfterMatch * of(before?.previous) +
      w.beforeMatch * of(after) +
      w.twoBeforeMatch * of(next.get(after))
    );
  };
  const hits = docs
    .filter((d) => isMatch(d) || (neighbours && permits(d) && !held.has(d.doc) && isBeside(d)))
    .map((d) => {
      const sum =
        (score.get(d.doc) ?? 0) +
        (neighbours ? around(d) : 0) +
        (auto && groups > 1 ? w.group * (groupScore.get(d.group) ?? 0) : 0);
      return { doc: d.doc, at: d.at, score: spoken.has(d.doc) ? sum * (1 + w.speaker * speaker) : sum };
    });
  return { hits, total: docs.filter(isMatch).length };
}

describe('ranking in few passes gives what a plain evaluation gives', () => {
  const workspace = new Workspace();
  test.each(Array.from({ length: 120 }, (_, i) => i + 1))('for chance %i', (seed) => {
    const chance = seededChance(seed);
    const docs = lakeOf(chance, 1 + below(chance, 400), 1 + below(chance, 60));
    // Some queries have more terms than a document has bits.
    const words = wordsOf(chance, docs, chance() < 0.2 ? 10 + below(chance, 15) : 1 + below(chance, 6));
    const some = (share: number) =>
      new DocSet(
        docs.length,
        docs.flatMap(({ doc }) => (chance() < share ? [doc] : [])),
      );
    const q: RankingQuery = {
      ...emptyQuery(chance() < 0.3 ? { notGroups: [below(chance, 60)] } : {}),
      mode: (['auto', 'auto', 'any', 'all', 'phrase'] as const)[below(chance, 5)] ?? 'auto',
      words,
      required: chance() < 0.3 ? [some(0.6), some(0.5)] : [],
      forbidden: chance() < 0.2 ? [some(0.2)] : [],
      excluded: chance() < 0.3 ? [listOf(chance, docs, 0.2)] : [],
      top: 1 + below(chance, 30),
    };
    const found = evaluate(valuesOf(docs), workspace, q);
    const plain = plainly(docs, q);
    expect(found.total).toBe(plain.total);
    const scores = new Map(plain.hits.map((hit) => [hit.doc, hit.score]));
    for (const { docNo, score } of found.hits) expect(score).toBeCloseTo(scores.get(docNo) ?? -1, 9);
    const best = plain.hits.map((hit) => hit.score).sort((a, b) => b - a);
    expect(found.hits).toHaveLength(Math.min(q.top, best.length));
    for (const [i, { score }] of found.hits.entries()) expect(score).toBeCloseTo(best[i] ?? -1, 9);
    // Nothing is left behind for the next query.
    expect(
      [workspace.score, workspace.seen, workspace.mark, workspace.groupScore, workspace.groupBest].map(
        (column) => column.some((value) => value !== 0),
      ),
    ).toEqual([false, false, false, false, false]);
  });
});
