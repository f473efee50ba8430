import { describe, expect, it } from 'vitest';
import { messages } from '../../../src/db/conversations/collection.ts';
import { Engine } from '../../../src/db/search/engine.ts';
import { flush } from '../../../src/db/search/index/flush.ts';
import { flushFresh } from '../../../src/db/search/index/flush-fresh.ts';
import { merge } from '../../../src/db/search/index/merge.ts';
import { searchDefaults } from '../../../src/db/search/search.ts';
import type { SearchMode } from '../../../src/db/search/text/parse-query.ts';
import { useLake } from '../../support/lake.ts';
import { converse, removeMessages } from './support.ts';

const lake = useLake();

const count = 1000;
const open = () => new Engine(lake.db.sql, messages, { ...searchDefaults, budgetMs: 120_000 });
const ask = (engine: ReturnType<typeof open>, text: string, mode: SearchMode = 'any') =>
  engine.search({ text, mode, filter: {}, limit: count + 10, offset: 0 });
const store = (engine: ReturnType<typeof open>, quiet = async () => {}) =>
  flushFresh(lake.db.sql, messages, { fresh: engine.fresh, ahead: engine.ahead, quiet }, 100_000);
const inTables = async (term: string) => {
  const [row] = await lake.db.sql<{ queued: number; postings: number }[]>`
    select (select coalesce(sum(cardinality(doc_nos)), 0)::int from search_queue where shelf = 1) as queued,
           (select coalesce(sum(df), 0)::int from search_postings where shelf = 1 and term = ${term}) as postings`;
  return row;
};

describe('documents that were analysed before they are stored as a segment', () => {
  it('are found once and ranked as before and after it, by words and by phrases, and when storing them fails', async () => {
    await converse(
      lake,
      Array.from(
        { length: count },
        (_, i) => `The tamarin ${i % 7} eats ${i % 2 ? 'ripe figs' : 'figs ripe'} again`,
      ),
    );
    const engine = open();
    const everything = async (of = engine) => ({
      words: await ask(of, 'tamarin figs'),
      rare: await ask(of, '3 tamarin', 'auto'),
      phrase: await ask(of, 'ripe figs', 'phrase'),
    });
    const before = await everything();
    expect(before.words).toMatchObject({ total: count, pending: 0, totalIsExact: true });
    expect(before.phrase.total).toBe(count / 2);
    expect(engine.fresh.size).toBe(count);

    let during: typeof before | undefined;
    const failing = store(engine, async () => {
      during ??= await everything();
      throw new Error('the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(during).toEqual(before);
    expect(await everything()).toEqual(before);
    expect(await inTables('tamarin')).toEqual({ queued: count, postings: 0 });

    expect(await store(engine)).toBe(count);
    expect(await inTables('tamarin')).toEqual({ queued: 0, postings: count });
    expect(await everything()).toEqual(before);
    expect(await everything(open())).toEqual(before);
    await engine.settle();
    expect(engine.fresh.size).toBe(0);
    expect([...engine.fresh.terms()]).toEqual([]);
    expect(await store(engine)).toBe(0);
  });

  it('are stored once, whichever process analysed them, and stay whole when another has stored a part', async () => {
    await converse(
      lake,
      Array.from({ length: 200 }, (_, i) => `the kinkajou ${i}`),
    );
    const [one, two] = [open(), open()];
    expect((await ask(one, 'kinkajou')).total).toBe(200);
    expect((await ask(two, 'kinkajou')).total).toBe(200);
    await converse(
      lake,
      Array.from({ length: 100 }, (_, i) => `the kinkajou again ${i}`),
    );
    expect((await ask(two, 'kinkajou')).total).toBe(300);
    expect(await store(one)).toBe(300);
    expect(await store(two)).toBe(0);
    expect(await inTables('kinkajou')).toEqual({ queued: 0, postings: 300 });
    for (const engine of [one, two, open()])
      expect(await ask(engine, 'kinkajou')).toMatchObject({ total: 300, pending: 0, totalIsExact: true });
    expect(two.fresh.size).toBe(0);
  });

  it('leave nothing in the index when they were deleted in the meantime', async () => {
    const id = await converse(
      lake,
      Array.from({ length: 20 }, (_, i) => `the secretive olingo ${i}`),
    );
    const engine = open();
    expect((await ask(engine, 'olingo')).total).toBe(20);
    await removeMessages(lake, lake.db.sql`m.conversation_id = ${id} and m.turn_number <= 5`);
    expect((await ask(engine, 'olingo')).total).toBe(15);
    expect(await store(engine)).toBe(20);
    expect(await inTables('olingo')).toEqual({ queued: 0, postings: 15 });
    await removeMessages(lake, lake.db.sql`m.conversation_id = ${id}`);
    expect((await ask(engine, 'olingo')).total).toBe(0);

    // All of them, before any is analysed and before any is stored.
    const gone = await converse(lake, ['one cacomistle', 'two cacomistles']);
    const late = await converse(lake, ['three cacomistles']);
    await removeMessages(lake, lake.db.sql`m.conversation_id = ${gone}`);
    expect((await ask(engine, 'cacomistle')).total).toBe(1);
    await removeMessages(lake, lake.db.sql`m.conversation_id = ${late}`);
    expect((await ask(engine, 'cacomistle')).total).toBe(0);
    expect(await store(engine)).toBe(3);
    expect(await inTables('cacomistl')).toEqual({ queued: 0, postings: 0 });
    expect((await ask(open(), 'cacomistle')).total).toBe(0);
  });

  it('are found by phrases when newer ones were stored first', async () => {
    await converse(
      lake,
      Array.from(
        { length: 400 },
        (_, i) => `the ringtail ${i % 4 ? 'climbs slowly' : 'slowly climbs'} tree ${i}`,
      ),
    );
    await lake.db.sql.begin(async (tx) => {
      const [row] = await tx<
        { docNos: number[] }[]
      >`delete from search_queue where shelf = 1 returning doc_nos`;
      const docs = row?.docNos ?? [];
      for (let from = 350; from >= 0; from -= 50)
        await tx`insert into search_queue (shelf, doc_nos) values (1, ${docs.slice(from, from + 50)}::int[])`;
    });
    const before = await ask(open(), 'climbs slowly', 'phrase');
    expect(before).toMatchObject({ total: 300, totalIsExact: true });
    while (await flush(lake.db.sql, messages, 'english', 50));
    expect(await ask(open(), 'climbs slowly', 'phrase')).toEqual(before);
    while (await merge(lake.db.sql, messages.collectionId));
    const [row] = await lake.db.sql<{ most: number }[]>`
      select max(df) as most from search_postings where shelf = 1 and term = 'ringtail'`;
    expect(row?.most).toBeGreaterThanOrEqual(200);
    expect(await ask(open(), 'climbs slowly', 'phrase')).toEqual(before);
  });
});
