import { expect, it } from 'vitest';
import { messages } from '../../../src/db/conversations/collection.ts';
import { Engine } from '../../../src/db/search/engine.ts';
import { flush } from '../../../src/db/search/index/flush.ts';
import { flushFresh } from '../../../src/db/search/index/flush-fresh.ts';
import { merge } from '../../../src/db/search/index/merge.ts';
import { searchDefaults } from '../../../src/db/search/search.ts';
import { chance as seededChance } from '../../support/chance.ts';
import { useLake } from '../../support/lake.ts';
import { converse } from './support.ts';

const lake = useLake();

const words = { osprey: 0.6, heron: 0.5, egret: 0.3, bittern: 0.15, grebe: 0.05 };
const queries = ['osprey', 'heron egret', 'osprey bittern grebe', 'grebe'];
const page = 5;
/** So long a page that every match is scored. */
const longPage = 2000;

const open = () => new Engine(lake.db.sql, messages, { ...searchDefaults, budgetMs: 120_000 });
const ask = async (engine: ReturnType<typeof open>, text: string, mode: 'auto' | 'all', limit: number) => {
  const { hits, total } = await engine.search({ text, mode, filter: {}, limit, offset: 0 });
  return { hits: hits.slice(0, page), total };
};

it.each([1, 2])(
  'a search finds the same while segments are written and merged as one that has just read the index, for chance %i',
  async (seed) => {
    const { sql } = lake.db;
    const chance = seededChance(seed);
    const text = () => [
      'water',
      ...Object.entries(words).flatMap(([word, share]) => (chance() < share ? [word] : [])),
      ...Array<string>(Math.floor(chance() * 20)).fill('reeds'),
    ];
    const engine = open();
    const analyst = { fresh: engine.fresh, ahead: engine.ahead, quiet: async () => {} };
    const store = (count: number) =>
      converse(
        lake,
        Array.from({ length: count }, () => text().join(' ')),
      );
    const changes = [
      () => store(1 + Math.floor(chance() * 60)),
      () => flushFresh(sql, messages, analyst, 1 + Math.floor(chance() * 100)),
      // Another process stores some of what this one has analysed.
      () => flush(sql, messages, 'english', 1 + Math.floor(chance() * 40)),
      () => merge(sql, messages.collectionId, 2),
    ];
    await store(120);
    for (let step = 0; step < 14; step++) {
      const change = changes[step % 2 === 0 ? 0 : 1 + Math.floor(chance() * 3)] ?? changes[0];
      const during = ask(engine, queries[step % queries.length] ?? '', 'auto', page);
      await Promise.all([change?.(), during]);
      const reader = open();
      for (const [i, query] of queries.entries())
        if ((step + i) % 2 === 0)
          for (const mode of ['auto', 'all'] as const)
            expect(await ask(engine, query, mode, page)).toEqual(await ask(reader, query, mode, longPage));
    }
  },
);
