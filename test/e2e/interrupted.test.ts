import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { postmasterPid, useDataDirs } from '../support/datadir.ts';
import { dewey, lives, type Running } from '../support/process.ts';
import { eventually } from '../support/waiting.ts';

vi.setConfig({ testTimeout: 240_000 });
const dataDir = useDataDirs();

/** Enough transcripts to interrupt an import midway. */
async function transcripts(count: number): Promise<string> {
  const folder = join(await dataDir(), 'transcripts');
  await mkdir(folder);
  for (let n = 0; n < count; n += 1) {
    const lines = Array.from({ length: 40 }, (_, i) =>
      JSON.stringify({
        type: 'user',
        sessionId: `session-${n}`,
        uuid: `line-${n}-${i}`,
        timestamp: '2026-01-02T03:04:05.000Z',
        cwd: '/library',
        message: { role: 'user', content: `message ${i} of ${n}` },
      }),
    );
    await writeFile(join(folder, `session-${n}.jsonl`), `${lines.join('\n')}\n`);
  }
  return folder;
}

/** The PostgreSQL started by a command. */
async function started(directory: string): Promise<number> {
  await eventually(async () => (await postmasterPid(directory)) !== undefined, 90_000);
  return (await postmasterPid(directory)) ?? 0;
}

/** Interrupts a command: it exits with the signal's code, prints one line, and stops its PostgreSQL. */
async function interrupted(command: Running, directory: string, signal: NodeJS.Signals, says: RegExp) {
  const postgres = await started(directory);
  expect(await command.end(signal)).toBe(signal === 'SIGINT' ? 130 : 143);
  expect(command.err()).toMatch(says);
  expect(command.err().trimEnd().split('\n')).toHaveLength(1);
  expect(lives(postgres)).toBe(false);
}

describe('an interrupted command', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'import reports what is stored and how to continue, on %s',
    async (signal) => {
      const folder = await transcripts(1500);
      const directory = await dataDir();
      const env = { DEWEY_DATA_DIR: directory };
      await interrupted(
        dewey(['import', folder], env),
        directory,
        signal,
        /^dewey: The import was interrupted in file \d+ of 1500\. .* stored so far\. Run the same command again to continue\.$/m,
      );
    },
  );

  it('import or restore of a whole lake changes nothing', async () => {
    for (const command of ['import', 'restore']) {
      const directory = await dataDir();
      // Its standard input never ends.
      const running = dewey([command, '-'], { DEWEY_DATA_DIR: directory });
      await interrupted(running, directory, 'SIGINT', /was interrupted\. Nothing was changed/);
    }
  });

  it('export or backup leaves no file', async () => {
    const directory = await dataDir();
    const files = join(directory, 'files');
    await mkdir(files);
    for (const [command, ...args] of [
      ['export', '--all', '--output', join(files, 'all.jsonl')],
      ['backup', join(files, 'lake.backup')],
    ] as const) {
      const env = { DEWEY_DATA_DIR: directory };
      const running = dewey([command, ...args], env);
      await interrupted(running, directory, 'SIGINT', /was interrupted/);
      expect(await readdir(files)).toEqual([]);
    }
  });

  it('verify, scan and a listing end at once, and say how to go on', async () => {
    const folder = await transcripts(200);
    for (const [args, says] of [
      [
        ['verify', folder],
        /^dewey: The comparison was interrupted after \d+ of 200 files\. Nothing was changed\. /,
      ],
      [['scan'], /^dewey: The scan was interrupted after \d+ messages: .* Run it again/],
      [
        ['reread'],
        /^dewey: Reading again was interrupted after \d+ conversations: \d+ filled in\. Run it again/,
      ],
      [['stats'], /^dewey: interrupted$/m],
    ] as const) {
      const directory = await dataDir();
      await interrupted(dewey(args, { DEWEY_DATA_DIR: directory }), directory, 'SIGINT', says);
    }
  });

  it('watch says that what was read is stored', async () => {
    const directory = await dataDir();
    const running = dewey(['watch'], { DEWEY_DATA_DIR: directory, CLAUDE_CONFIG_DIR: directory });
    await running.says(/^Following /m);
    const postgres = await started(directory);
    expect(await running.end('SIGINT')).toBe(130);
    expect(running.err()).toMatch(
      /^dewey: No longer following\. What was read is stored; run "dewey watch" again/m,
    );
    expect(lives(postgres)).toBe(false);
  });

  it('exits immediately on the second signal', async () => {
    const directory = await dataDir();
    const running = dewey(['restore', '-'], { DEWEY_DATA_DIR: directory });
    const postgres = await started(directory);
    running.child.kill('SIGINT');
    running.child.kill('SIGINT');
    const [code] =
      running.child.exitCode === null ? await once(running.child, 'exit') : [running.child.exitCode];
    expect(code).toBe(130);
    expect(postgres).toBeGreaterThan(0);
  });
});
