import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { runHere } from '../support/command.ts';
import { useDataDirs } from '../support/datadir.ts';
import { useLake } from '../support/lake.ts';
import { zipOf } from '../support/zip.ts';

vi.setConfig({ testTimeout: 120_000 });

const lake = useLake();
const dataDir = useDataDirs();

const fixture = (name: string) => new URL(`../fixtures/${name}`, import.meta.url);

const chats = JSON.stringify([
  {
    uuid: '5c0ffee0-0000-4000-8000-00000000c0de',
    name: 'Board minutes',
    created_at: '2026-10-06T07:00:00.000000Z',
    updated_at: '2026-10-06T07:08:00.000000Z',
    account: { uuid: '5c0ffee0-0000-4000-8000-00000000acc0' },
    chat_messages: [
      {
        uuid: '5c0ffee0-0000-4000-8000-000000000001',
        text: 'Summarise the minutes.',
        sender: 'human',
        created_at: '2026-10-06T07:00:00.000000Z',
        updated_at: '2026-10-06T07:00:00.000000Z',
        content: [{ type: 'text', text: 'Summarise the minutes.' }],
        attachments: [],
        files: [],
      },
    ],
  },
]);

const temporary = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('dewey-zip-'));

it('reads a web export as it comes, and leaves nothing unpacked', async () => {
  const zip = join(await dataDir(), 'data-2026-10-06.zip');
  await writeFile(zip, zipOf({ 'conversations.json': chats, 'users.json': '[]', 'notes.txt': 'x' }));
  const before = await temporary();
  const { code, out, err } = await runHere(['import', zip, '--json'], { DATABASE_URL: lake.url });
  expect(code, err).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ conversations: 1, stored: 1, formats: { 'claude-ai': 1 } });
  const verified = await runHere(['verify', zip, '--json'], { DATABASE_URL: lake.url });
  expect(verified.code, verified.err).toBe(0);
  expect(JSON.parse(verified.out)).toMatchObject({ expected: 1, present: 1, missing: 0 });
  expect(await temporary()).toEqual(before);
});

it('reads a web export in numbered parts, and says what it leaves', async () => {
  const text = await readFile(fixture('capture/other-agents/chatgpt-conversations.json'), 'utf8');
  const [first, ...others] = JSON.parse(text);
  const zip = join(await dataDir(), 'export.zip');
  const entries = {
    'conversations-000.json': JSON.stringify([first]),
    'conversations-001.json': JSON.stringify(others),
    'export_manifest.json': JSON.stringify({ version: 1, export_files: [] }),
    'message_feedback.json': '[]',
    'dalle-generations/file-1.webp': 'a picture',
    'chat.html': '<html>',
  };
  await writeFile(zip, zipOf(entries));
  const { code, out, err } = await runHere(['import', zip, '--json'], { DATABASE_URL: lake.url });
  expect(code, err).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    conversations: 1 + others.length,
    formats: { chatgpt: 2 },
    skipped: {
      'export_manifest.json in the zip: unknown format': 1,
      'message_feedback.json in the zip: an empty list': 1,
      'files in a zip that are not read (.webp)': 1,
      'files in a zip that are not read (.html)': 1,
    },
  });
  const again = await runHere(['import', zip, '--json'], { DATABASE_URL: lake.url });
  expect(JSON.parse(again.out)).toMatchObject({ stored: 0, completed: 0 });
  const verified = await runHere(['verify', zip, '--json'], { DATABASE_URL: lake.url });
  expect(JSON.parse(verified.out)).toMatchObject({ conversations: 1 + others.length, missing: 0, extra: 0 });
});

it.each([
  [
    'unpacks to far more than it is',
    zipOf({ 'conversations.json': '0'.repeat(30_000_000) }),
    /larger than \d+ MB/,
  ],
  ['says less than it holds', zipOf({ 'conversations.json': '0'.repeat(300_000) }, 10), /bytes|size/],
  ['holds no JSON', zipOf({ 'chat.html': '<html>' }), /no JSON/],
  ['is no zip', Buffer.from('PK, but not really'), /./],
])('refuses a zip that %s', async (_, bytes, reason) => {
  const zip = join(await dataDir(), 'hostile.zip');
  await writeFile(zip, bytes);
  const { code, out } = await runHere(['import', zip, '--json'], { DATABASE_URL: lake.url });
  expect(code).toBe(1);
  expect(JSON.parse(out).failed).toMatchObject([{ path: zip, problem: expect.stringMatching(reason) }]);
});

it('takes the history of all agents without being told where, and says what a policy will delete of it', async () => {
  const home = await dataDir();
  const env = {
    DATABASE_URL: lake.url,
    CLAUDE_CONFIG_DIR: join(home, 'claude'),
    CODEX_HOME: join(home, 'codex'),
    GEMINI_CLI_HOME: home,
  };
  expect(await runHere(['import'], env)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^dewey: There is no history of agents on this machine: .*\n$/),
  });
  await mkdir(join(home, 'claude', 'projects', '-library'), { recursive: true });
  await copyFile(
    fixture('session-two-turns.jsonl'),
    join(home, 'claude', 'projects', '-library', 'session-two-turns.jsonl'),
  );
  await runHere(['retention', 'set', '1d'], env);
  const { code, out, err } = await runHere(['import'], env);
  expect(code, err).toBe(0);
  expect(out).toMatch(/^1 files \(claude-code 1\), 1 conversations\n/);
  expect(out).toMatch(/Note: the next retention run will delete [1-9]\d* conversations/);
});
