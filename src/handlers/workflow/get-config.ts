import * as z from 'zod';
import { builtIn, defaultPreset } from '../shared/domain/presets.ts';
import { tool } from '../tool/tool.ts';
import * as w from './shared.ts';

export default tool({
  name: 'get_config',
  title: 'Get the configuration',
  description:
    'Get the preset of a workflow session, as it was when applied. Without session_id: that of the most recently used session, or the default preset.',
  effect: 'read',
  countsForGates: true,
  input: z.strictObject({ session_id: w.sessionParam.optional() }),
  output: z.object({
    active_preset: z.string().describe('Name of the preset'),
    config: w.presetOut.describe('Full configuration of the preset'),
    session_id: z.string().optional().describe('The session'),
  }),
  async run({ session_id }, { db }) {
    const session = await w.namedOrLast(db.sql, session_id);
    const preset = w.toPreset(session?.config ?? builtIn(defaultPreset));
    if (!preset) throw new Error('the stored preset is invalid');
    return {
      active_preset: preset.name,
      config: preset,
      ...(session ? { session_id: session.sessionId } : {}),
    };
  },
});
