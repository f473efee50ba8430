import { describe, expect, test } from 'vitest';
import { DocValues } from '../../../../src/db/search/index/doc-values.ts';
import { KeptList, type List } from '../../../../src/db/search/index/kept-list.ts';
import type { AskedWord, TermList } from '../../../../src/db/search/score/asked-word.ts';
import { DocSet } from '../../../../src/db/search/score/doc-set.ts';
import { isPrunable } from '../../../../src/db/search/score/pruned.ts';
import { emptyQuery, type RankingQuery } from '../../../../src/db/search/score/question.ts';
import { evaluate } from '../../../../src/db/search/score/rank.ts';
import { Workspace } from '../../../../src/db/search/score/workspace.ts';
import { chance as seededChance } from '../../../support/chance.ts';

type Chance = () => number;
const below = (chance: Chance, n: number) => Math.floor(chance() * n);

/** A term's postings: those that are kept, and those of documents that are in no segment yet. */
type Term = { share: number; isLabel: boolean; kept: KeptList; fresh: [doc: number, count: number][] };

const made = (postings: readonly [number, number][]): List => ({
  docs: Int32Array.from(postings, ([doc]) => doc),
  counts: Uint8Array.from(postings, ([, count]) => count),
  size: postings.length,
});

/** A lake that grows: texts get other versions and are deleted, documents arrive in any order, segments in their own. */
class Lake {
  readonly values = new DocValues();
  readonly terms: Term[];
  private readonly lasts = new Map<number, number[]>();
  private next = 0;
  private readonly chance: Chance;
  private readonly groups: number;

  constructor(chance: Chance) {
    this.chance = chance;
    this.groups = 1 + below(chance, 40);
    this.terms = Array.from({ length: 3 + below(chance, 6) }, () => ({
      share: chance() ** 2,
      isLabel: chance() < 0.2,
      // Of some, the numbers of documents are left to bits.
      kept: new KeptList(chance() < 0.5 ? 1 : undefined),
      fresh: [],
    }));
  }

  grow(count: number): void {
    const { chance, values } = this;
    const docs = Array.from({ length: count }, () => this.next++);
    const records = docs.map((doc) => {
      const group = below(chance, this.groups);
      const turns = this.lasts.get(group) ?? [];
      // Another version of a turn has the same one before it as that.
      const previous = (chance() < 0.03 ? turns.at(-2) : turns.at(-1)) ?? -1;
      turns.push(doc);
      this.lasts.set(group, turns);
      return { doc, group, previous };
    });
    if (chance() < 0.3) records.reverse();
    for (const { doc, group, previous } of records) {
      const flags = 1 | (chance() < 0.3 ? 2 : 0) | (below(chance, 3) << 2);
      values.place(
        doc,
        group,
        previous,
        1 + below(chance, chance() < 0.1 ? 900 : 60),
        flags,
        below(chance, 5),
        true,
      );
      for (const term of this.terms) if (chance() < term.share) term.fresh.push([doc, 1 + below(chance, 4)]);
    }
    values.bury(docs.filter(() => chance() < 0.05));
  }

  /** Puts what is fresh into the kept postings, as after a flush, or a part of it. */
  flush(): void {
    const some = this.chance() < 0.5 ? this.next : below(this.chance, this.next);
    for (const { kept, fresh } of this.terms) {
      const moved = fresh.filter(([doc]) => doc < some);
      const all = made([
        ...Array.from(kept.docs, (doc, i): [number, number] => [doc, kept.counts[i] ?? 0]),
        ...moved,
      ]);
      kept.take(all);
      fresh.splice(0, fresh.length, ...fresh.filter(([doc]) => doc >= some));
    }
  }

  /** The words of a query, with kept lists or as if they were made for it. */
  words(which: readonly number[][], isKept: boolean): AskedWord[] {
    return which.map((terms, i) => {
      const lists = terms.flatMap((t): TermList[] => {
        const { kept, fresh, isLabel } = this.terms[t] as Term;
        const { docs, counts, size } = kept;
        const all = [isKept ? kept : { docs, counts, size }, made(fresh)];
        return all.filter(({ size }) => size > 0).map((list) => ({ term: `${t}`, list, isLabel }));
      });
      return { word: `${i}`, terms: terms.map(String), stop: false, dull: i === 1, lists };
    });
  }
}

function asked(chance: Chance, lake: Lake): Omit<RankingQuery, 'words'> & { which: number[][] } {
  const { values } = lake;
  const order = lake.terms.map((_, i) => i).sort(() => chance() - 0.5);
  const which: number[][] = [];
  while (order.length > 0 && (which.length === 0 || chance() < 0.6))
    which.push(order.splice(0, 1 + below(chance, 2)));
  const some = (high: number) => Array.from({ length: 1 + below(chance, 8) }, () => below(chance, high));
  const scopes: RankingQuery['scope'][] = [
    {},
    {},
    { groups: some(values.groupHigh) },
    { notGroups: some(values.groupHigh) },
    { kinds: [0, 2] },
    { from: 1, to: 4 },
    { docs: some(values.high) },
  ];
  const required = () =>
    new DocSet(values.high, some(values.high).concat(docsOf(values.high, chance() ** 2)));
  const docsOf = (high: number, share: number) =>
    Array.from({ length: high }, (_, d) => d).filter(() => chance() < share);
  return {
    ...emptyQuery(scopes[below(chance, scopes.length)] ?? {}),
    mode: (['auto', 'auto', 'any', 'all'] as const)[below(chance, 4)] ?? 'auto',
    required: chance() < 0.4 ? Array.from({ length: 1 + below(chance, 2) }, required) : [],
    forbidden: chance() < 0.1 ? [new DocSet(values.high, some(values.high))] : [],
    excluded: chance() < 0.2 ? [made(some(values.high).map((doc) => [doc, 1]))] : [],
    top: 1 + below(chance, Math.max(1, values.high >> 6)),
    explain: chance() < 0.2,
    which,
  };
}

describe('ranking that passes over units gives what the evaluation of every match gives', () => {
  test.each(Array.from({ length: 60 }, (_, i) => i + 1))('for chance %i', (seed) => {
    const chance = seededChance(seed);
    const lake = new Lake(chance);
    const workspace = new Workspace();
    let pruned = 0;
    for (let step = 0; step < 8; step++) {
      lake.grow(1 + below(chance, 500));
      if (chance() < 0.7) lake.flush();
      for (let i = 0; i < 4; i++) {
        const { which, ...rest } = asked(chance, lake);
        const q = { ...rest, words: lake.words(which, true) };
        if (isPrunable(lake.values, q)) pruned += 1;
        const found = evaluate(lake.values, workspace, q);
        // Nothing is left behind for the next query.
        const { score, seen, mark, groupScore, groupCount, unitState, unitImpact } = workspace;
        for (const column of [score, seen, mark, groupScore, groupCount, unitState, unitImpact])
          expect(column.every((value) => value === 0)).toBe(true);
        const plain = evaluate(lake.values, new Workspace(), { ...rest, words: lake.words(which, false) });
        expect(found).toEqual(plain);
      }
    }
    expect(pruned).toBeGreaterThan(0);
  });
});
