import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpus } from './corpus.ts';
import { processorTime, type Server, useServer } from './store/database.ts';
import { product, type Way } from './store/rounds.ts';
import { ownMain } from './store/server.ts';
import { type Bench, measure, quantile, rounded, table } from './support.ts';

const queries = [
  'library',
  'reader volume',
  'library reader volume catalog',
  'the to of',
  'index catalog',
  'library index reader',
];
const hookEvent = fileURLToPath(
  new URL('../test/fixtures/capture/claude-code/hooks/PostToolUse.json', import.meta.url),
);

/**
 * What a search, a list, a bulk and a hook cost, of this build and others (`--against=…/dist/main.js,…`), in rounds that
 * alternate, each build over a lake of its own with the same messages. The figure to compare is the gateway's processor time
 * a call, which depends less on what else the machine does than the time that a client waits.
 */
export const builds: Bench = {
  name: 'builds',
  async run({ against = '', rounds = '9', times = '200', messages = '20000' }) {
    const mains = [
      ...against
        .split(',')
        .filter(Boolean)
        .map((main) => resolve(main)),
      ownMain,
    ];
    for (const main of mains) if (!existsSync(main)) throw new Error(`there is no ${main}`);
    const server = await useServer(process.env.DATABASE_URL);
    const ways: Way[] = [];
    try {
      for (const [i, main] of mains.entries())
        ways.push(await product(server, main === ownMain ? 'this build' : `build ${i + 1}`, main));
      for (const way of ways) await fill(way, Number(messages));
      for (const [name, call] of Object.entries(calls))
        await compare(server, ways, { name, call, rounds: Number(rounds), times: Number(times) });
    } finally {
      for (const way of ways) await way.end();
      await server.end();
    }
    await hooks(mains, Number(rounds));
  },
};

type Call = (call: NonNullable<Way['call']>, i: number) => Promise<unknown>;

const bulk = Array.from({ length: 100 }, (_, i) => ({
  role: i % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${i}: the loan period is set in src/loans.ts, line 12, and can be renewed twice.`,
}));

const calls: Record<string, Call> = {
  search: (call, i) => call('dewey_search', { query: queries[i % queries.length], limit: 20 }),
  'list of 20 conversations': (call) => call('dewey_list_conversations', { limit: 20 }),
  'bulk of 100 messages': (call) => call('dewey_store_messages_bulk', { messages: bulk }),
};

const callOf = (way: Way): NonNullable<Way['call']> => {
  if (!way.call) throw new Error(`${way.name} takes no calls`);
  return way.call;
};

async function fill(way: Way, count: number): Promise<void> {
  const source = corpus(1);
  const call = callOf(way);
  for (let stored = 0; stored < count; stored += 200) {
    source.topic();
    const made = Array.from({ length: 200 }, (_, i) => ({
      role: i % 2 === 0 ? 'user' : 'assistant',
      content: source.next(),
    }));
    await call('dewey_store_messages_bulk', { messages: made });
  }
}

async function compare(
  server: Server,
  ways: readonly Way[],
  { name, call, rounds, times }: { name: string; call: Call; rounds: number; times: number },
): Promise<void> {
  const taken = new Map(ways.map((way) => [way, [] as { gateway: number; database: number; p50: number }[]]));
  for (const way of ways) await measure(times, 1, (i) => call(callOf(way), i));
  for (let round = 0; round < rounds; round += 1)
    for (const way of round % 2 === 0 ? ways : [...ways].reverse()) {
      const gateway = processorTime(way.gateway ?? 0);
      const { cpu } = await server.costs();
      const { p50 } = await measure(times, 1, (i) => call(callOf(way), i), { warmUp: false });
      taken.get(way)?.push({
        gateway: (processorTime(way.gateway ?? 0) - gateway) / times,
        database: ((await server.costs()).cpu - cpu) / times,
        p50,
      });
    }
  table(
    `${name}: medians of ${rounds} rounds of ${times} calls, one at a time`,
    [...taken].map(([{ name: build }, all]) => ({
      build,
      'gateway CPU µs': rounded(
        quantile(
          all.map(({ gateway }) => gateway),
          0.5,
        ),
      ),
      'PostgreSQL CPU µs': rounded(
        quantile(
          all.map(({ database }) => database),
          0.5,
        ),
      ),
      'p50 ms': rounded(
        quantile(
          all.map(({ p50 }) => p50),
          0.5,
        ),
        2,
      ),
    })),
  );
}

/** The process that an agent starts for each event: it writes the event to the spool and ends. */
async function hooks(mains: readonly string[], rounds: number): Promise<void> {
  const input = await readFile(hookEvent);
  const folder = mkdtempSync(join(tmpdir(), 'dewey-bench-'));
  const taken = new Map(mains.map((main) => [main, [] as number[]]));
  for (let i = 0; i < rounds * 10; i += 1)
    for (const [n, main] of mains.entries()) {
      const env = { PATH: process.env.PATH, DEWEY_DATA_DIR: join(folder, String(n)) };
      const begun = performance.now();
      const { status } = spawnSync(process.execPath, [hookOf(main), 'hook', 'PostToolUse'], { env, input });
      if (status !== 0) throw new Error(`the hook of ${main} failed`);
      taken.get(main)?.push(performance.now() - begun);
    }
  await rm(folder, { recursive: true, force: true });
  table(
    `The process of a hook, ${rounds * 10} times`,
    [...taken].map(([main, all], i) => ({
      build: main === ownMain ? 'this build' : `build ${i + 1}`,
      'p50 ms': rounded(quantile(all, 0.5), 1),
      'p95 ms': rounded(quantile(all, 0.95), 1),
    })),
  );
}

/** The command as it is installed, which has been a bundle of its own since hooks begin with it. */
const hookOf = (main: string): string => {
  const bundle = main.replace(/\.js$/, '.cjs');
  return existsSync(bundle) ? bundle : main;
};
