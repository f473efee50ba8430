import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { storedMessages } from '../../src/gateway/capture/messages/stored.ts';
import { findFiles } from '../../src/gateway/capture/transcripts/find-files.ts';
import { verifyFiles } from '../../src/gateway/capture/transcripts/verify.ts';
import { isSound, type VerifyReport } from '../../src/gateway/capture/transcripts/verify-report.ts';
import { deweyArgs } from './cli.ts';
import type { TestLake } from './lake.ts';

type Line = Record<string, unknown>;
type Event = Record<string, unknown> & { hook_event_name: string };

/** One prompt with its answer and tool call, as written to the transcript and as sent to hooks. */
function exchange(session: string, n: number): { lines: Line[]; events: Event[] } {
  const [prompt_id, call, display] = [randomUUID(), `toolu_${randomUUID()}`, randomUUID()];
  const said = `Looking at shelf ${n}.\nIt holds the books of row ${n}.`;
  const line = (type: string, content: unknown, fields: object = {}): Line => ({
    type,
    uuid: randomUUID(),
    sessionId: session,
    timestamp: new Date().toISOString(),
    message: { role: type, id: `msg_${prompt_id}`, content },
    ...fields,
  });
  const event = (hook_event_name: string, fields: object = {}): Event => ({
    session_id: session,
    hook_event_name,
    prompt_id,
    ...fields,
  });
  const tool = { tool_name: 'Bash', tool_input: { command: `ls row-${n}` }, tool_use_id: call };
  return {
    lines: [
      line('user', `What is on shelf ${n}?`, { promptId: prompt_id }),
      line('assistant', [{ type: 'text', text: said }]),
      line('assistant', [{ type: 'tool_use', id: call, name: 'Bash', input: tool.tool_input }]),
      line('user', [{ type: 'tool_result', tool_use_id: call, content: `book ${n}` }], {
        promptId: prompt_id,
      }),
      line('assistant', [{ type: 'text', text: `One book: ${n}.` }]),
    ],
    events: [
      event('UserPromptSubmit', { prompt: `What is on shelf ${n}?` }),
      event('MessageDisplay', {
        message_id: display,
        index: 0,
        final: false,
        delta: `Looking at shelf ${n}.\n`,
      }),
      event('MessageDisplay', {
        message_id: display,
        index: 1,
        final: true,
        delta: `It holds the books of row ${n}.`,
      }),
      event('PreToolUse', tool),
      event('PostToolUse', { ...tool, tool_response: { stdout: `book ${n}` } }),
      event('PostToolBatch', { tool_calls: [{ ...tool, tool_response: `book ${n}` }] }),
      event('Stop', { last_assistant_message: `One book: ${n}.` }),
    ],
  };
}

export type Chaos = { report: VerifyReport; rounds: number; exchanges: number; hooksKilled: number };

/**
 * Lets an agent talk while its server is killed at random moments, and now and then its hooks, too, and is restarted
 * each time; then lets the last server finish and compares.
 */
export async function chaos(lake: TestLake, folder: string, rounds: number): Promise<Chaos> {
  const projects = join(folder, 'claude', 'projects', 'library');
  await mkdir(projects, { recursive: true });
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: lake.url,
    DEWEY_DATA_DIR: join(folder, 'data'),
    CLAUDE_CONFIG_DIR: join(folder, 'claude'),
    CODEX_HOME: join(folder, 'codex'),
    GEMINI_CLI_HOME: join(folder, 'gemini'),
    CLINE_DIR: join(folder, 'cline'),
    COPILOT_HOME: join(folder, 'copilot'),
    QWEN_HOME: join(folder, 'qwen'),
    GOOSE_PATH_ROOT: join(folder, 'goose'),
    DEWEY_MCP_PORT: '0',
    DEWEY_PROXY_PORT: 'off',
    DEWEY_LOCAL_MODEL: 'off',
    DEWEY_LOG_LEVEL: 'error',
  };
  let url: string | undefined;
  const serve = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, deweyArgs(['serve']), {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    void once(child.stdout, 'data').then(([line]) => {
      url = /http:\S+(?=\/mcp)/.exec(String(line))?.[0];
    });
    return child;
  };
  let hooksKilled = 0;
  const byProcess = async (event: Event) => {
    const child = spawn(process.execPath, deweyArgs(['hook', event.hook_event_name]), {
      env,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const exit = once(child, 'exit');
    child.stdin.on('error', () => undefined); // killed while it was written to
    child.stdin.end(JSON.stringify(event));
    if (Math.random() < 0.3) {
      hooksKilled += 1;
      setTimeout(() => child.kill('SIGKILL'), Math.random() * 80);
    }
    await exit;
  };
  const byHttp = async (event: Event) => {
    if (url === undefined) return;
    const body = JSON.stringify(event);
    // Events sent over HTTP to a server that is down are lost; the transcript has them.
    await fetch(`${url}/hooks/claude-code`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    }).catch(() => undefined);
  };
  let talking = true;
  let exchanges = 0;
  const talk = async () => {
    while (talking) {
      const session = `chaos-${exchanges % 3}`;
      const { lines, events } = exchange(session, exchanges);
      exchanges += 1;
      const ways = events.map((event) => (Math.random() < 0.15 ? byProcess(event) : byHttp(event)));
      for (const line of lines) {
        const text = `${JSON.stringify(line)}\n`;
        const cut = Math.floor(Math.random() * text.length);
        await appendFile(join(projects, `${session}.jsonl`), text.slice(0, cut));
        await appendFile(join(projects, `${session}.jsonl`), text.slice(cut));
        await delay(Math.random() * 20);
      }
      await Promise.all(ways);
    }
  };
  // From its first start on, Dewey follows changes.
  const first = await serve();
  await once(first.stdout ?? process.stdin, 'data');
  const talker = talk();
  for (let round = 0; round < rounds; round += 1) {
    const server = round === 0 ? first : await serve();
    // Some are killed while starting, some while working.
    await delay(Math.random() * 4000);
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
    url = undefined;
  }
  talking = false;
  await talker;
  const last = await serve();
  const report = await eventuallySound(lake, join(folder, 'claude'));
  const gone = once(last, 'exit');
  last.kill('SIGTERM');
  await gone;
  return { report, rounds, exchanges, hooksKilled };
}

async function eventuallySound(lake: TestLake, folder: string): Promise<VerifyReport> {
  for (let attempt = 0; ; attempt += 1) {
    const report = await verifyFiles(await findFiles([folder]), storedMessages(lake.db.sql));
    if ((isSound(report) && report.present > 0) || attempt === 120) return report;
    await delay(500);
  }
}
