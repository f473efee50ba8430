import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createProgram, runCommand } from '../../src/gateway/cli/commands.ts';
import { type Node, treeOf } from '../../src/gateway/cli/completion/tree.ts';
import { dewey } from '../support/cli.ts';
import { runHere } from '../support/command.ts';
import { postmasterPid, useDataDirs } from '../support/datadir.ts';
import { useServer } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';
import { lives, serve, dewey as start } from '../support/process.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Every command that does something, as a person calls it. */
const commands = treeOf(createProgram({}).program).filter(
  (node) => node.path !== '' && node.commands.length === 0,
);

const transcript = fileURLToPath(new URL('../fixtures/session-two-turns.jsonl', import.meta.url));

const named = (words: string[]): [string, string[]] => [words.join(' '), words];

/** What a command that does nothing prints; in this process, because each of 150 programs takes a third of a second to load. */
async function said(words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      printed[name] += String(chunk);
      return true;
    }),
  );
  try {
    const code = await runCommand(['node', 'dewey', ...words], {});
    return { code, ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Runs a command in this process, and answers as {@link dewey} does. */
async function here(args: string[], env: Record<string, string>) {
  const { code, out: stdout, err: stderr } = await runHere(args, env);
  return { code, stdout, stderr };
}

/** Does it for every command, and returns what went wrong. */
async function each(work: (node: Node, words: string[]) => Promise<string | undefined>): Promise<string[]> {
  const problems: string[] = [];
  for (const node of commands) {
    const problem = await work(node, node.path.split(' '));
    if (problem !== undefined) problems.push(`dewey ${node.path}: ${problem}`);
  }
  return problems;
}

const lake = useLake();
const server = useServer(lake);
const dataDir = useDataDirs();
let folder = '';
/** What the words of a call stand for. */
const files: Record<string, string> = {};

beforeAll(async () => {
  const stored = await here(
    ['call', 'dewey_store_message', '{"role":"user","content":"How long is the loan period?"}'],
    { DEWEY_URL: server.url },
  );
  files.$conversation = JSON.parse(stored.stdout).conversation_id;
  const decided = await here(
    [
      'call',
      'membria_capture_decision',
      '{"statement":"Buy oak shelves","alternatives":["Buy pine"],"confidence":0.7}',
    ],
    { DEWEY_URL: server.url },
  );
  files.$decision = JSON.parse(decided.stdout).decision_id;
  const made = await dataDir();
  for (const name of ['$lines', '$markdown', '$backup', '$rules']) files[name] = join(made, name.slice(1));
  const rule = { id: 'ap_pine', pattern: 'Pine', terms: [['pine']], recommendation: 'Buy oak.' };
  await writeFile(join(made, 'rules'), JSON.stringify([rule]));
  folder = join(await dataDir(), 'empty');
  await mkdir(folder);
  files.$folder = folder;
  await writeFile(join(folder, 'note.md'), 'The loan period is twenty-one days.\n');
});

describe('every command', () => {
  it('has help with examples', async () => {
    const problems = await each(async (_, words) => {
      const { code, stdout, stderr } = await said([...words, '--help']);
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
      const { code, stdout, stderr } = await said([...words, mistyped]);
      const helps = stderr.startsWith('dewey: ') && stderr.includes(`Did you mean ${longest}?`);
      return code === 2 && stdout === '' && helps ? undefined : `${mistyped} ${code} ${stderr}`;
    });
    expect(problems).toEqual([]);
  });
});

/** These speak a protocol, or print what a shell or Claude Code reads. */
const withoutJson = ['mcp', 'hook', 'completion'];

/**
 * A call of every command that can be made on one lake, each after what it needs; `$name` stands for an id or a file.
 * Commands that have no place here have one below, or in a test of their own.
 */
const calls: [words: string, code?: number][] = [
  ['search loan'],
  ['list'],
  ['recent'],
  ['show $conversation'],
  ['resume ffffffff', 1],
  ['projects'],
  ['decisions list'],
  ['decisions due'],
  ['decisions rules'],
  ['decisions dismiss risk_no_backup --reason none-here'],
  ['decisions dismiss risk_no_backup --undo'],
  ['decisions confirm $decision', 1],
  ['decisions reject $decision', 1],
  ['decisions from-event none --confidence 0.8', 2],
  ['decisions acknowledge none', 1],
  ['decisions learn'],
  ['decisions antipatterns $rules'],
  ['forget $decision'],
  ['records list experience'],
  ['records list result --run none --deleted'],
  ['records delete experience 999999', 1],
  ['records restore preset none', 1],
  ['events'],
  ['status'],
  ['open --print'],
  ['call dewey_list_conversations'],
  ['tools'],
  ['keys list'],
  ['stats'],
  ['retention set 3650d'],
  ['retention list'],
  ['retention run --dry-run'],
  ['retention unpack'],
  ['retention compact'],
  ['retention remove'],
  ['restore-deleted --since 1h'],
  ['purge-deleted 0193f2c4-8a51-7cc2-9e01-5b1f0a6f2d33', 1],
  ['spool list'],
  ['spool show none', 1],
  ['spool retry none', 1],
  ['spool drop none', 1],
  ['scan'],
  ['reread'],
  ['reextract'],
  ['reextract --list'],
  ['verify $folder', 1], // a note is nothing to compare
  ['import $folder'],
  ['export --all --output $lines'],
  ['export --session none --output $markdown', 1],
  ['export --all --format training --force --output $lines'],
  ['backup $backup'],
  ['restore $backup --verify'],
  ['audit --verify'],
];
/** One that reads, one that fails, one that writes a file and one that reads one: run as processes, the others here. */
const asProcesses = ['search loan', 'resume ffffffff', 'export --all --output $lines', 'import $folder'];
/** On a lake of their own, on this machine, or until they are stopped; see below and setup.test.ts, keys.test.ts. */
const elsewhere = [
  'demo',
  'doctor',
  'migrate',
  'search reindex',
  'serve',
  'worker',
  'proxy',
  'watch',
  'setup',
  'uninstall',
  'service install',
  'service status',
  'service logs',
  'service uninstall',
  'keys add',
  'keys rotate',
  'keys revoke',
  'keys remove',
];

describe('--json', () => {
  it('is an option of every command that has a result', () => {
    const without = commands.filter(({ options }) => !options.some(({ names }) => names.includes('--json')));
    expect(without.map(({ path }) => path).sort()).toEqual(withoutJson.toSorted());
  });

  it('is tried with every command', () => {
    const tried = commands.filter(({ path }) =>
      calls.some(([words]) => words === path || words.startsWith(`${path} `)),
    );
    expect([...tried.map(({ path }) => path), ...elsewhere, ...withoutJson].sort()).toEqual(
      commands.map(({ path }) => path).sort(),
    );
  });

  it.each(calls)('%s', async (words, expected = 0) => {
    const args = words.split(' ').map((word) => files[word] ?? word);
    const run = asProcesses.includes(words) ? dewey : here;
    const { code, stdout, stderr } = await run([...args, '--json'], { DEWEY_URL: server.url });
    expect(code, stderr).toBe(expected);
    // What was not found is said in a line, or is part of the result.
    if (stdout === '') expect(stderr).toMatch(/^dewey: .*\n$/);
    else expect(() => JSON.parse(stdout)).not.toThrow();
  });

  it('is lines where there are several results', async () => {
    const { code, stdout } = await here(['demo', '--json'], {});
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toHaveLength(10);
  });

  it('prints the checks of doctor, the migration and the keys on the database itself', async () => {
    const env = { DATABASE_URL: lake.url };
    for (const args of [
      ['migrate'],
      ['doctor'],
      ['keys', 'add', 'desk'],
      ['keys', 'rotate', 'desk'],
      ['keys', 'revoke', 'desk'],
      ['keys', 'remove', 'desk'],
    ]) {
      const { stdout } = await here([...args, '--json'], env);
      expect(() => JSON.parse(stdout), `${args}: ${stdout}`).not.toThrow();
    }
  });
});

describe('a command that runs until it is stopped', () => {
  it.each([
    ['serve', 0],
    ['worker', 0],
    ['proxy', 0],
    ['watch', 130],
  ] as const)('%s says in JSON when it is ready, and ends cleanly on Ctrl-C', async (name, expected) => {
    const DEWEY_DATA_DIR = await dataDir();
    const env = { DEWEY_DATA_DIR, DEWEY_MCP_PORT: '0', DEWEY_PROXY_PORT: name === 'proxy' ? '0' : 'off' };
    const running = start([name, '--json'], { ...env, CLAUDE_CONFIG_DIR: DEWEY_DATA_DIR });
    const [line] = await running.says(/^\{"(url|worker|following)":.*\}$/m);
    expect(() => JSON.parse(line)).not.toThrow();
    const database = await postmasterPid(DEWEY_DATA_DIR);
    // A worker lets others go first; its database is theirs, too.
    if (database !== undefined) expect(getPriority(database)).toBe(getPriority());
    expect(await running.end('SIGINT')).toBe(expected);
    const postgres = await postmasterPid(DEWEY_DATA_DIR);
    expect(postgres === undefined || !lives(postgres)).toBe(true);
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

it('says which variable is missing where the running server wants a key', async () => {
  const DEWEY_DATA_DIR = await dataDir();
  const DEWEY_API_KEYS = 'desk:read:secret-of-the-desk';
  const env = { DEWEY_DATA_DIR, DATABASE_URL: lake.url };
  const running = await serve({ ...env, DEWEY_API_KEYS });
  for (const words of [['search', 'loan'], ['list'], ['status'], ['resume', 'ffffffff']]) {
    const { code, stdout, stderr } = await here(words, env);
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `dewey: ${running.url} requires an API key: set DEWEY_API_KEY to its secret.\n`,
    });
  }
  expect((await here(['list'], { ...env, DEWEY_API_KEY: 'secret-of-the-desk' })).code).toBe(0);
  await running.end();
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
      const { code, stdout, stderr } = await (words[0] === 'search' ? dewey : here)(args, {
        ...env,
        DEWEY_DATA_DIR,
      });
      expect(stderr).toMatch(says);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    }
  });

  it('says how to begin where nothing is stored yet, and starts no database for it', async () => {
    const DEWEY_DATA_DIR = join(await dataDir(), 'none');
    const { code, stderr } = await here(['recent'], { DEWEY_DATA_DIR });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^dewey: Nothing is stored in .* yet\. "dewey import" imports .*\n$/);
    expect((await here(['open', '--print'], { DEWEY_DATA_DIR })).stderr).toMatch(
      /^dewey: No server is running for .*"dewey serve".*\n$/,
    );
  });
});
