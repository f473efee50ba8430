import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFiles } from '../../../src/gateway/runtime/files.ts';
import { hookProgramOf } from '../../../src/gateway/runtime/own-program.ts';
import type { Deps } from '../../../src/handlers/tool/deps.ts';
import { hookEvents } from '../../../src/handlers/workflow/domain/hooks.ts';
import installHooks from '../../../src/handlers/workflow/install-hooks.ts';
import uninstallHooks from '../../../src/handlers/workflow/uninstall-hooks.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';
import { withClock } from '../../support/workflow.ts';

const lake = useLake();
let folder: string;
let deps: Deps;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-files-'));
  deps = { ...withClock(lake.deps).deps, files: openFiles(folder) };
});
afterAll(() => rm(folder, { recursive: true }));

const theirs = {
  model: 'opus',
  hooks: {
    Stop: [{ hooks: [{ type: 'command', command: 'notify-send done' }] }],
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'guard', timeout: 5 }] }],
  },
  permissions: { allow: ['Bash(ls)'] },
};
const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));

describe('install_hooks and uninstall_hooks', () => {
  it('write the absolute command of a server, which needs no PATH, and find it again', async () => {
    const served = { ...deps, hookProgram: hookProgramOf('/srv/dewey data') };
    const settings_path = 'served.json';
    await call(installHooks, { settings_path, hooks: ['Stop'] }, served);
    const written = await read(settings_path);
    const { command } = written.hooks.Stop[0].hooks[0];
    expect(command).toMatch(/^"\/[^"]+" "\/[^"]+\/main\.cjs" hook Stop --data-dir "\/srv\/dewey data"$/);
    expect(await call(installHooks, { settings_path, hooks: ['Stop'] }, served)).toMatchObject({
      settings_updated: false,
    });
    expect(await call(uninstallHooks, { settings_path }, served)).toMatchObject({ removed_count: 1 });
  });

  it('add our entries beside others, with a backup, and remove only ours', async () => {
    const before = `${JSON.stringify(theirs, null, '\t')}\n`;
    await writeFile(join(folder, 'settings.json'), before);
    const settings_path = 'settings.json';
    const installed = await call(installHooks, { settings_path }, deps);
    expect(installed).toMatchObject({ installed: true, settings_updated: true, settings_path });
    expect(installed.hooks).toHaveLength(hookEvents.length);
    const after = await read('settings.json');
    expect(Object.keys(after)).toEqual(['model', 'hooks', 'permissions']);
    expect(after.hooks.Stop).toEqual([
      ...theirs.hooks.Stop,
      { hooks: [{ type: 'command', command: 'dewey hook Stop', timeout: 10 }] },
    ]);
    expect(await readFile(installed.backup_path, 'utf8')).toBe(before);

    const text = await readFile(join(folder, 'settings.json'), 'utf8');
    expect(await call(installHooks, { settings_path }, deps)).toMatchObject({ settings_updated: false });
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe(text);

    // A user moved one of our commands into a group of their own.
    after.hooks.PreToolUse[0].hooks.push({ type: 'command', command: 'dewey hook PreToolUse' });
    // Another was printed where the shell does not find dewey.
    const printed = '"/opt/node/bin/node" "/opt/dewey/dist/main.cjs" hook PreToolUse';
    after.hooks.PreToolUse[0].hooks.push({ type: 'command', command: printed });
    await writeFile(join(folder, 'settings.json'), JSON.stringify(after, null, '\t'));
    expect(await call(uninstallHooks, { settings_path }, deps)).toMatchObject({
      uninstalled: true,
      removed_count: hookEvents.length,
    });
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe(before);
    expect(await call(uninstallHooks, { settings_path }, deps)).toMatchObject({
      uninstalled: true,
      removed_count: 0,
    });
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe(before);
  });

  it('create a missing file, for the requested events', async () => {
    const { hooks } = await call(
      installHooks,
      { hooks: ['Stop', 'SessionStart'], project_hooks: true },
      deps,
    );
    expect(hooks).toEqual([{ name: 'SessionStart' }, { name: 'Stop' }]);
    expect(await read('.claude/settings.json')).toEqual({
      hooks: {
        SessionStart: [{ hooks: [{ type: 'command', command: 'dewey hook SessionStart', timeout: 10 }] }],
        Stop: [{ hooks: [{ type: 'command', command: 'dewey hook Stop', timeout: 10 }] }],
      },
    });
    await call(uninstallHooks, { hooks: ['Stop'], settings_path: '.claude/settings.json' }, deps);
    expect(Object.keys((await read('.claude/settings.json')).hooks)).toEqual(['SessionStart']);
  });

  it('only return the settings without a path, or on request', async () => {
    const names = (await readdir(folder)).sort();
    for (const input of [{}, { settings_path: 'new.json', update_settings: false }]) {
      const told = await call(installHooks, input, deps);
      expect(told).toMatchObject({ installed: false, settings_updated: false });
      expect(told.settings.hooks.Stop[0].hooks[0].command).toBe('dewey hook Stop');
    }
    expect(await call(uninstallHooks, {}, deps)).toMatchObject({ uninstalled: false, removed_hooks: [] });
    expect(await call(uninstallHooks, { settings_path: 'none.json' }, deps)).toMatchObject({
      removed_count: 0,
    });
    expect((await readdir(folder)).sort()).toEqual(names);
  });

  it('do not touch a malformed file, or one outside the folder', async () => {
    for (const text of ['{ "hooks": ', '[]', '{"hooks": []}', '{"hooks": {"Stop": "x"}}']) {
      await writeFile(join(folder, 'odd.json'), text);
      for (const tool of [installHooks, uninstallHooks])
        if (tool === installHooks || text !== '{"hooks": []}')
          expect(await fail(tool, { settings_path: 'odd.json' }, deps)).toMatchObject({ kind: 'refused' });
      expect(await readFile(join(folder, 'odd.json'), 'utf8')).toBe(text);
    }
    expect(await fail(installHooks, { settings_path: '../settings.json' }, deps)).toMatchObject({
      kind: 'forbidden',
    });
    expect(await fail(installHooks, { settings_path: 'a.json' }, lake.deps)).toMatchObject({
      kind: 'refused',
    });
    expect(await fail(installHooks, { hooks: ['Everything'] }, deps)).toMatchObject({
      kind: 'invalid_input',
    });
  });
});
