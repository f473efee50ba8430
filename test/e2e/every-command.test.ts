import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../../src/gateway/cli/commands.ts';
import { type Node, treeOf } from '../../src/gateway/cli/completion/tree.ts';
import { dewey } from '../support/cli.ts';
import { useDataDirs } from '../support/datadir.ts';
import { useServer } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Every command that does something, as a person calls it. */
const commands = treeOf(createProgram({}).program).filter(
  (node) => node.path !== '' && node.commands.length === 0,
);

const transcript = fileURLToPath(new URL('../fixtures/session-two-turns.jsonl', import.meta.url));

const named = (words: string[]): [string, string[]] => [words.join(' '), words];

const atOnce = 4;

/** Does it for every command, a few at a time, and returns what went wrong. */
async function each(work: (node: Node, words: string[]) => Promise<string | undefined>): Promise<string[]> {
  const queue = commands.values();
  const problems: string[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const node of queue) {
        const problem = await work(node, node.path.split(' '));
        if (problem !== undefined) problems.push(`dewey ${node.path}: ${problem}`);
      }
    }),
  );
  return problems;
}

const lake = useLake();
const server = useServer(lake);
const dataDir = useDataDirs();
let conversation = '';
let folder = '';

beforeAll(async () => {
  const stored = await dewey(
    ['call', 'dewey_store_message', '{"role":"user","content":"How long is the loan period?"}'],
    { DEWEY_URL: server.url },
  );
  conversation = JSON.parse(stored.stdout).conversation_id;
  folder = join(await dataDir(), 'empty');
  await mkdir(folder);
  await writeFile(join(folder, 'note.md'), 'The loan period is twenty-one days.\n');
});

describe('every command', () => {
  it('has help with examples', async () => {
    const problems = await each(async (_, words) => {
      const { code, stdout, stderr } = await dewey([...words, '--help'], {});
      if (code !== 0 || stderr !== '') return `${code} ${stderr}`;
      return /^Examples:\n( {2}.*\n)*? {2}dewey /m.test(stdout) ? undefined : `no example:\n${stdout}`;
    });
    expect(problems).toEqual([]);
  });

  it('refuses a mistyped option in a line or two, with the nearest one', async () => {
    const problems = await each(async ({ options }, words) => {
      const [longest = ''] = options
        .flatMap(({ names }) => names)
        .filter((name) => name.startsWith('--'))
        .toSorted((a, b) => b.length - a.length);
      const mistyped = `${longest.slice(0, -2)}${longest.at(-1)}`;
      const { code, stdout, stderr } = await dewey([...words, mistyped], {});
      const helps = stderr.startsWith('dewey: ') && stderr.includes(`Did you mean ${longest}?`);
      return code === 2 && stdout === '' && helps ? undefined : `${mistyped} ${code} ${stderr}`;
    });
    expect(problems).toEqual([]);
  });
});

describe('commands with --json', () => {
  it.each(
    [
      ['search', 'loan'],
      ['list'],
      ['recent'],
      ['show', '$conversation'],
      ['projects'],
      ['decisions', 'list'],
      ['decisions', 'due'],
      ['events'],
      ['status'],
      ['open'],
      ['tools'],
      ['keys', 'list'],
      ['stats'],
      ['retention', 'list'],
      ['retention', 'run', '--dry-run'],
      ['spool', 'list'],
      ['scan'],
      ['verify', '$folder'],
      ['import', '$folder'],
      ['audit', '--verify'],
    ].map(named),
  )('%s', async (_, words) => {
    const args = words.map((word) => word.replace('$conversation', conversation).replace('$folder', folder));
    const { code, stdout, stderr } = await dewey([...args, '--json'], { DEWEY_URL: server.url });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(() => JSON.parse(stdout)).not.toThrow();
  });
});

it('demo shows a search, a proof and a decision, touches nothing else and leaves nothing', async () => {
  const left = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('dewey-demo-'));
  const before = await left();
  const { code, stdout, stderr } = await dewey(['demo'], { DEWEY_URL: 'http://127.0.0.1:9' });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/[0-9a-f]{8}:\d+ {2}assistant {2}library-demo/);
  expect(stdout).toContain('6 present, 0 missing');
  expect(stdout).toContain('Charge no fines on Sundays');
  expect(await left()).toEqual(before);
});

describe('without a database or a server', () => {
  const nowhere = [
    ['search', 'loan'],
    ['list'],
    ['show', 'abcd1234'],
    ['decisions', 'due'],
    ['status'],
    ['stats'],
    ['keys', 'list'],
    ['verify', '$transcript'],
    ['call', 'dewey_search', '{"query":"loan"}'],
  ];

  it.each(nowhere.map(named))('%s says in one line what to do', async (_, words) => {
    const args = words.map((word) => word.replace('$transcript', transcript));
    const DEWEY_DATA_DIR = await dataDir();
    for (const [env, says] of [
      [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }, /^dewey: .*cannot be reached.*\n$/],
      [{ DEWEY_URL: 'http://127.0.0.1:9' }, /^dewey: DEWEY_URL: .*cannot be reached.*\n$/],
    ] as const) {
      const { code, stdout, stderr } = await dewey(args, { ...env, DEWEY_DATA_DIR });
      expect(stderr).toMatch(says);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    }
  });

  it('says how to begin where nothing is stored yet, and starts no database for it', async () => {
    const DEWEY_DATA_DIR = join(await dataDir(), 'none');
    const { code, stderr } = await dewey(['recent'], { DEWEY_DATA_DIR });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^dewey: Nothing is stored in .* yet\. "dewey import" imports .*\n$/);
    expect((await dewey(['open', '--print'], { DEWEY_DATA_DIR })).stderr).toMatch(
      /^dewey: No server is running for .*"dewey serve".*\n$/,
    );
  });
});
