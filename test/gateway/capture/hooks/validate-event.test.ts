import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { keyringOf } from '../../../../src/gateway/auth/load-keys.ts';
import { type CaptureService, createCapture } from '../../../../src/gateway/capture/service.ts';
import { letterIds } from '../../../../src/gateway/capture/spool/letters.ts';
import { createLog } from '../../../../src/gateway/deps.ts';
import { type RunningServer, startServer } from '../../../../src/gateway/server.ts';
import { catalog } from '../../../../src/handlers/index.ts';
import { hookEvents } from '../../../../src/handlers/workflow/domain/hooks.ts';
import { fixture, forget, hookStream, sendHooks } from '../../../support/capture.ts';
import { testConfig } from '../../../support/gateway.ts';
import { useLake } from '../../../support/lake.ts';
import { eventually } from '../../../support/waiting.ts';

vi.setConfig({ testTimeout: 120_000 });
const lake = useLake();
let dataDir: string;
let capture: CaptureService;
let server: RunningServer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dewey-shape-'));
  const config = testConfig({ DEWEY_DATA_DIR: dataDir, DEWEY_WATCH: 'off', DEWEY_PROXY_PORT: 'off' });
  const { clock, newId } = lake.deps;
  const log = createLog('silent');
  const keys = keyringOf(config, undefined, log);
  capture = createCapture({ config, keys, db: lake.db, log, newId, clock });
  server = await startServer(catalog, lake.db, config, createLog('silent'), { capture });
  await capture.start();
});
afterAll(async () => {
  await server.stop();
  await capture.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function post(body: unknown): Promise<{ status: number; field?: string }> {
  const response = await fetch(`${server.url}/hooks/claude-code`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer = (await response.json()) as { error?: { data?: { field?: string } } };
  const field = answer.error?.data?.field;
  return { status: response.status, ...(field === undefined ? {} : { field }) };
}

const folder = () => join(dataDir, 'spool');
/** Until nothing waits any more. */
const drained = () => eventually(async () => capture.spoolState().bytes === 0);

const event = (name: string, fields: object = {}) => ({ session_id: 's', hook_event_name: name, ...fields });
/** As text: what is this deep cannot be written by what JavaScript has for it. */
const deep = (name: string, field: string, levels: number): string =>
  JSON.stringify(event(name, { tool_name: 'Bash', [field]: 0 })).replace(
    `"${field}":0`,
    `"${field}":${'['.repeat(levels)}${']'.repeat(levels)}`,
  );

describe('a hook event over HTTP', () => {
  it('as Claude Code sends it is taken, every one of them', async () => {
    const hooks = fixture('claude-code/hooks');
    for (const file of (await readdir(hooks)).filter((name) => name.endsWith('.json')))
      if (file !== 'http-request.json') {
        const body = await readFile(join(hooks, file), 'utf8');
        expect({ file, ...(await post(body)) }).toEqual({ file, status: 200 });
      }
    await drained();
    expect(await letterIds(folder())).toEqual([]);
  });

  it.each<[field: string, body: unknown]>([
    ['event', []],
    ['session_id', { hook_event_name: 'Stop' }],
    ['session_id', { ...event('Stop'), session_id: 7 }],
    ['session_id', { ...event('Stop'), session_id: '' }],
    ['session_id', { ...event('Stop'), session_id: 'a\0b' }],
    ['session_id', { ...event('Stop'), session_id: 'x'.repeat(3000) }],
    ['hook_event_name', { session_id: 's' }],
    ['prompt', event('UserPromptSubmit')],
    ['prompt', event('UserPromptSubmit', { prompt: { text: 'no' } })],
    ['prompt_id', event('UserPromptSubmit', { prompt: 'x', prompt_id: 'y'.repeat(5000) })],
    ['message_id', event('MessageDisplay', { index: 0, delta: 'x' })],
    ['index', event('MessageDisplay', { message_id: 'm', index: 1e10, delta: 'x' })],
    ['index', event('MessageDisplay', { message_id: 'm', index: -1, delta: 'x' })],
    ['index', event('MessageDisplay', { message_id: 'm', index: '0', delta: 'x' })],
    ['delta', event('MessageDisplay', { message_id: 'm', index: 0, delta: 5 })],
    ['tool_name', event('PreToolUse', { tool_use_id: 't' })],
    ['tool_use_id', event('PostToolUse', { tool_name: 'Bash', tool_use_id: '\u0007' })],
    ['tool_calls', event('PostToolBatch', { tool_calls: 'Bash' })],
    ['tool_calls', event('PostToolBatch', { tool_calls: [{ tool_name: 5 }] })],
    ['last_assistant_message', event('Stop', { last_assistant_message: 1 })],
    ['tool_input', deep('PreToolUse', 'tool_input', 5000)],
    ['tool_input', deep('PreToolUse', 'tool_input', 151)],
    ['anything', deep('Invented', 'anything', 1_000_000)],
  ])('is refused with the field at fault: %s', async (field, body) => {
    expect(await post(body)).toEqual({ status: 400, field });
  });

  it('that this version does not know is kept, whatever else it holds', async () => {
    expect(await post(event('InventedLater', { new_field: { of: ['any', 1, null] } }))).toEqual({
      status: 200,
    });
    expect(await post(event('Stop', { new_field: 1, last_assistant_message: null }))).toEqual({
      status: 200,
    });
  });

  it('of 17 MB is taken, and one that is too long is told so', async () => {
    const long = event('UserPromptSubmit', { prompt: 'word '.repeat(3_400_000) });
    expect(await post(long)).toEqual({ status: 200 });
    const response = await fetch(`${server.url}/hooks/claude-code`, {
      method: 'POST',
      body: `{"session_id":"${'x'.repeat(64_000_001)}"}`,
    });
    expect(response.status).toBe(413);
    await drained();
  });

  it('that was acknowledged never becomes a dead letter by what it holds', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    const id = fc.oneof(
      text,
      fc.constantFrom('a', 'b', '', '\0', '\ud800', 'x'.repeat(300), null, 1, undefined),
    );
    const value = fc.oneof(text, fc.jsonValue({ maxDepth: 4 }), fc.constant(undefined));
    const call = fc.record(
      { tool_name: id, tool_use_id: id, tool_input: value, tool_response: value },
      { requiredKeys: ['tool_name'] },
    );
    const events = fc.record(
      {
        session_id: fc.oneof({ weight: 5, arbitrary: fc.constantFrom('s1', 's2') }, id),
        hook_event_name: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...hookEvents) }, text),
        prompt_id: id,
        agent_id: id,
        agent_type: value,
        cwd: value,
        prompt: value,
        message_id: id,
        index: fc.oneof(fc.nat(3), fc.integer(), fc.double(), value),
        final: fc.oneof(fc.boolean(), value),
        delta: value,
        tool_name: id,
        tool_use_id: id,
        tool_input: value,
        tool_response: value,
        error: value,
        tool_calls: fc.oneof(fc.array(call, { maxLength: 3 }), value),
        last_assistant_message: value,
        compact_summary: value,
      },
      { requiredKeys: ['session_id', 'hook_event_name'] },
    );
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(events, { minLength: 5, maxLength: 20 }), async (bodies) => {
        for (const body of bodies) {
          const { status } = await post(body);
          expect([200, 400]).toContain(status);
          if (status === 200) taken += 1;
        }
      }),
      { numRuns: 40 },
    );
    expect(taken).toBeGreaterThan(20);
    await drained();
    expect(await letterIds(folder())).toEqual([]);
    expect(capture.spoolState()).toMatchObject({ deadLetters: 0, unaccounted: 0, dropped: 0 });
  });
});

