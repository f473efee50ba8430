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
    "Remove Dewey's own hooks from a settings file of Claude Code below DEWEY_FILES_ROOT, after a backup; hooks of others and everything else stay. Calling it again changes nothing.",
  effect: 'change',
  countsForGates: true,
  input: z.strictObject({
    hooks: z
      .array(z.enum(['all', ...hookEvents]))
      .min(1)
      .default(['all'])
      .describe('The events; all for every one'),
    settings_path: p.filePath.optional().describe('The settings file, below DEWEY_FILES_ROOT'),
    session_id: p.gateSession,
  }),
  output: z.object({
    uninstalled: z.boolean().describe('True when the file has none of these any more'),
    removed_count: z.int().describe('How many were removed'),
    removed_hooks: z.array(z.string()).describe('The events that were removed'),
    backup_path: z.string().optional().describe('Where the file is as it was before'),
    message: z.string().describe('What happened, in a sentence'),
  }),
  async run({ hooks, settings_path }, deps) {
    if (settings_path === undefined)
      return {
        uninstalled: false,
        removed_count: 0,
        removed_hooks: [],
        message:
          'Nothing was changed. Remove the entries whose command begins with "dewey hook", or give settings_path.',
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
            : `There were none of ours in ${settings_path}.`,
    };
  },
});
