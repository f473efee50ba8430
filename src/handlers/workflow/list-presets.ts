import * as z from 'zod';
import { listPresets } from '../../db/workflow/presets.ts';
import { builtInPresets, enforcements } from '../shared/domain/presets.ts';
import * as p from '../shared/params.ts';
import { tool } from '../tool/tool.ts';
import * as w from './shared.ts';

export default tool({
  name: 'list_presets',
  title: 'List presets',
  description:
    'List the presets available for workflow sessions, built-in and custom. Add a custom one with import_data.',
  effect: 'read',
  countsForGates: true,
  input: z.strictObject({ session_id: p.gateSession }),
  output: z.object({
    presets: z
      .array(
        z.object({
          name: w.presetName,
          description: z.string().describe('Purpose of the preset'),
          enforcement: z.enum(enforcements).describe('How strictly the preset is enforced'),
          type: z.enum(['built-in', 'custom']).describe('Origin of the preset'),
        }),
      )
      .describe('All presets'),
    count: z.int().describe('Number of presets'),
    built_in_count: z.int().describe('Number of built-in presets'),
    custom_count: z.int().describe('Number of custom presets'),
  }),
  async run(_, { db }) {
    const own = (await listPresets(db.sql)).flatMap(({ config }) => w.toPreset(config) ?? []);
    const face = (type: 'built-in' | 'custom') => (preset: (typeof own)[number]) => ({
      name: preset.name,
      description: preset.description,
      enforcement: preset.enforcement,
      type,
    });
    const presets = [...builtInPresets.map(face('built-in')), ...own.map(face('custom'))];
    return {
      presets,
      count: presets.length,
      built_in_count: builtInPresets.length,
      custom_count: own.length,
    };
  },
});
