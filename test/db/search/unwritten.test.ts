import { describe, expect, it } from 'vitest';
import { messages } from '../../../src/db/conversations/collection.ts';
import { Engine } from '../../../src/db/search/engine.ts';
import { flush } from '../../../src/db/search/index/flush.ts';
import { searchDefaults } from '../../../src/db/search/search.ts';
import type { SearchMode } from '../../../src/db/search/text/parse-query.ts';
import { useLake } from '../../support/lake.ts';
import { converse, removeMessages } from './support.ts';

const lake = useLake();

const count = 1000;
const open = () => new Engine(lake.db.sql, messages, { ...searchDefaults, budgetMs: 120_000 });
const ask = (engine: ReturnType<typeof open>, text: string, mode: SearchMode = 'any') =>
  engine.search({ text, mode, filter: {}, limit: count + 10, offset: 0 });

/** Begins a flush that stops while its documents are analysed, and what happens then. */
async function heldFlush(engine: ReturnType<typeof open>) {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let end = (_: Error | undefined) => {};
  const ended = new Promise<Error | undefined>((resolve) => {
    end = resolve;
  });
  const flushed = flush(lake.db.sql, messages, 'english', 4096, {
    unwritten: engine.unwritten,
    async quiet() {
      arrive();
      const failure = await ended;
      if (failure) throw failure;
    },
  });
  const settled = flushed.then(
    (docs) => docs,
    (error: unknown) => error,
  );
  await Promise.race([arrived, settled]);
  return { settled, end };
}

describe('documents that a flush has analysed', () => {
  it('are found once and ranked as before and after it, by words and by phrases, and when it fails', async () => {
    const id = await converse(
      lake,
      Array.from(
        { length: count },
        (_, i) => `The tamarin ${i % 7} eats ${i % 2 ? 'ripe figs' : 'figs ripe'} again`,
      ),
    );
    const engine = open();
    const everything = async () => ({
      words: await ask(engine, 'tamarin figs'),
      rare: await ask(engine, '3 tamarin', 'auto'),
      phrase: await ask(engine, 'ripe figs', 'phrase'),
    });
    const before = await everything();
    expect(before.words).toMatchObject({ total: count, pending: 0, totalIsExact: true });
    expect(before.phrase.total).toBe(count / 2);

    const failing = await heldFlush(engine);
    expect(engine.unwritten.count()).toBeGreaterThan(0);
    expect(await everything()).toEqual(before);
    failing.end(new Error('the disk is full'));
    expect(await failing.settled).toEqual(new Error('the disk is full'));
    expect(engine.unwritten.count()).toBe(0);
    expect(await everything()).toEqual(before);

    // An engine that analyses only what the flush has not.
    const other = open();
    const held = await heldFlush(other);
    expect(other.unwritten.count()).toBeGreaterThan(0);
    expect(await ask(other, 'tamarin figs')).toEqual(before.words);
    expect(await ask(other, 'ripe figs', 'phrase')).toEqual(before.phrase);
    await removeMessages(lake, lake.db.sql`m.conversation_id = ${id} and m.turn_number <= 10`);
    expect(await ask(other, 'tamarin')).toMatchObject({ total: count - 10 });
    held.end(undefined);
    expect(await held.settled).toBe(count);
    const after = await ask(other, 'tamarin');
    expect(after).toMatchObject({ total: count - 10, pending: 0, totalIsExact: true });
    await other.settle();
    expect(other.unwritten.isBusy).toBe(false);
    expect(other.unwritten.count()).toBe(0);
    expect(await ask(other, 'tamarin')).toEqual(after);
    expect((await ask(open(), 'ripe figs', 'phrase')).total).toBe(count / 2 - 5);
  });
});
