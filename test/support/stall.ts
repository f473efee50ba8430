import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FieldSchema, jsonSchemas } from '../../src/gateway/calls/schemas.ts';
import { createLog } from '../../src/gateway/deps.ts';
import { type RunningServer, startServer } from '../../src/gateway/server.ts';
import { catalog } from '../../src/handlers/index.ts';
import { testConfig } from './gateway.ts';
import { hostileInput, hostileShapes } from './hostile-input.ts';
import { useLake } from './lake.ts';
import { sample } from './schema.ts';

/**
 * Every tool is given long hostile texts in all its fields, and the longest time in which the gateway's thread is
 * blocked is measured. At the suite's length, work that grows with the square of a text takes tens of seconds, and
 * linear work some milliseconds; STALL_CHARACTERS=2000000 measures the longest possible texts.
 */
const characters = Number(process.env.STALL_CHARACTERS ?? 100_000);
/**
 * Far more than linear work takes, and far less than quadratic work: the test client, PostgreSQL and other tests share
 * the machine, and search has no thread of its own here.
 */
const mostMs = 1000;

/**
 * Registers the tests.
 *
 * @param every how many hostile shapes there are to one that a tool is given; each shape is given to as many tools.
 */
export function testStalls(every: number): void {
  const lake = useLake();
  let server: RunningServer;
  let filesRoot: string;

  beforeAll(async () => {
    filesRoot = await mkdtemp(join(tmpdir(), 'dewey-stall-'));
    const config = testConfig({
      DEWEY_LIMITS: 'off',
      DEWEY_DECISION_LIMITS: 'off',
      DEWEY_FILES_ROOT: filesRoot,
    });
    server = await startServer(catalog, lake.db, config, createLog('silent'));
  });
  afterAll(async () => {
    await server.stop();
    await rm(filesRoot, { recursive: true, force: true });
  });

  describe.each(catalog.tools.map((tool, i) => [tool.name, tool, i] as const))('%s', (name, tool, i) => {
    const schema: FieldSchema = jsonSchemas(tool).input;

    it('does not block others, whatever its input', async () => {
      const stalls: [shape: string, ms: number, status: number][] = [];
      let room = characters;
      const shapes = Object.entries(hostileShapes).filter((_, place) => (place + i) % every === 0);
      for (const [what, shape] of shapes) {
        const given = sample(schema, '00000000-0000-4000-8000-000000000000');
        const input = hostileInput(schema, shape, given, room);
        if (input === undefined) return;
        let body = Buffer.from(JSON.stringify(input));
        const send = async (): Promise<[ms: number, status: number]> => {
          const delay = monitorEventLoopDelay({ resolution: 5 });
          delay.enable();
          const answer = await fetch(`${server.url}/tools/${name}`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body,
          });
          await answer.arrayBuffer();
          delay.disable();
          return [delay.max / 1e6, answer.status];
        };
        let [ms, status] = await send();
        // Some limits are not in the schema: an input refused as too large proves nothing about others.
        for (; status === 413 && room > 1000; room = Math.floor(room / 2)) {
          body = Buffer.from(JSON.stringify(hostileInput(schema, shape, given, room)));
          [ms, status] = await send();
        }
        // A busy machine stops us for longer than that now and then, but not three times in a row.
        for (let again = 0; again < 2 && ms > mostMs; again++) {
          const [once, now] = await send();
          [ms, status] = [Math.min(ms, once), now];
        }
        stalls.push([what, Math.round(ms), status]);
      }
      if (process.env.STALL_CHARACTERS) process.stdout.write(`${name} ${JSON.stringify(stalls)}\n`);
      expect(stalls.filter(([, ms, status]) => ms > mostMs || status >= 500)).toEqual([]);
    }, 120_000);
  });
}
