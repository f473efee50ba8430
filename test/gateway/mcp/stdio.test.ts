import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { deweyArgs } from '../../support/cli.ts';
import { type Lake, useOwnDataDirectory } from '../../support/data-directory.ts';
import { initializeRequest, rpc } from '../../support/mcp.ts';

const lake = useOwnDataDirectory();

type Line = Record<string, unknown> & { id?: unknown };
/** `dewey mcp` or `dewey serve` as a process; every line of its stdout is recorded. */
class Dewey {
  readonly child: ChildProcessWithoutNullStreams;
  readonly lines: string[] = [];
  errors = '';
  readonly exit: Promise<unknown[]>;
  #waiting: (() => void)[] = [];

  constructor(command: string, own: Lake, env: Record<string, string> = {}) {
    this.child = spawn(process.execPath, deweyArgs([command]), {
      env: { PATH: process.env.PATH, DATABASE_URL: own.url, DEWEY_DATA_DIR: own.directory, ...env },
    });
    this.exit = once(this.child, 'exit');
    this.child.stderr.on('data', (chunk) => {
      this.errors += chunk;
    });
    createInterface(this.child.stdout).on('line', (line) => {
      this.lines.push(line);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  async line(matches: (line: string) => boolean): Promise<string> {
    for (;;) {
      const found = this.lines.find(matches);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  send(message: unknown): void {
    this.child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  }

  // biome-ignore lint/suspicious/noExplicitAny: an answer has the shape the protocol gives it
  async ask(method: string, params: Record<string, unknown>, id: number): Promise<any> {
    this.send(method === 'initialize' ? { ...initializeRequest(), id } : rpc(method, params, id));
    return JSON.parse(await this.line((line) => (JSON.parse(line) as Line).id === id));
  }
}

const running: Dewey[] = [];
const start = (command: string, env: Record<string, string> = {}) => {
  const dewey = new Dewey(command, lake, env);
  running.push(dewey);
  return dewey;
};
afterEach(async () => {
  await Promise.all(
    running.splice(0).map((dewey) => {
      dewey.child.kill('SIGTERM');
      return dewey.child.exitCode === null && dewey.child.signalCode === null ? dewey.exit : undefined;
    }),
  );
});

const serve = async () => {
  const server = start('serve', { DEWEY_MCP_PORT: '0', DEWEY_LOG_LEVEL: 'warn' });
  await server.line((line) => line.startsWith('Dewey is ready'));
  return server;
};
const store = (content: string) => ({
  name: 'dewey_store_message',
  arguments: { role: 'user', content, session_id: 'stdio' },
});

describe('dewey mcp', { timeout: 60_000 }, () => {
  it('opens the lake itself when no server runs, and ends with its client', async () => {
    const mcp = start('mcp');
    expect((await mcp.ask('initialize', {}, 1)).result.serverInfo.name).toBe('dewey');
    mcp.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const stored = await mcp.ask('tools/call', store('Alone'), 2);
    expect(stored.result.structuredContent.turn_number).toBe(1);
    mcp.send('this is no message');
    expect(JSON.parse(await mcp.line((line) => line.includes('-32700'))).id).toBeNull();
    mcp.child.stdin.end();
    expect(await mcp.exit).toEqual([0, null]);
    for (const line of mcp.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  it('answers every request sent before its client disconnected', async () => {
    const mcp = start('mcp');
    mcp.send(initializeRequest());
    mcp.send(rpc('tools/call', store('Last words'), 2));
    mcp.child.stdin.end();
    expect(await mcp.exit).toEqual([0, null]);
    expect(mcp.lines.map((line) => (JSON.parse(line) as Line).id)).toEqual([1, 2]);
  });

  it('connects to the running server, and again after that was restarted', async () => {
    const server = await serve();
    const mcp = start('mcp');
    await mcp.ask('initialize', {}, 1);
    await mcp.ask('tools/call', store('Through the server'), 2);
    const { result } = await mcp.ask('resources/list', {}, 3);
    expect(result.resources.length).toBeGreaterThan(0);

    server.child.kill('SIGTERM');
    await server.exit;
    await serve();
    const again = await mcp.ask('tools/call', store('Through the next'), 4);
    expect(again.result.structuredContent.turn_number).toBe(1);
    // The second initialize was between the two servers only.
    expect(mcp.lines.filter((line) => line.includes('protocolVersion'))).toHaveLength(1);
  });

  it('opens the lake itself when the server was killed and left its address behind', async () => {
    const server = await serve();
    const file = join(lake.directory, 'server.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    server.child.kill('SIGKILL');
    await server.exit;
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('url');
    const mcp = start('mcp');
    expect((await mcp.ask('initialize', {}, 1)).result.serverInfo.name).toBe('dewey');
    await rm(file);
  });

  it('does not use a server of another database', async () => {
    const file = join(lake.directory, 'server.json');
    await writeFile(file, JSON.stringify({ url: 'http://127.0.0.1:9', pid: 1, database: 'another' }));
    const mcp = start('mcp');
    expect((await mcp.ask('initialize', {}, 1)).result.serverInfo.name).toBe('dewey');
    await rm(file);
  });

  it('shows only the selected toolsets', async () => {
    const mcp = start('mcp', { DEWEY_TOOLSETS: 'contexts' });
    await mcp.ask('initialize', {}, 1);
    const { result } = await mcp.ask('tools/list', {}, 2);
    expect(result.tools).toHaveLength(4);
  });

  it('reports the problem on stderr and exits with 2 when a setting is wrong', async () => {
    const mcp = start('mcp', { DEWEY_TOOLSETS: 'nothing' });
    mcp.send(initializeRequest());
    expect((await mcp.exit)[0]).toBe(2);
    expect(mcp.errors).toContain('There is no toolset nothing.');
    expect(mcp.lines).toEqual([]);
  });
});

it('serve removes its address file when it stops', { timeout: 60_000 }, async () => {
  const server = await serve();
  server.child.kill('SIGTERM');
  expect(await server.exit).toEqual([0, null]);
  await expect(stat(join(lake.directory, 'server.json'))).rejects.toThrow('ENOENT');
});
