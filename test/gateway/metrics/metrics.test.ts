import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../../../src/db/postgres/connect.ts';
import { keyringOf } from '../../../src/gateway/auth/load-keys.ts';
import { Figures } from '../../../src/gateway/capture/messages/counters.ts';
import { Tally } from '../../../src/gateway/capture/messages/group-by-source.ts';
import { noCounts } from '../../../src/gateway/capture/messages/store.ts';
import { createCapture } from '../../../src/gateway/capture/service.ts';
import { addDatabaseMetrics, createMetrics } from '../../../src/gateway/metrics/index.ts';
import { type RunningServer, startServer } from '../../../src/gateway/server.ts';
import { catalog } from '../../../src/handlers/index.ts';
import { main } from '../../support/cli.ts';
import { mcpClient, restClient } from '../../support/clients.ts';
import { runHere } from '../../support/command.ts';
import { testConfig } from '../../support/gateway.ts';
import { holdStores } from '../../support/held.ts';
import { useLake } from '../../support/lake.ts';
import { capturedLog } from '../../support/log.ts';
import { modern, post, rpc } from '../../support/mcp.ts';
import { runScript } from '../../support/process.ts';
import { eventually } from '../../support/waiting.ts';

// Some tests start processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const lake = useLake();
const captured = capturedLog();
let server: RunningServer;
let stop: () => Promise<void>;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dewey-figures-'));
  const config = testConfig({ DEWEY_DATA_DIR: dataDir });
  const { clock, newId } = lake.deps;
  const keys = keyringOf(config, undefined, captured.log);
  const capture = createCapture({ config, keys, db: lake.db, log: captured.log, newId, clock });
  server = await startServer(catalog, lake.db, config, captured.log, { capture });
  stop = async () => {
    await server.stop();
    await capture.stop();
  };
});
afterAll(async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The metrics by name and labels, as Prometheus would read them. */
async function figures(): Promise<Map<string, number>> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

describe('/metrics', () => {
  it('reports how often and how fast each tool answered, and with which errors', async () => {
    const client = restClient(server.url);
    await client.call('dewey_list_contexts', {}).catch(() => undefined); // no such tool: no metric of its own
    for (let n = 0; n < 3; n += 1) await client.call('dewey_begin_conversation', {});
    await client.call('dewey_get_conversation', { conversation_id: 'nonsense' }).catch(() => undefined);
    const seen = await figures();
    expect(seen.get('dewey_calls_total{tool="dewey_begin_conversation",outcome="ok"}')).toBe(3);
    expect(seen.get('dewey_call_duration_seconds_count{tool="dewey_begin_conversation"}')).toBe(3);
    expect(seen.get('dewey_call_duration_seconds_bucket{le="+Inf",tool="dewey_begin_conversation"}')).toBe(3);
    expect(seen.get('dewey_errors_total{tool="dewey_get_conversation",kind="invalid_input"}')).toBe(1);
    expect(
      [...seen.keys()].filter((key) => /list_contexts|^dewey_errors.*outcome|kind="ok"/.test(key)),
    ).toEqual([]);
    expect(seen.get('dewey_http_responses_total{status="404"}')).toBeGreaterThan(0);
  });

  it('reports what is open, queued and running', async () => {
    const before = await figures();
    expect(before.get('dewey_websockets')).toBe(0);
    const [ws, http] = [await mcpClient('ws', server.url), await mcpClient('http', server.url)];
    const held = await holdStores(lake);
    const stored = ws.call('dewey_store_message', { role: 'user', content: 'wait' });
    await eventually(() => held.waiting(1));
    const during = await figures();
    expect(during.get('dewey_websockets')).toBe(1);
    expect(during.get('dewey_sessions')).toBe((before.get('dewey_sessions') ?? 0) + 1);
    expect(during.get('dewey_calls_running')).toBe(1);
    expect(during.get('dewey_pool_size')).toBe(10);
    expect(during.get('dewey_pool_connections{state="active"}')).toBeGreaterThan(0);
    expect(during.get('dewey_jobs{status="failed"}')).toBe(0);
    for (const name of ['dewey_spool_bytes', 'dewey_tailer_lag_seconds', 'dewey_audit_waiting'])
      expect([name, during.get(name)]).toEqual([name, expect.any(Number)]);
    await held.letGo();
    await stored;
    await Promise.all([ws.close(), http.close()]);
  });

  it('names and explains every metric in Prometheus format', async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({
      name,
      type,
    }));
    expect(types.length).toBeGreaterThan(40);
    for (const { name, type } of types) {
      expect(name).toMatch(/^dewey_[a-z0-9_]+$/);
      expect(text).toMatch(new RegExp(`^# HELP ${name} \\S.+$`, 'm'));
      // Only counters have the counter suffix; units are the base ones.
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      expect(name).not.toMatch(/_(ms|millis\w*|micro\w*|minutes|kb|mb|kilo\w*|mega\w*|percent)(_|$)/);
      if (type === 'histogram') expect(name).toMatch(/_(seconds|bytes)$/);
    }
  });

  it('has a bounded number of series, whatever events are called', () => {
    const figures = new Figures();
    const tally = new Tally();
    tally.skip('x'.repeat(500));
    for (let n = 0; n < 300; n += 1) tally.skip(`Made up ${n}`);
    for (let n = 0; n < 2; n += 1) figures.add('hook', noCounts(), tally);
    expect(figures.skipped.size).toBe(200);
    expect(figures.skipped.get('hook Made up 7')).toBe(2);
    expect(figures.skipped.get('hook other')).toBe(204);
  });

  it('leaves out database metrics while the database does not answer', async () => {
    const unreachable = connect('postgres://dewey@127.0.0.1:1/winni', { max: 1 });
    const registry = createMetrics();
    addDatabaseMetrics(registry, unreachable.sql, captured.log);
    const text = await registry.metrics();
    expect(text).toContain('dewey_pool_size 1\n');
    expect(text).not.toMatch(/^dewey_(pool_connections|jobs)\{/m);
    await unreachable.close();
  });
});

