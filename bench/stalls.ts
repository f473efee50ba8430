import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { jsonSchemas } from '../src/gateway/calls/schemas.ts';
import { catalog } from '../src/handlers/index.ts';
import { hostileInput, hostileShapes } from '../test/support/hostile-input.ts';
import { sample } from '../test/support/schema.ts';
import { type Bench, table } from './support.ts';

const anyId = '00000000-0000-4000-8000-000000000000';

/**
 * The longest time for which a running server's event loop is blocked by one call of a tool, as the server itself
 * measures it: every tool gets long hostile texts in all its fields.
 */
export const stalls: Bench = {
  name: 'stalls',
  async run({ characters = '2000000', tools }) {
    const directory = await mkdtemp(join(tmpdir(), 'dewey-bench-'));
    const server = await serve(directory);
    const rows: Record<string, string | number>[] = [];
    for (const tool of catalog.tools.filter(({ name }) => !tools || tools.split(',').includes(name))) {
      const schema = jsonSchemas(tool).input;
      let worst = { ms: 0, shape: '', status: 0, bytes: 0 };
      let room = Number(characters);
      for (const [shape, text] of Object.entries(hostileShapes)) {
        let answer = { status: 413, ms: 0, bytes: 0 };
        // Some limits are not in the schema: an input refused as too large proves nothing about others.
        for (; answer.status === 413 && room > 1000; room = answer.status === 413 ? room >> 1 : room) {
          const input = hostileInput(schema, text, sample(schema, anyId), room);
          if (input === undefined) break;
          answer = await server.call(tool.name, JSON.stringify(input));
          // The machine stops a process now and then, but not three times in a row.
          for (let again = 0; again < 2 && answer.ms > 100; again++) {
            const repeated = await server.call(tool.name, JSON.stringify(input));
            answer = { ...repeated, ms: Math.min(answer.ms, repeated.ms) };
          }
        }
        if (answer.ms > worst.ms) worst = { ...answer, shape };
      }
      if (worst.bytes > 0) rows.push({ tool: tool.name, ...worst, ms: Math.round(worst.ms) });
    }
    await server.stop();
    await rm(directory, { recursive: true, force: true });
    rows.sort((a, b) => Number(b.ms) - Number(a.ms));
    table('longest stall of the event loop by one call', rows);
  },
};

async function serve(directory: string) {
  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    DEWEY_DATA_DIR: directory,
    DEWEY_MCP_PORT: '0',
    DEWEY_PROXY_PORT: 'off',
    DEWEY_WATCH: 'off',
    DEWEY_LOG_LEVEL: 'silent',
    DEWEY_LIMITS: 'off',
    DEWEY_DECISION_LIMITS: 'off',
    DEWEY_FILES_ROOT: directory,
  };
  const main = join(import.meta.dirname, '../dist/main.js');
  const child = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let url = '';
  for await (const line of createInterface(child.stdout)) {
    url = /http:\S+(?=\/mcp)/.exec(line)?.[0] ?? '';
    if (url) break;
  }
  /** The longest lag since the last time it was read. */
  const lag = async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^dewey_nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1000;
  };
  return {
    async call(tool: string, body: string) {
      await lag();
      const answer = await fetch(`${url}/tools/${tool}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      await answer.arrayBuffer();
      return { status: answer.status, ms: await lag(), bytes: Buffer.byteLength(body) };
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
