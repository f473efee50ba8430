import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../src/db/postgres/connect.ts';
import { addedMessage, largeCursorStore } from './formats-cursor.ts';
import { type Bench, quantile, rounded, scratchLake, table } from './support.ts';

const everyMs = 5000;
/** Resolution of processor times in `/proc`. */
const tickMs = 10;

/**
 * What it costs `dewey serve` to follow a large SQLite store, Cursor's: while nothing changes, and while a message is added
 * every five seconds. Processor time is that of its process, read from `/proc`; PostgreSQL has its own.
 */
export const followStore: Bench = {
  name: 'follow-store',
  async run({ mb = '1000', seconds = '60' }) {
    const home = await mkdtemp(join(tmpdir(), 'dewey-bench-'));
    const lake = await scratchLake();
    const db = connect(lake.url);
    const folder = join(home, '.config', 'Cursor', 'User', 'globalStorage');
    const path = join(folder, 'state.vscdb');
    await mkdir(folder, { recursive: true });
    const made = largeCursorStore(path, Number(mb) * 1e6);
    const rows: Record<string, string | number>[] = [];
    const stored = async () => Number((await db.sql`select count(*) as n from messages`)[0]?.n);
    const until = async (count: number) => {
      while ((await stored()) < count) await delay(20);
    };
    /** Until what was stored is searchable, as indexing costs more than following. */
    const indexed = async () => {
      const left = async () =>
        Number((await db.sql`select coalesce(sum(cardinality(doc_nos)), 0) as n from search_queue`)[0]?.n);
      while ((await left()) > 0) await delay(1000);
      await delay(4 * everyMs);
    };
    const writer = spawn('sqlite3', [path], { stdio: ['pipe', 'inherit', 'inherit'] });
    let added = 0;
    /** @returns the milliseconds until it is stored. */
    const add = async () => {
      const begun = performance.now();
      writer.stdin.write(addedMessage(made.composers, added));
      added += 1;
      await until(made.messages + added);
      return performance.now() - begun;
    };
    const phase = async (what: string, server: Server, work: () => Promise<number[]>) => {
      await server.lagMs();
      const [begun, used] = [performance.now(), server.cpuMs()];
      const waits = await work();
      const wall = performance.now() - begun;
      rows.push({
        what,
        seconds: Math.round(wall / 1000),
        '% of a core': rounded(((server.cpuMs() - used) / wall) * 100, 1),
        'longest stall ms': Math.round(await server.lagMs()),
        'stored after s, median': waits.length > 0 ? rounded(quantile(waits, 0.5) / 1000, 1) : '',
        'at most': waits.length > 0 ? rounded(Math.max(...waits) / 1000, 1) : '',
      });
    };
    const idle = async () => {
      await delay(Number(seconds) * 1000);
      return [];
    };
    const without = await serve(home, lake.url, 'off');
    await delay(everyMs);
    await phase('idle, DEWEY_WATCH=off', without, idle);
    await without.stop();
    const server = await serve(home, lake.url, 'on');
    await delay(everyMs);
    await phase('idle, not read yet', server, idle);
    await phase('first message: the whole store is read', server, async () => [await add()]);
    await phase('until all of it is searchable', server, async () => {
      await indexed();
      return [];
    });
    await phase('idle', server, idle);
    await phase('a message every 5 s', server, async () => {
      const waits: Promise<number>[] = [];
      for (let n = 0; n < (Number(seconds) * 1000) / everyMs; n += 1) {
        waits.push(add());
        await delay(everyMs);
      }
      return Promise.all(waits);
    });
    await server.stop();
    writer.stdin.end();
    await once(writer, 'exit');
    const { size } = await stat(path);
    table(`A store of ${rounded(size / 1e9, 2)} GB, ${made.messages} messages`, rows);
    await db.close();
    await lake.end();
    await rm(home, { recursive: true, force: true });
  },
};

type Server = { cpuMs(): number; lagMs(): Promise<number>; stop(): Promise<void> };

async function serve(home: string, databaseUrl: string, watch: 'on' | 'off'): Promise<Server> {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    DATABASE_URL: databaseUrl,
    DEWEY_DATA_DIR: join(home, 'data'),
    DEWEY_MCP_PORT: '0',
    DEWEY_PROXY_PORT: 'off',
    DEWEY_WATCH: watch,
    DEWEY_LOG_LEVEL: 'warn',
  };
  const main = join(import.meta.dirname, '../dist/main.js');
  const child: ChildProcess = spawn(process.execPath, [main, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let url = '';
  if (child.stdout)
    for await (const line of createInterface(child.stdout)) {
      url = /http:\S+(?=\/mcp)/.exec(line)?.[0] ?? '';
      if (url) break;
    }
  return {
    cpuMs() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * tickMs;
    },
    /** The longest since it was last asked. */
    async lagMs() {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(/^dewey_nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1000;
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
