import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storedMessages } from '../../../src/gateway/capture/messages/stored.ts';
import { findFiles } from '../../../src/gateway/capture/transcripts/find-files.ts';
import { importFiles } from '../../../src/gateway/capture/transcripts/import.ts';
import type { Memory } from '../../../src/gateway/capture/transcripts/record-store.ts';
import memoryStore from '../../../src/handlers/memory/memory-store.ts';
import { call } from '../../support/call.ts';
import { forget, rowsOf, storeOf } from '../../support/capture.ts';
import { runHere } from '../../support/command.ts';
import { useLake } from '../../support/lake.ts';
import { databaseFrom, databaseOf, type Product } from '../../support/memories.ts';

const lake = useLake();
let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-hostile-memories-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  await forget(lake);
  await lake.db.sql`delete from memories`;
});

const json = async (...args: string[]) => {
  const { code, out, err } = await runHere(['import', ...args, '--json'], { DATABASE_URL: lake.url });
  if (out === '') throw new Error(err);
  return { code, ...JSON.parse(out) };
};
const observed = (name: string, ...observations: unknown[]): string =>
  JSON.stringify({ type: 'entity', name, entityType: 'thing', observations });
const memories = async () =>
  (await lake.db.sql<{ content: string }[]>`select content from memories order by content`).map(
    ({ content }) => content,
  );

describe('values of any size and kind', () => {
  it('are stored as far as Dewey can, and told otherwise', async () => {
    const path = at('values.jsonl');
    await writeFile(
      path,
      [
        observed('Long', 'word '.repeat(3000)),
        observed('Huge', 'word '.repeat(1_990_000)),
        observed('Enormous', 'word '.repeat(2_100_000)),
        observed('Bytes', 'NUL \0, half a pair \ud800, and \u001b[31mred'),
        `{"type":"entity","name":"Deep","observations":["x"],"more":${'['.repeat(5000)}${']'.repeat(5000)}}`,
        JSON.stringify({
          type: 'entity',
          name: 'Wide',
          observations: ['y'],
          small: 1,
          large: 'z'.repeat(400_000),
        }),
        `{"type":"entity","name":"Field","observations":["f"],"${'\\u001b[31m'.repeat(20)}":1}`,
        observed('Private', 'a <private>b</private> c'),
        '{"type":"entity","name":"constructor","observations":["c"],"constructor":{"prototype":1}}',
        'null',
        '"a text"',
        observed('Last', 'is stored'),
      ].join('\n'),
    );
    const { code, products } = await json(path);
    const product: Product = products['server-memory'];
    expect(code).toBe(0);
    expect(product).toMatchObject({
      read: 12,
      stored: 8,
      known: 0,
      skipped: {
        'observation longer than 10 MB': 1,
        'observation nested too deeply': 1,
        'neither an entity nor a relation': 2,
      },
      memories: { new: 6, known: 0, tooLong: 2 },
      notKept: { large: 1 },
    });
    const rows = await rowsOf(lake, 'server-memory:memories');
    expect(rows.map(({ content }) => content.slice(0, 60))).toContain(
      'Bytes (thing): NUL \ufffd, half a pair \ufffd, and \u001b[31mred',
    );
    expect(rows.find(({ content }) => content.startsWith('Huge'))?.content).toHaveLength(9_950_014);
    expect(rows.find(({ content }) => content.startsWith('Wide'))?.metadata.imported_from).toEqual({
      entity: 'Wide',
      small: 1,
      not_kept: ['large'],
    });
    expect(await memories()).toContain('Private (thing): a [private] c');
    expect(await json(path)).toMatchObject({ products: { 'server-memory': { stored: 0, known: 8 } } });
    const { out } = await runHere(['import', path], { DATABASE_URL: lake.url });
    expect(out).not.toContain('\u001b');
  });

  it('make the exit code 1 only where lines must be readable', async () => {
    const path = at('broken.jsonl');
    await writeFile(path, `${observed('A', 'b')}\n{"type":"entity"\n`);
    expect(await json(path)).toMatchObject({ code: 0 });
    expect(await json(path, '--strict')).toMatchObject({
      code: 1,
      products: { 'server-memory': { read: 2, known: 1, skipped: { malformed: 1 } } },
    });
  });

  it('do not run out of stack where there are very many', async () => {
    const path = at('many.json');
    const results = Array.from({ length: 150_000 }, (_, n) => ({ id: String(n), memory: '' }));
    await writeFile(path, JSON.stringify({ results: [...results, { id: 'last', memory: 'The last one' }] }));
    expect(await json(path)).toMatchObject({
      products: { mem0: { read: 150_001, stored: 1, skipped: { 'memory without text': 150_000 } } },
    });
  });
});

