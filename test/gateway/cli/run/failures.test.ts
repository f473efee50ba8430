import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { runHere } from '../../../support/command.ts';
import { useDataDirs } from '../../../support/datadir.ts';
import { useLake } from '../../../support/lake.ts';
import { smallDisk } from '../../../support/small-disk.ts';

vi.setConfig({ testTimeout: 60_000 });

const lake = useLake();
const dataDir = useDataDirs();
const here = async () => ({ DATABASE_URL: lake.url, DEWEY_DATA_DIR: await dataDir() });
const disk = await smallDisk('4k');
afterAll(async () => {
  if (!disk) return;
  execFileSync('umount', ['--lazy', disk]);
  await rm(disk, { recursive: true });
});

describe('a command', () => {
  it.each([
    ['spool', 'retry'],
    ['keys', 'add', 'bad name'],
    ['keys', 'add', 'a', '--scope', 'god'],
    ['keys', 'add', 'a', '--expires', 'never'],
    ['retention', 'set', '0d'],
    ['retention', 'set', '90d', '--role', 'bot'],
    ['search', ''],
    ['show', 'x'],
    ['export', 'x'],
    ['audit', '--outcome', 'whatever'],
    ['setup', '--yes', '--toolsets', 'core,memmory'],
  ])('that is used wrongly ends with 2: dewey %s %s %s %s %s', async (...words) => {
    const { code, err } = await runHere(
      words.filter((word) => word !== undefined),
      await here(),
    );
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/\S/) });
  });

  it('replaces no file', async () => {
    const env = await here();
    const file = join(env.DEWEY_DATA_DIR, 'taken');
    await writeFile(file, '');
    for (const words of [
      ['backup', file],
      ['export', '--all', '--output', file],
    ])
      expect(await runHere(words, env)).toMatchObject({
        code: 2,
        err: expect.stringContaining(`${file} already exists.`),
      });
  });

  it.each([
    ['backup', '/nope/backup'],
    ['backup', '--verify', '/nope'],
    ['restore', '/nope'],
    ['decisions', 'antipatterns', '/nope'],
  ])('names what is not there: dewey %s %s %s', async (...words) => {
    const { code, err } = await runHere(
      words.filter((word) => word !== undefined),
      await here(),
    );
    expect({ code, err }).toEqual({ code: 1, err: 'dewey: /nope: not found\n' });
  });

  it.runIf(disk)('says that the disk is full (needs root and mount on Linux)', async () => {
    const { code, err } = await runHere(['backup', join(disk ?? '', 'backup')], await here());
    expect({ code, err }).toEqual({ code: 1, err: 'dewey: the disk is full\n' });
  });
});
