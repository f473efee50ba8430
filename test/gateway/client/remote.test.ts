import { appendFile, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { wholeLines } from '../../../src/db/backup/check-lines.ts';
import { exportedLines } from '../../../src/db/conversations/export.ts';
import { Figures } from '../../../src/gateway/capture/messages/counters.ts';
import { fileOffsets } from '../../../src/gateway/capture/transcripts/tail/file-offsets.ts';
import { startTailer } from '../../../src/gateway/capture/transcripts/tail/tailer.ts';
import { watchThere } from '../../../src/gateway/cli/remote-watch.ts';
import { itemsOf } from '../../../src/gateway/export/lines.ts';
import begin from '../../../src/handlers/conversations/begin-conversation.ts';
import bulk from '../../../src/handlers/conversations/store-messages-bulk.ts';
import { call } from '../../support/call.ts';
import { fixture, forget, rowsOf } from '../../support/capture.ts';
import { runHere } from '../../support/command.ts';
import { type Cut, cutTo } from '../../support/cut.ts';
import { testConfig, useServer } from '../../support/gateway.ts';
import { keys } from '../../support/keys.ts';
import { useLake } from '../../support/lake.ts';
import { dewey } from '../../support/process.ts';
import { eventually } from '../../support/waiting.ts';

// A user's machine with a remote gateway: the commands have DEWEY_URL and a key, but no database.
vi.setConfig({ testTimeout: 60_000 });

const lake = useLake();
const secretOf = (who: string) => `secret-of-the-${who}`;
const fixed = ['reader:read', 'writer:write', 'owner:admin'].map(
  (one) => `${one}:${secretOf(one.split(':')[0] ?? '')}`,
);
const server = useServer(lake, { DEWEY_API_KEYS: fixed.join(',') });
let folder: string;
let way: Cut;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-remote-'));
  way = await cutTo(server.url);
});
afterAll(async () => {
  await way.close();
  await rm(folder, { recursive: true });
});

const env = (who: string, url = server.url) => ({
  DEWEY_URL: url,
  DEWEY_API_KEY: secretOf(who),
  DEWEY_DATA_DIR: join(folder, 'data'),
});
const there = (who: string, ...args: string[]) => runHere(args, env(who));
const here = (...args: string[]) => runHere(args, { DATABASE_URL: lake.url });
const conversation = async (project: string, messages: object[]): Promise<string> => {
  const { conversation_id } = await call(begin, { project, session_id: `of ${project}` }, lake.deps);
  await call(bulk, { conversation_id, messages }, lake.deps);
  return conversation_id;
};
const stored = async () => Number((await lake.db.sql`select count(*) from messages`)[0]?.count);
/** Several megabytes: more than socket buffers hold. */
const talk = () =>
  Array.from({ length: 30 }, (_, i) => ({
    role: 'user',
    content: `${i} ${'so on and so forth '.repeat(20_000)}`,
  }));

