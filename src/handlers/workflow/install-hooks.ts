import * as z from 'zod';
import { filesOf } from '../shared/files.ts';
import * as p from '../shared/params.ts';
import { tool } from '../tool/tool.ts';
import { addHooks, eventsOf, hookEvents, hookSettings } from './domain/hooks.ts';
import { changeSettings } from './settings-file.ts';

const projectSettings = '.claude/settings.json';

export default tool({
  name: 'install_hooks',
  title: 'Install hooks',
  description:
    'Get the hook settings that make Claude Code report events to Dewey. With settings_path, adds them to that file below DEWEY_FILES_ROOT after a backup; other settings stay.',
  effect: 'change',
  countsForGates: true,
  input: z.strictObject({
    hooks: z
      .array(z.enum(['all', ...hookEvents]))
      .min(1)
      .default(['all'])
      .describe('Events to capture; all: every event'),
    settings_path: p.filePath.optional().describe('Settings file to change, below DEWEY_FILES_ROOT'),
    project_hooks: z
      .boolean()
      .default(false)
      .describe(`Without settings_path, change ${projectSettings} below DEWEY_FILES_ROOT`),
    update_settings: z.boolean().default(true).describe('False: only return the settings'),
    session_id: p.gateSession,
  }),
  output: z.object({
    installed: z.boolean().describe('Whether the file now contains the hooks'),
    hooks: z.array(z.object({ name: z.string().describe('The event') })).describe('The events'),
    settings: z.record(z.string(), z.unknown()).describe('Block for a settings file'),
    settings_updated: z.boolean().describe('Whether the file was changed'),
    settings_path: z.string().optional().describe('The file'),
    backup_path: z.string().optional().describe('Path of the backup'),
    message: z.string().describe('Summary of the result'),
  }),
  async run({ hooks, settings_path, project_hooks, update_settings }, deps) {
    const events = eventsOf(hooks);
    const { program, options } = deps.hookProgram ?? { program: 'dewey', options: '' };
    const block = {
      hooks: events.map((name) => ({ name })),
      settings: hookSettings(program, events, options),
    };
    const path = settings_path ?? (project_hooks ? projectSettings : undefined);
    if (path === undefined || !update_settings)
      return {
        installed: false,
        ...block,
        settings_updated: false,
        message: 'Nothing was written. Add the settings to your settings file, or pass settings_path.',
      };
    const files = filesOf(deps, 'settings_path');
    const { result, changed, backup } = await changeSettings(files, path, deps.clock(), (settings) =>
      addHooks(settings, events, program, options),
    );
    return {
      installed: true,
      ...block,
      settings_updated: changed,
      settings_path: path,
      ...(backup === undefined ? {} : { backup_path: backup }),
      message: changed ? `Added ${result.added.length} hooks to ${path}.` : `${path} already has them.`,
    };
  },
});