describe('databases', () => {
  const failed = async (path: string) => {
    const report = await json(path);
    expect(report).toMatchObject({ code: 1, failed: [{ path }] });
    return String(report.failed[0].problem);
  };

  it('that are damaged are named, and the import goes on with the next file', async () => {
    const path = await databaseOf('claude-mem.sql', at('claude-mem.db'));
    const whole = await readFile(path);
    const cut = at('cut.db');
    await writeFile(cut, whole.subarray(0, whole.length / 2));
    const scratched = at('scratched.db');
    await writeFile(
      scratched,
      Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096, 0xa5)]),
    );
    const empty = at('empty.db');
    await writeFile(empty, 'SQLite format 3\0');
    const next = at('next.jsonl');
    await writeFile(next, observed('After', 'the damaged files'));
    const report = await json(cut, scratched, empty, next);
    expect(report.code).toBe(1);
    expect(report.failed.map(({ path: file }: { path: string }) => file)).toEqual([cut, scratched, empty]);
    for (const { problem } of report.failed)
      expect(problem).toMatch(/^a damaged store: |^a SQLite database of no/);
    expect(await memories()).toContain('After (thing): the damaged files');
    // What could be read of a damaged store is no obstacle to importing it whole.
    const again = await json(path);
    expect(again).toMatchObject({ code: 0, products: { 'claude-mem': { read: 16 } } });
    expect(await json(path)).toMatchObject({ products: { 'claude-mem': { stored: 0, known: 11 } } });
  });

  it('of an unknown version are named with what they lack', async () => {
    const path = await databaseFrom(
      `create table sdk_sessions (id integer, project text, user_prompt text);
       create table observations (id integer); create table session_summaries (id integer)`,
      at('future.db'),
    );
    expect(await failed(path)).toBe(
      'a store of claude-mem of an unknown version: sdk_sessions has no started_at_epoch',
    );
  });

  it('that hold no memories that could be read are named with what to import instead', async () => {
    const history = await databaseFrom(
      'create table history (id text, memory_id text, old_memory text, new_memory text, event text)',
      at('history.db'),
    );
    expect(await failed(history)).toMatch(/^the history of mem0, .* get_all answers/);
  });

  it('of the first versions of claude-mem are read, too', async () => {
    const path = await databaseFrom(
      `create table sdk_sessions (id integer primary key, claude_session_id text, sdk_session_id text, project text,
         user_prompt text, started_at text, started_at_epoch integer, status text);
       insert into sdk_sessions values (1, 'old-1', 'sdk-1', 'library', 'Sort the shelves', '', 1760000000000, 'completed');
       create table observations (id integer primary key, sdk_session_id text, project text, text text, type text,
         created_at text, created_at_epoch integer);
       insert into observations values (1, 'sdk-1', 'library', 'Shelves were sorted by author', 'change', '', 1760000001000);
       create table session_summaries (id integer primary key, sdk_session_id text, project text, request text,
         learned text, created_at text, created_at_epoch integer);
       insert into session_summaries values (1, 'sdk-1', 'library', 'Sort', x'00ff', '', 1760000002000)`,
      at('old.db'),
    );
    expect(await json(path)).toMatchObject({ products: { 'claude-mem': { read: 3, stored: 3 } } });
    expect((await rowsOf(lake, 'claude-mem:old-1')).map(({ content }) => content)).toEqual([
      'Sort the shelves',
      'Shelves were sorted by author',
      'Request: Sort\nLearned: 2 bytes',
    ]);
  });
});

describe('an import that is interrupted', () => {
  const memory = (): Memory => ({
    stored: storedMessages(lake.db.sql),
    remember: async ({ content, type, confidence, conversation_id }) =>
      !(await call(memoryStore, { content, type, confidence, conversation_id }, lake.deps)).duplicate,
  });
  const lines = Array.from({ length: 500 }, (_, n) => observed(`Book ${n}`, `stands on shelf ${n}`));

  it('continues where it was, whatever of it was stored', async () => {
    const path = at('books.jsonl');
    await writeFile(path, lines.join('\n'));
    const found = await findFiles([path]);
    const store = storeOf(lake);
    let puts = 0;
    const failing = {
      ...store,
      // The database goes away between the memories of the second part and their records.
      put: (batch: Parameters<typeof store.put>[0]) => {
        if (batch.versions.length > 0) puts += 1;
        return puts === 2 ? Promise.reject(new Error('gone')) : store.put(batch);
      },
    };
    await expect(importFiles(found, failing, { memory: memory() })).rejects.toThrow('gone');
    expect(await rowsOf(lake, 'server-memory:memories')).toHaveLength(200);
    expect(await memories()).toHaveLength(400);
    const { products } = await importFiles(found, store, { memory: memory() });
    expect(products?.['server-memory']).toMatchObject({
      read: 500,
      stored: 300,
      known: 200,
      memories: { new: 100, known: 200, tooLong: 0 },
    });
    expect(await rowsOf(lake, 'server-memory:memories')).toHaveLength(500);
    expect(new Set(await memories()).size).toBe(500);
  });

  it('stops between two parts when it is told to', async () => {
    const path = at('books.jsonl');
    await writeFile(path, lines.join('\n'));
    const stop = new AbortController();
    const store = storeOf(lake);
    const stopping = {
      ...store,
      put: (batch: Parameters<typeof store.put>[0]) => {
        if (batch.versions.length > 0) stop.abort();
        return store.put(batch);
      },
    };
    const { products } = await importFiles(await findFiles([path]), stopping, {
      memory: memory(),
      signal: stop.signal,
    });
    expect(products?.['server-memory']).toMatchObject({ read: 200, stored: 200 });
    expect(await memories()).toHaveLength(200);
  });

  it('is refused where there is no place for memories', async () => {
    const path = at('books.jsonl');
    await writeFile(path, lines.join('\n'));
    const { failed, products } = await importFiles(await findFiles([path]), storeOf(lake));
    expect(failed).toEqual([{ path, problem: 'memories of another product, which "dewey import" stores' }]);
    expect(products).toBeUndefined();
  });
});
