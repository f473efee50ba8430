import * as z from 'zod';
import { builtIn, defaultPreset } from '../shared/domain/presets.ts';
import { tool } from '../tool/tool.ts';
import * as w from './shared.ts';

export default tool({
  name: 'get_config',
  title: 'Get the configuration',
  description:
    'See the preset a workflow session is judged by, as it was when it was applied. Without session_id: of the session used last, or the default.',
  effect: 'read',
  countsForGates: true,
  input: z.strictObject({ session_id: w.sessionParam.optional() }),
  output: z.object({
    active_preset: z.string().describe('Name of the preset'),
    config: w.presetOut.describe('The preset whole'),
    session_id: z.string().optional().describe('The session'),
  }),
  async run({ session_id }, { db }) {
    const session = await w.namedOrLast(db.sql, session_id);
    const preset = w.toPreset(session?.config ?? builtIn(defaultPreset));
    if (!preset) throw new Error('the stored preset is not valid');
    return {
      active_preset: preset.name,
      config: preset,
      ...(session ? { session_id: session.sessionId } : {}),
    };
  },
});