describe('dewey export through the gateway', () => {
  it('writes the same as a local export, within the reach of the key', async () => {
    const inks = await conversation('inks', [
      { role: 'user', content: 'Which ink? "Black"\n', metadata: { a: 1.5 } },
    ]);
    const nibs = await conversation('nibs', [{ role: 'user', content: 'Which nib?' }]);
    await call(begin, { project: 'inks', metadata: { empty: true } }, lake.deps);
    for (const args of [
      ['--all', '--format', 'jsonl'],
      ['--all', '--format', 'json'],
      ['--project', 'inks'],
      [nibs],
    ])
      expect(await there('reader', 'export', ...args)).toEqual(await here('export', ...args));

    const { secret: ofInks } = await keys(lake.url, 'add', 'inks', '--project', 'inks', '--scope', 'read');
    const { secret: ofContexts } = await keys(lake.url, 'add', 'contexts', '--toolsets', 'contexts');
    const { secret: ofTalks } = await keys(lake.url, 'add', 'talks', '--toolsets', 'conversations');
    const limited = (key: string, ...args: string[]) =>
      runHere(['export', ...args], { DEWEY_URL: server.url, DEWEY_API_KEY: key });
    expect(await limited(ofInks, '--all', '--format', 'jsonl')).toEqual(
      await here('export', '--project', 'inks', '--format', 'jsonl'),
    );
    expect(await limited(ofInks, inks, nibs)).toMatchObject({
      code: 1,
      out: expect.stringContaining('Which ink?'),
      err: `dewey: no conversation ${nibs}\n`,
    });
    expect((await limited(ofInks, '--project', 'nibs')).err).toContain(
      'This key is limited to another project',
    );
    expect((await limited(ofContexts, nibs)).err).toContain('the key reaches only the toolsets contexts');
    expect((await limited(ofTalks, nibs)).code).toBe(0);
    expect((await limited(ofTalks, '--all')).err).toContain('may not export everything');
    expect((await there('writer', 'export', '--all')).err).toBe(
      'dewey: The key writer may not call export_lake: export_lake needs the scope admin. Use a key with the scope admin.\n',
    );
    expect(await there('reader', 'export', '--project', 'none')).toEqual({
      code: 1,
      out: '',
      err: 'dewey: no conversations match\n',
    });
    const unmade = join(folder, 'unmade');
    expect(await there('reader', 'export', '--session', 'none', '--output', unmade)).toMatchObject({
      code: 1,
      err: 'dewey: no conversations match\n',
    });
    expect(await readdir(folder)).not.toContain('unmade');
    const nowhere = join(folder, 'nowhere', 'export');
    expect((await there('reader', 'export', nibs, '--output', nowhere)).err).toBe(
      `dewey: ${join(folder, 'nowhere')}: not found\n`,
    );
    expect(await there('reader', 'export', 'inks')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no conversation or message inks.'),
    });
    // Equal except for the time, the keys of this test and the calls of these commands.
    const rows = (text: string) =>
      text
        .split('\n')
        .slice(1, -2)
        .filter((line) => !/"table":"(api_keys|audit_log|audit_chain|audit_journals)"/.test(line));
    const everything = await there('owner', 'export', '--all');
    expect(everything).toMatchObject({ code: 0, err: '' });
    expect(rows(everything.out)).toEqual(rows((await here('export', '--all')).out));
  });

  it('never leaves a partial file under the final name when the gateway goes down, nor accepts a partial file', async () => {
    await conversation('novel', talk());
    const files = join(folder, 'half');
    await mkdir(files);
    for (const args of [['--project', 'novel'], ['--all']]) {
      const path = join(files, 'export');
      const half = runHere(['export', ...args, '--output', path], env('owner', way.url));
      await eventually(async () => {
        const [draft] = await readdir(files);
        return draft !== undefined && (await stat(join(files, draft))).size > 0;
      });
      way.reset();
      expect(await half).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(
          /^dewey: The export was cut off: .+\. No file was written; try again\.\n$/,
        ),
      });
      expect(await readdir(files)).toEqual([]);
      expect(await runHere(['export', ...args, '--output', path], env('owner', way.url))).toMatchObject({
        code: 0,
      });
      expect(await readdir(files)).toEqual(['export']);
      const whole = await stat(path);
      const again = ['export', ...args, '--output', path];
      expect(await runHere(again, env('owner', way.url))).toMatchObject({
        code: 2,
        err: expect.stringContaining('already exists. Choose another name, or use --force to replace it.'),
      });
      expect((await stat(path)).mtimeMs).toBe(whole.mtimeMs);
      expect(await runHere([...again, '--force'], env('owner', way.url))).toMatchObject({ code: 0 });
      await rm(path);
    }

    const lines: Buffer[] = [];
    for await (const part of exportedLines(lake.db.sql, { project: 'inks' })) lines.push(part);
    const whole = Buffer.concat(lines);
    const read = async (text: Buffer) => {
      let items = 0;
      for await (const _ of itemsOf(
        (async function* () {
          yield text;
        })(),
      ))
        items += 1;
      return items;
    };
    expect(await read(whole)).toBe(3);
    const starts = [0, ...[...whole.toString().matchAll(/\n/g)].map(({ index }) => index + 1)];
    for (const end of [...starts.slice(0, -1), whole.length - 5, 50])
      await expect(read(whole.subarray(0, end))).rejects.toThrow('ends in the middle');
    const lakeLines = (await here('export', '--all')).out.split('\n');
    for (const left of [
      [],
      lakeLines.slice(0, 1),
      lakeLines.slice(0, -2),
      [...lakeLines.slice(0, 3), ...lakeLines.slice(4)],
    ]) {
      const checked = wholeLines(
        (async function* () {
          yield Buffer.from(left.join('\n'));
        })(),
        () => undefined,
      );
      await expect(
        (async () => {
          for await (const _ of checked);
        })(),
      ).rejects.toThrow('ends in the middle');
    }
  });
});

it('dewey import resumes an export after the gateway went down, with each message once and unchanged', async () => {
  await forget(lake);
  await conversation('novel', talk());
  await here('import', fixture('other-agents'));
  const path = join(folder, 'novel.jsonl');
  const { out: before } = await there('reader', 'export', '--all', '--format', 'jsonl');
  await there('reader', 'export', '--all', '--format', 'jsonl', '--output', path);
  await forget(lake);
  const cut = runHere(['import', path], env('writer', way.url));
  await eventually(async () => (await stored()) > 0);
  await way.refuse();
  expect(await cut).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^dewey: DEWEY_URL: .+\n$/),
  });
  await way.pass();
  const again = await runHere(['import', path, '--json'], env('writer', way.url));
  expect(again).toMatchObject({ code: 0, err: '' });
  const report = JSON.parse(again.out);
  expect(report.duplicates).toBeGreaterThan(0);
  expect(report.stored).toBeGreaterThan(0);
  expect(report.stored + report.duplicates).toBe(await stored());
  expect((await there('reader', 'export', '--all', '--format', 'jsonl')).out).toBe(before);
});