it('events stored together come to the rows of events stored one by one', async () => {
  const streams = ['session-two-turns', 'session-interrupted', 'session-long', 'session-subagent'];
  const all = (await Promise.all(streams.map(hookStream))).flat();
  // As sessions that go on at the same time are mixed in the spool.
  const mixed = all.toSorted((a, b) => a.received_at.slice(14).localeCompare(b.received_at.slice(14)));
  const rows = async () =>
    (
      await lake.db.sql<{ row: string }[]>`
        select concat_ws(' ', s.key, m.turn_number, m.role, m.external_id, m.created_at, m.metadata::text, m.content) as row
        from messages m join capture_sources s using (conversation_id) order by s.key, m.turn_number`
    ).map(({ row }) => row);
  await forget(lake);
  await sendHooks(lake, mixed);
  const single = await rows();
  expect(single.length).toBeGreaterThan(60);
  let size = 0;
  for (const next of [() => 200, () => (size = (size % 7) + 1), () => 50]) {
    await forget(lake);
    await sendHooks(lake, mixed, next);
    expect(await rows()).toEqual(single);
  }
});

describe('/readyz', () => {
  it('says so when the spool cannot be written, or its disk is almost full', async () => {
    const of = async (env: Record<string, string>, DEWEY_DATA_DIR: string) => {
      const config = testConfig({ DEWEY_DATA_DIR, DEWEY_WATCH: 'off', DEWEY_PROXY_PORT: 'off', ...env });
      const { clock, newId } = lake.deps;
      const log = createLog('silent');
      const keys = keyringOf(config, undefined, log);
      const service = createCapture({ config, keys, db: lake.db, log, newId, clock });
      return { service, config };
    };
    const other = await mkdtemp(join(tmpdir(), 'dewey-ready-'));
    const full = await of({ DEWEY_DISK_LEAST_MB: '1000000' }, other);
    expect(await full.service.problem()).toBe('the disk of the spool is almost full');
    const running = await startServer(catalog, lake.db, full.config, createLog('silent'), {
      capture: full.service,
    });
    const answer = await fetch(`${running.url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      status: 'unavailable',
      reason: 'the disk of the spool is almost full',
    });
    await running.stop();
    await full.service.stop();

    const gone = await of({}, other);
    await rm(join(other, 'spool'), { recursive: true });
    await writeFile(join(other, 'spool'), 'a file in its place');
    expect(await gone.service.problem()).toMatch(/^the spool cannot be written \(E\w+\)$/);
    await rm(other, { recursive: true });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});
