import * as z from 'zod';
import { filesOf } from '../shared/files.ts';
import * as p from '../shared/params.ts';
import { tool } from '../tool/tool.ts';
import { eventsOf, hookEvents, removeHooks } from './domain/hooks.ts';
import { changeSettings } from './settings-file.ts';

export default tool({
  name: 'uninstall_hooks',
  title: 'Uninstall hooks',
  description:
    "Remove Dewey's hooks from a Claude Code settings file below DEWEY_FILES_ROOT, after making a backup; all other hooks and settings are kept. Idempotent.",
  effect: 'change',
  countsForGates: true,
  input: z.strictObject({
    hooks: z
      .array(z.enum(['all', ...hookEvents]))
      .min(1)
      .default(['all'])
      .describe('Events to remove; all: every event'),
    settings_path: p.filePath.optional().describe('Settings file to change, below DEWEY_FILES_ROOT'),
    session_id: p.gateSession,
  }),
  output: z.object({
    uninstalled: z.boolean().describe('True when the file no longer has any of these hooks'),
    removed_count: z.int().describe('Number of hooks removed'),
    removed_hooks: z.array(z.string()).describe('Events whose hooks were removed'),
    backup_path: z.string().optional().describe('Path of the backup'),
    message: z.string().describe('Summary of the result'),
  }),
  async run({ hooks, settings_path }, deps) {
    if (settings_path === undefined)
      return {
        uninstalled: false,
        removed_count: 0,
        removed_hooks: [],
        message:
          "Nothing was changed. Remove the entries that run Dewey's hook command, or pass settings_path.",
      };
    const files = filesOf(deps, 'settings_path');
    const { result, backup, missing } = await changeSettings(files, settings_path, deps.clock(), (settings) =>
      removeHooks(settings, eventsOf(hooks)),
    );
    const { removed } = result;
    return {
      uninstalled: true,
      removed_count: removed.length,
      removed_hooks: removed,
      ...(backup === undefined ? {} : { backup_path: backup }),
      message:
        removed.length > 0
          ? `Removed ${removed.length} hooks from ${settings_path}.`
          : missing
            ? `There is no file ${settings_path}.`
            : `${settings_path} has no hooks of Dewey.`,
    };
  },
});
