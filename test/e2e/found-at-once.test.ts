import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { restClient } from '../support/clients.ts';
import { useDataDirs } from '../support/datadir.ts';
import { useLake } from '../support/lake.ts';
import { dewey, serve } from '../support/process.ts';

vi.setConfig({ testTimeout: 180_000 });

const lake = useLake();
const dataDir = useDataDirs();

const start = async () => {
  const server = await serve({ DATABASE_URL: lake.url, DEWEY_LOG_LEVEL: 'warn' });
  return { ...server, client: restClient(server.url) };
};
type Server = Awaited<ReturnType<typeof start>>;

/** How many messages a server finds; where it says that it has not seen all, it is asked again. */
const found = async ({ client }: Server, query: string): Promise<number> => {
  for (;;) {
    const answer = await client.call('dewey_search', { query, mode: 'any', limit: 1, exact_total: true });
    expect(answer.results.length > 0 || answer.total_is_exact).toBe(true);
    if (answer.total_is_exact) return answer.total;
  }
};

/** A transcript of a session in which somebody says one thing many times. */
async function transcript(folder: string, session: string, word: string, count: number): Promise<string> {
  await mkdir(folder, { recursive: true });
  const lines = Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      type: 'user',
      sessionId: session,
      uuid: `${session.slice(0, -6)}${String(i).padStart(6, '0')}`,
      parentUuid: null,
      timestamp: new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString(),
      cwd: '/home/zoo',
      version: '2.0.0',
      message: { role: 'user', content: `The ${word} was seen ${i} times` },
    }),
  );
  const path = join(folder, `${session}.jsonl`);
  await writeFile(path, `${lines.join('\n')}\n`);
  return path;
}

describe('what is acknowledged', () => {
  it('is found at once, whichever way it came in, by two gateways, and after one of them was killed', async () => {
    const [one, two] = [await start(), await start()];
    const { client } = one;
    const both = async (query: string, count: number) => {
      expect(await found(two, query)).toBe(count);
      expect(await found(one, query)).toBe(count);
    };
    await both('axolotl', 0);

    await client.call('dewey_store_message', { role: 'user', content: 'one axolotl' });
    await both('axolotl', 1);

    const bulk = (word: string) =>
      client.call('dewey_store_messages_bulk', {
        messages: Array.from({ length: 1000 }, (_, i) => ({ role: 'user', content: `the ${word} ${i}` })),
      });
    const { conversation_id } = await bulk('bongo');
    for (let i = 0; i < 4; i += 1) await bulk('bongo');
    await both('bongo', 5000);

    const folder = join(await dataDir(), 'transcripts');
    const remote = await transcript(folder, '0a9b6f1e-7c55-4a52-9a0e-3f8f00000000', 'cuscus', 700);
    expect(await dewey(['import', remote], { DEWEY_URL: one.url }).ended).toBe(0);
    await both('cuscus', 700);

    // More than a command leaves to whoever searches: it indexes them itself.
    const here = await transcript(folder, '1b9b6f1e-7c55-4a52-9a0e-3f8f00000000', 'dugong', 21_000);
    const local = { DATABASE_URL: lake.url, DEWEY_DATA_DIR: await dataDir() };
    expect(await dewey(['import', here], local).ended).toBe(0);
    const [queue] = await lake.db.sql<{ left: number }[]>`
      select coalesce(sum(cardinality(doc_nos)), 0)::int as left from search_queue where shelf = 1`;
    expect(queue?.left).toBeLessThan(256);
    await both('dugong', 21_000);

    await client.call('dewey_delete_conversation', { conversation_id, force: true });
    await both('bongo', 4000);

    await bulk('ermine');
    await one.end('SIGKILL');
    const again = await start();
    expect(await found(again, 'ermine')).toBe(1000);
    expect(await found(two, 'ermine')).toBe(1000);
    expect(await found(again, 'bongo')).toBe(4000);
    for (const server of [two, again]) expect(await server.end()).toBe(0);
  });
});
