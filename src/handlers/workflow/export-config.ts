import * as z from 'zod';
import { filesOf } from '../shared/files.ts';
import * as p from '../shared/params.ts';
import { tool } from '../tool/tool.ts';
import * as w from './shared.ts';

export default tool({
  name: 'export_config',
  title: 'Export a preset',
  description:
    'Get the JSON of a preset, to edit it and import it under another name. With file_path, writes it to a file below DEWEY_FILES_ROOT; an existing file is replaced only with overwrite.',
  effect: 'change',
  countsForGates: true,
  input: z.strictObject({
    preset_name: w.presetName,
    file_path: p.filePath.optional().describe('File to write, below DEWEY_FILES_ROOT'),
    overwrite: p.overwrite,
    session_id: p.gateSession,
  }),
  output: z.object({
    exported: z.boolean().describe('Always true'),
    preset_name: w.presetName,
    config: w.presetOut.describe('The preset'),
    file_path: z.string().optional().describe('Path of the file'),
    size_bytes: z.int().describe('Size of the JSON in bytes'),
    message: z.string().describe('Summary of the result'),
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
      message:
        'file_path' in path ? `Wrote ${preset_name} to ${path.file_path}.` : `Exported ${preset_name}.`,
    };
  },
});