it('dewey watch waits for an unreachable gateway, and stores each line once', async () => {
  await forget(lake);
  const key = 'claude-code:4b5e7457-00df-40fc-9952-7e5a4b1647ae';
  const original = fixture('claude-code/session-two-turns.jsonl');
  const lines = (await readFile(original, 'utf8')).trimEnd().split('\n');
  const config = join(folder, 'claude');
  const project = join(config, 'projects', 'p');
  await mkdir(project, { recursive: true });
  const write = (from: number, to?: number) =>
    appendFile(join(project, 'session.jsonl'), `${lines.slice(from, to).join('\n')}\n`);
  const rows = async () => (await rowsOf(lake, key)).length;
  const start = () => dewey(['watch'], { ...env('writer', way.url), CLAUDE_CONFIG_DIR: config });

  const reader = dewey(['watch'], { ...env('reader'), CLAUDE_CONFIG_DIR: config });
  await way.refuse();
  const first = start();
  await first.says(/^Following /m);
  await write(0, 24);
  await first.says(/transcripts are waiting/, 'err');
  await way.pass();
  await eventually(async () => (await rows()) === 3);
  // The response is lost, so the client cannot know whether the line was stored.
  way.blackHole();
  await write(24, 40);
  await eventually(async () => (await way.connections()) > 0);
  await way.pass();
  await eventually(async () => (await rows()) === 5);
  expect(await first.end()).toBe(0);
  await write(40);
  const second = start();
  const whole = await eventually(async () => (await rows()) === 12 && (await rowsOf(lake, key)));
  expect(await second.end()).toBe(0);
  await forget(lake);
  await here('import', original);
  const said = (all: Awaited<ReturnType<typeof rowsOf>>) =>
    all.map(({ turn, externalId, content }) => [turn, externalId, content]);
  expect(said(whole)).toEqual(said(await rowsOf(lake, key)));

  expect(await reader.ended).toBe(1);
  expect(reader.err()).toContain('The key reader may not call capture: capture needs the scope write');
});

it('a key that is no longer valid ends the watch, and a new one resumes it', async () => {
  await forget(lake);
  const projects = join(folder, 'projects');
  await mkdir(projects);
  const config = testConfig({ DEWEY_DATA_DIR: join(folder, 'watching') });
  const follow = async (who: string, refused: (refusal: Error) => void = () => undefined) => {
    const stopping = new AbortController();
    const remote = { url: server.url, apiKey: secretOf(who) };
    const tailer = await startTailer({
      ...watchThere(config, remote, stopping.signal, refused),
      folders: [projects],
      log: lake.deps.log,
      figures: new Figures(),
      clock: () => new Date(),
    });
    return async () => {
      stopping.abort();
      await tailer.stop();
    };
  };
  let onRefused = (_: Error): void => undefined;
  const refusal = new Promise<Error>((resolve) => {
    onRefused = resolve;
  });
  const stopFirst = await follow('reader', (error) => onRefused(error));
  const path = join(projects, 'session.jsonl');
  await copyFile(fixture('claude-code/session-two-turns.jsonl'), path);
  expect((await refusal).message).toContain('may not call store_captured');
  await stopFirst();
  const stopSecond = await follow('writer');
  await eventually(async () => (await stored()) === 12);
  const [name = ''] = await readdir(join(folder, 'watching', 'watch'));
  const places = fileOffsets(join(folder, 'watching', 'watch', name));
  const { size } = await stat(path);
  await eventually(async () => (await places.load(`tail:${path}`))?.position === size);
  await stopSecond();
});

it('reports a wrong address as such', async () => {
  const stranger = createServer((request, response) =>
    request.url?.startsWith('/moved')
      ? response.writeHead(301, { location: 'https://memory.example.org/' }).end()
      : response.end('<h1>It works!</h1>'),
  );
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const { port } = stranger.address() as AddressInfo;
  const at = (url: string, who = 'owner') => runHere(['stats'], env(who, url));
  expect(await at(`${server.url}/mcp`)).toMatchObject({ code: 0 });
  expect(await at(`${server.url}/`)).toMatchObject({ code: 0 });
  const wrong: [url: string, says: string][] = [
    [`${server.url}/dewey`, 'has nothing at /dewey/admin/lake_stats. Check the address'],
    [server.url.replace('http', 'https'), 'it does not speak TLS; try http://'],
    [server.url.replace('http://', ''), 'DEWEY_URL: must be a URL such as http://127.0.0.1:9020.'],
    [`http://127.0.0.1:${port}`, 'answered 200, but not as a Dewey gateway'],
    [`http://127.0.0.1:${port}/moved`, 'redirects to https://memory.example.org/'],
  ];
  for (const [url, says] of wrong)
    expect(await at(url)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(says) });
  expect((await at(server.url, 'nobody')).err).toContain('DEWEY_API_KEY: http');
  expect((await runHere(['stats'], { DEWEY_URL: server.url })).err).toContain(
    'requires an API key: set DEWEY_API_KEY',
  );
  expect((await runHere(['stats'], { DEWEY_URL: server.url, DEWEY_API_KEY: 'clé' })).err).toContain(
    'printable ASCII',
  );
  await new Promise((resolve) => stranger.close(resolve));
  expect((await at(`http://localhost:${port}`)).err).toMatch(
    /cannot be reached: connect ECONNREFUSED \S+\.\n$/,
  );
});
