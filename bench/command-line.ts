import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { v7 as uuidv7 } from 'uuid';
import { appendMessages } from '../src/db/conversations/append.ts';
import { messages as collection } from '../src/db/conversations/collection.ts';
import { connect, type Database } from '../src/db/postgres/connect.ts';
import { holdEmbeddedServer } from '../src/db/postgres/embedded/index.ts';
import { migrate } from '../src/db/postgres/migrate.ts';
import { flush } from '../src/db/search/index/flush.ts';
import { merge } from '../src/db/search/index/merge.ts';
import { corpus } from './corpus.ts';
import { type Bench, quantile, table } from './support.ts';

const main = fileURLToPath(new URL('../dist/main.cjs', import.meta.url));
const repetitions = 15;

/**
 * Whole processes of `dewey search` and `dewey list`, from start to exit, and of `dewey mcp`, from start to the answer to
 * `initialize`, beside a running server and without one: `--messages=100000`. `node` is the same process doing nothing.
 * Build first.
 */
export const commandLine: Bench = {
  name: 'command-line',
  async run({ messages = '100000' }) {
    const directory = await mkdtemp(join(tmpdir(), 'dewey-bench-'));
    await chmod(directory, 0o711); // as root, PostgreSQL runs as another user
    const env = {
      PATH: process.env.PATH,
      DEWEY_DATA_DIR: directory,
      DEWEY_WATCH: 'off',
      DEWEY_PROXY_PORT: 'off',
      DEWEY_MCP_PORT: '0',
    };
    try {
      const held = await holdEmbeddedServer(directory);
      await migrate(held.url);
      const db = connect(held.url);
      await fill(db, Number(messages));
      await db.close();
      await held.release(); // so that commands without a server start PostgreSQL, as they do for people
      const rows = [await timed('node', ['-e', '0'], env)];
      const server = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
      await once(server.stdout, 'data');
      rows.push(await timed('search, beside a server', [main, 'search', 'library'], env));
      rows.push(await timed('list, beside a server', [main, 'list'], env));
      rows.push(await timed('mcp, beside a server', [main, 'mcp'], env, initialize));
      server.kill();
      await once(server, 'exit');
      rows.push(await timed('search, without a server', [main, 'search', 'library'], env));
      rows.push(await timed('mcp, without a server', [main, 'mcp'], env, initialize));
      table(`${messages} messages, load ${loadavg()[0]?.toFixed(1)}`, rows);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

const initialize = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
})}\n`;

/** Times a process until it exits, or until it answers what it is asked on its standard input. */
async function timed(what: string, args: readonly string[], env: NodeJS.ProcessEnv, asked?: string) {
  const took: number[] = [];
  for (let i = 0; i < repetitions; i += 1) {
    const begun = performance.now();
    const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    child.stdout.resume();
    if (asked !== undefined) {
      child.stdin.write(asked);
      await once(child.stdout, 'data');
      took.push(performance.now() - begun);
    }
    child.stdin.end();
    const [code] = await ended;
    if (code !== 0) throw new Error(`${what} ended with ${code}`);
    if (asked === undefined) took.push(performance.now() - begun);
  }
  const ms = (q: number) => Math.round(quantile(took, q));
  return { command: what, 'best ms': ms(0), 'p50 ms': ms(0.5), 'p95 ms': ms(0.95) };
}

const perConversation = 20;

async function fill(db: Database, count: number): Promise<void> {
  const source = corpus(1);
  for (let left = count; left > 0; left -= perConversation * 50) {
    const ids = Array.from({ length: 50 }, () => uuidv7());
    await db.sql`
      with made as (
        insert into conversations (id, project) select id, '/home/ada/library' from unnest(${ids}::uuid[]) id returning id
      )
      insert into conversation_heads (conversation_id) select id from made`;
    await appendMessages(
      db.sql,
      ids.flatMap((conversationId) => {
        source.topic();
        return Array.from({ length: perConversation }, (_, i) => ({
          id: uuidv7(),
          conversationId,
          role: i % 2 === 0 ? ('user' as const) : ('assistant' as const),
          content: source.next(),
        }));
      }),
    );
  }
  while ((await flush(db.sql, collection, 'english', 4096)) > 0);
  while (await merge(db.sql, collection.collectionId));
  await db.sql`analyze`;
}
