import * as z from 'zod';
import { filesOf } from '../shared/files.ts';
import * as p from '../shared/params.ts';
import { tool } from '../tool/tool.ts';
import * as w from './shared.ts';

export default tool({
  name: 'export_config',
  title: 'Export a preset',
  description:
    'Get the JSON of a preset, to change it and import it under another name; with file_path it is written below DEWEY_FILES_ROOT, and replaces no file without overwrite.',
  effect: 'change',
  countsForGates: true,
  input: z.strictObject({
    preset_name: w.presetName,
    file_path: p.filePath.optional().describe('Where to write the file, below DEWEY_FILES_ROOT'),
    overwrite: p.overwrite,
    session_id: p.gateSession,
  }),
  output: z.object({
    exported: z.boolean().describe('True: here it is'),
    preset_name: w.presetName,
    config: w.presetOut.describe('The preset'),
    file_path: z.string().optional().describe('Where the file is'),
    size_bytes: z.int().describe('Size of its JSON'),
    message: z.string().describe('What happened, in a sentence'),
  }),
  async run({ preset_name, file_path, overwrite }, deps) {
    const files = file_path === undefined ? undefined : filesOf(deps, 'file_path');
    const config = await w.presetOf(deps.db.sql, preset_name);
    const json = `${JSON.stringify(config, null, 2)}\n`;
    const path =
      files && file_path !== undefined
        ? { file_path: await files.write(file_path, json, { overwrite }) }
        : {};
    return {
      exported: true,
      preset_name,
      config,
      ...path,
      size_bytes: new TextEncoder().encode(json).length,
      message: 'file_path' in path ? `Wrote ${preset_name} to ${path.file_path}.` : `This is ${preset_name}.`,
    };
  },
});