describe('a call that takes longer than a second', () => {
  it('is logged as slow, with its request, and without its content', async () => {
    const held = await holdStores(lake);
    const stored = restClient(server.url).call('dewey_store_message', {
      role: 'user',
      content: 'a slow secret',
    });
    await eventually(() => held.waiting(1));
    await new Promise((resolve) => setTimeout(resolve, 1050)); // what is measured is time
    await held.letGo();
    await stored;
    const slow = captured.lines().filter((line) => line.msg === 'slow call');
    expect(slow).toMatchObject([
      { tool: 'dewey_store_message', outcome: 'ok', requestId: expect.any(String) },
    ]);
    expect(slow[0]?.ms).toBeGreaterThan(1000);
    expect(captured.text()).not.toContain('a slow secret');
  });
});

describe('the audit log', () => {
  const audit = async (...args: string[]) => {
    const { code, out, err } = await runHere(['audit', '--json', ...args], { DATABASE_URL: lake.url });
    if (code !== 0) throw new Error(err);
    return out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };
  const written = (tool: string, count: number) =>
    eventually(async () => {
      const [row] = await lake.db.sql`select count(*)::int as n from audit_log where tool = ${tool}`;
      return row?.n >= count;
    });

  it('has a row for every call, over every transport', async () => {
    const tool = 'dewey_list_startup_contexts';
    const call = rpc('tools/call', { name: tool, arguments: {} });
    await restClient(server.url).call(tool, {});
    const clients = [await mcpClient('ws', server.url), await mcpClient('http', server.url)];
    for (const client of clients) await client.call(tool, {});
    await post(server.url, call);
    await modern(server.url, 'tools/call', { name: tool, arguments: {} }, tool);
    await runHere(['call', tool, '{}'], { DATABASE_URL: lake.url });
    const stdio = runScript(main, ['mcp'], { DATABASE_URL: lake.url, DEWEY_DATA_DIR: dataDir });
    stdio.child.stdin.end(
      [
        rpc('initialize', {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'stdio', version: '1' },
        }),
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        { ...call, id: 2 },
      ]
        .map((message) => `${JSON.stringify(message)}\n`)
        .join(''),
    );
    await stdio.ended;
    const hook = { session_id: 's', hook_event_name: 'Stop' };
    await fetch(`${server.url}/hooks/claude-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(hook),
    });
    await fetch(`${server.url}/hooks/claude-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"no":"event"}',
    });
    await post(server.url, rpc('resources/read', { uri: 'dewey://contexts/active' }));
    await fetch(`${server.url}/decisions/dec_nobody`, { method: 'DELETE' });
    for (const client of clients) await client.close();
    await written(tool, 7);
    expect((await audit('--tool', tool)).map(({ client }) => client?.split('/')[0]).sort()).toEqual(
      ['dewey call', 'node', 'node', 'stdio', 'test', 'test-http', 'test-ws'].sort(),
    );
    await written('forget_decision', 1);
    expect((await audit('--tool', 'hooks/claude-code')).map(({ outcome }) => outcome)).toEqual([
      'ok',
      'invalid_input',
    ]);
    expect(await audit('--tool', 'dewey_get_startup_context')).toHaveLength(1);
    expect(await audit('--tool', 'forget_decision', '--outcome', 'not_found')).toHaveLength(1);
  });

  it('is filtered by time, outcome and request, keeping the latest', async () => {
    const all = await audit('--limit', '10000');
    const failed = await audit('--outcome', 'failed');
    expect(failed).toEqual(all.filter(({ outcome, tool }) => outcome !== 'ok' && tool !== 'audit_list'));
    const [some] = failed;
    expect(await audit('--request', some.request_id)).toEqual([some]);
    expect(await audit('--since', some.at, '--until', '2999-01-01T00:00:00Z', '--limit', '1')).toHaveLength(
      1,
    );
    expect(await audit('--until', '2000-01-01T00:00:00Z')).toEqual([]);
    expect(await runHere(['audit', '--key', 'nobody'], { DATABASE_URL: lake.url })).toEqual({
      code: 0,
      out: '',
      err: 'No calls match.\n',
    });
    const { out } = await runHere(['audit', '--outcome', 'failed'], { DATABASE_URL: lake.url });
    expect(out).toContain(some.request_id);
    for (const wrong of [
      ['--since', 'yesterday'],
      ['--limit', '0'],
      ['--outcome', 'whatever'],
    ])
      expect(await runHere(['audit', ...wrong], { DATABASE_URL: lake.url })).toMatchObject({ code: 2 });
  });

  it('is followed as calls come in, through a gateway as well', async () => {
    const follower = runScript(main, ['audit', '--follow', '--json', '--tool', 'dewey_search'], {
      DEWEY_URL: server.url,
    });
    const query = 'is anybody following?';
    await restClient(server.url).call('dewey_search', { query });
    await follower.says(new RegExp(`"args_bytes":${JSON.stringify({ query }).length}\\b`));
    expect(await follower.end()).toBe(0);
    // Following the log does not add to it.
    const [row] = await lake.db
      .sql`select count(*)::int as n from audit_log where tool = 'audit_list' and client <> 'dewey audit'`;
    expect(row?.n).toBeLessThanOrEqual(2);
  });
});
