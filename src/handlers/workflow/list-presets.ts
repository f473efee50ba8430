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
    'List the rules a workflow session can be given: those built in and your own (import_data adds one).',
  effect: 'read',
  countsForGates: true,
  input: z.strictObject({ session_id: p.gateSession }),
  output: z.object({
    presets: z
      .array(
        z.object({
          name: w.presetName,
          description: z.string().describe('What it is for'),
          enforcement: z.enum(enforcements).describe('How strictly it is applied'),
          type: z.enum(['built-in', 'custom']).describe('Whose it is'),
        }),
      )
      .describe('All presets'),
    count: z.int().describe('How many'),
    built_in_count: z.int().describe('How many are built in'),
    custom_count: z.int().describe('How many are your own'),
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
