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
    'Get the settings with which Claude Code tells Dewey of its events. With settings_path they are added to that file below DEWEY_FILES_ROOT, after a backup; everything else in it stays. Calling it again changes nothing.',
  effect: 'change',
  countsForGates: true,
  input: z.strictObject({
    hooks: z
      .array(z.enum(['all', ...hookEvents]))
      .min(1)
      .default(['all'])
      .describe('The events; all for every one'),
    settings_path: p.filePath.optional().describe('The settings file to add to, below DEWEY_FILES_ROOT'),
    project_hooks: z
      .boolean()
      .default(false)
      .describe(`Without settings_path, add to ${projectSettings} below DEWEY_FILES_ROOT`),
    update_settings: z.boolean().default(true).describe('False only returns the settings, whatever the path'),
    session_id: p.gateSession,
  }),
  output: z.object({
    installed: z.boolean().describe('Whether the file has them now'),
    hooks: z.array(z.object({ name: z.string().describe('The event') })).describe('The events'),
    settings: z.record(z.string(), z.unknown()).describe('The block for a settings file'),
    settings_updated: z.boolean().describe('Whether the file was changed'),
    settings_path: z.string().optional().describe('The file'),
    backup_path: z.string().optional().describe('Where the file is as it was before'),
    message: z.string().describe('What happened, in a sentence'),
  }),
  async run({ hooks, settings_path, project_hooks, update_settings }, deps) {
    const events = eventsOf(hooks);
    const block = { hooks: events.map((name) => ({ name })), settings: hookSettings('dewey', events) };
    const path = settings_path ?? (project_hooks ? projectSettings : undefined);
    if (path === undefined || !update_settings)
      return {
        installed: false,
        ...block,
        settings_updated: false,
        message: 'Nothing was written. Put the settings into your settings file, or give settings_path.',
      };
    const files = filesOf(deps, 'settings_path');
    const { result, changed, backup } = await changeSettings(files, path, deps.clock(), (settings) =>
      addHooks(settings, events),
    );
    return {
      installed: true,
      ...block,
      settings_updated: changed,
      settings_path: path,
      ...(backup === undefined ? {} : { backup_path: backup }),
      message: changed ? `Added ${result.added.length} hooks to ${path}.` : `${path} has them already.`,
    };
  },
});
