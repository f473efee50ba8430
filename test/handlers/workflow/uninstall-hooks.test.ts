import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFiles } from '../../../src/gateway/runtime/files.ts';
import type { Deps } from '../../../src/handlers/tool/deps.ts';
import installHooks from '../../../src/handlers/workflow/install-hooks.ts';
import uninstallHooks from '../../../src/handlers/workflow/uninstall-hooks.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
let folder: string;
let deps: Deps;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-files-'));
  deps = { ...lake.deps, files: openFiles(folder) };
});
afterAll(() => rm(folder, { recursive: true }));

describe('uninstall_hooks', () => {
  it('distinguishes our commands from similar ones', async () => {
    const command = (text: string) => ({ type: 'command', command: text });
    const others = ['dewey hooks', 'my-dewey hook Stop', 'echo dewey hook Stop', 'dewey serve'];
    const before = {
      hooks: {
        Stop: [{ matcher: '*', hooks: [...others.map(command), command('dewey hook Stop')] }],
        SessionEnd: [{ hooks: [command('dewey hook SessionEnd')] }],
      },
    };
    await writeFile(join(folder, 'settings.json'), JSON.stringify(before));
    const removed = await call(uninstallHooks, { settings_path: 'settings.json' }, deps);
    expect(removed).toMatchObject({ removed_count: 2, removed_hooks: ['Stop', 'SessionEnd'] });
    expect(JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'))).toEqual({
      hooks: { Stop: [{ matcher: '*', hooks: others.map(command) }] },
    });
    expect(JSON.parse(await readFile(removed.backup_path, 'utf8'))).toEqual(before);
  });

  it('keeps what each change replaced, also of changes within one millisecond', async () => {
    const now = new Date();
    const stopped = { ...deps, clock: () => now };
    const path = join(folder, 'often.json');
    const replaced: string[] = [];
    const backups: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      await writeFile(path, JSON.stringify({ n }));
      for (const tool of [installHooks, uninstallHooks]) {
        replaced.push(await readFile(path, 'utf8'));
        backups.push((await call(tool, { settings_path: 'often.json' }, stopped)).backup_path);
      }
    }
    expect(new Set(backups).size).toBe(8);
    expect(await Promise.all(backups.map((backup) => readFile(backup, 'utf8')))).toEqual(replaced);
    expect(new Set(replaced).size).toBe(8);
  });

  it('reports a missing file, or one outside the folder', async () => {
    const message = async (settings_path: string) =>
      (await call(uninstallHooks, { settings_path }, deps)).message;
    expect(await message('none.json')).toBe('There is no file none.json.');
    await symlink(tmpdir(), join(folder, 'out'));
    for (const settings_path of ['out/none.json', 'out'])
      expect(await fail(uninstallHooks, { settings_path }, deps)).toMatchObject({
        kind: 'forbidden',
        data: { field: 'settings_path' },
      });
  });

  it('advises without a path, and changes nothing outside the folder', async () => {
    expect(await call(uninstallHooks, {}, deps)).toMatchObject({ uninstalled: false, removed_hooks: [] });
    expect(await fail(uninstallHooks, { settings_path: '/etc/settings.json' }, deps)).toMatchObject({
      kind: 'forbidden',
    });
    expect(await fail(uninstallHooks, { settings_path: 'a.json' }, lake.deps)).toMatchObject({
      kind: 'refused',
    });
  });
});
