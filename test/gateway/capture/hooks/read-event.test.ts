import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import setStartupContext from '../../../../src/handlers/contexts/set-startup-context.ts';
import { hookEvents, hookSettings } from '../../../../src/handlers/workflow/domain/hooks.ts';
import { call } from '../../../support/call.ts';
import { fixture, hookStream, importFile, rowsOf } from '../../../support/capture.ts';
import { dewey, deweyArgs } from '../../../support/cli.ts';
import { useLake } from '../../../support/lake.ts';

const lake = useLake();
const key = 'claude-code:4b5e7457-00df-40fc-9952-7e5a4b1647ae';
let dataDir: string;
let url: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dewey-hooks-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const env = () => ({
  DATABASE_URL: lake.url,
  DEWEY_DATA_DIR: dataDir,
  DEWEY_WATCH: 'off',
  DEWEY_PROXY_PORT: 'off',
});

async function serve(): Promise<void> {
  const child = spawn(process.execPath, deweyArgs(['serve']), {
    env: { PATH: process.env.PATH, ...env(), DEWEY_MCP_PORT: '0', DEWEY_LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  url = /http:\S+(?=\/mcp)/.exec(String(line))?.[0] ?? '';
  stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
}

const post = (body: unknown) =>
  fetch(`${url}/hooks/claude-code`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('Claude Code hooks', () => {
  it('keep every event of a session exactly once although the server is down for a while', async () => {
    const events = await hookStream('session-two-turns');
    const name = (body: unknown) => (body as { hook_event_name: string }).hook_event_name;
    // Down: the hooks write their events to disk.
    for (const { body } of events.slice(0, 5)) {
      const sent = await dewey(['hook', name(body)], env(), JSON.stringify(body));
      expect(sent).toMatchObject({ code: 0, stdout: '' });
    }
    expect(await readdir(join(dataDir, 'spool'))).toHaveLength(5);
    await serve();
    // Up: some events come over HTTP, some by command, some twice.
    for (const { body } of events.slice(3)) expect((await post(body)).status).toBe(200);
    await vi.waitFor(
      async () => {
        const metrics = await (await fetch(`${url}/metrics`)).text();
        expect(metrics).toMatch(/dewey_capture_messages_total\{way="hook",outcome="stored"\} 12/);
        expect(metrics).toContain('dewey_spool_bytes');
      },
      { timeout: 10_000 },
    );
    for (const { body } of events.slice(9, 11))
      await dewey(['hook', name(body)], env(), JSON.stringify(body));
    await stop();
    expect(await readdir(join(dataDir, 'spool'))).toEqual([]);
    const rows = await rowsOf(lake, key);
    expect(rows.map((row) => row.turn)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    const imported = await importFile(lake, fixture('claude-code/session-two-turns.jsonl'));
    expect(imported).toMatchObject({ stored: 0, completed: 12 });
  });

  it('give a new session the active startup context, even when the server is down', async () => {
    await call(setStartupContext, { name: 'team', content: 'The library lends for 28 days.' }, lake.deps);
    await serve();
    const start = { session_id: 's', hook_event_name: 'SessionStart', source: 'startup' };
    const up = await dewey(['hook', 'SessionStart'], env(), JSON.stringify(start));
    const given = JSON.parse(up.stdout).hookSpecificOutput;
    expect(given.hookEventName).toBe('SessionStart');
    expect(given.additionalContext).toContain('The library lends for 28 days.');
    const refused = await post({ not: 'an event' });
    expect(refused.status).toBe(400);
    await stop();
    const down = await dewey(['hook', 'SessionStart'], env(), JSON.stringify(start));
    expect(JSON.parse(down.stdout).hookSpecificOutput).toEqual(given);
    const resumed = await dewey(
      ['hook', 'SessionStart'],
      env(),
      JSON.stringify({ ...start, source: 'resume' }),
    );
    expect(resumed).toMatchObject({ code: 0, stdout: '' });
  });

  it('forward events to the gateway of DEWEY_URL', async () => {
    await serve();
    const elsewhere = await mkdtemp(join(tmpdir(), 'dewey-elsewhere-'));
    const prompt = {
      session_id: 'far',
      hook_event_name: 'UserPromptSubmit',
      prompt_id: 'p',
      prompt: 'Hello',
    };
    const send = (target: string, event: object) =>
      dewey(
        ['hook', 'UserPromptSubmit'],
        { DEWEY_DATA_DIR: elsewhere, DEWEY_URL: target },
        JSON.stringify(event),
      );
    const unreachable = await send('http://127.0.0.1:9', prompt);
    expect(unreachable.code).toBe(0);
    expect(await readdir(join(elsewhere, 'spool'))).toHaveLength(1);
    await send(url, { ...prompt, prompt_id: 'q', prompt: 'Again' });
    expect(await readdir(join(elsewhere, 'spool'))).toEqual([]);
    await stop();
    expect((await rowsOf(lake, 'claude-code:far')).map((row) => row.content)).toEqual(['Hello', 'Again']);
    await rm(elsewhere, { recursive: true });
  });

  it('report why an event was not captured, without disturbing the session', async () => {
    const { code, stderr } = await dewey(['hook', 'Stop'], env(), 'no json');
    expect(code).toBe(1);
    expect(stderr).toContain('Stop was not captured');
  });

  it('are the same in the plugin and in the printed settings', async () => {
    const plugin = fileURLToPath(new URL('../../../../plugin/', import.meta.url));
    const shipped = JSON.parse(await readFile(join(plugin, 'hooks/hooks.json'), 'utf8'));
    expect(shipped).toEqual(hookSettings('dewey'));
    const { stdout } = await dewey(['hook', '--print-settings'], env());
    expect(Object.keys(JSON.parse(stdout).hooks)).toEqual([...hookEvents]);
    expect(JSON.parse(await readFile(join(plugin, '.claude-plugin/plugin.json'), 'utf8')).name).toBe('dewey');
    expect(JSON.parse(await readFile(join(plugin, '.mcp.json'), 'utf8')).mcpServers.dewey.type).toBe('http');
  });
});
