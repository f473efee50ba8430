import * as z from 'zod';
import { enforcements } from '../shared/domain/presets.ts';
import { tool } from '../tool/tool.ts';
import * as w from './shared.ts';

export default tool({
  name: 'apply_preset',
  title: 'Apply a preset',
  description:
    'Start a workflow session with a preset, or change the preset of a running one. Pass the returned session_id in every call of experience, reasoning and workflow tools: gates count those calls.',
  effect: 'add',
  countsForGates: true,
  input: z.strictObject({
    preset_name: w.presetName,
    session_id: w.sessionParam.optional().describe('Workflow session; default: a new one'),
  }),
  output: z.object({
    applied: z.boolean().describe('Always true: its gates are in force'),
    preset_name: w.presetName,
    session_id: w.sessionParam,
    gates: w.gatesOut.describe('Requirements of each phase'),
    enforcement: z.enum(enforcements).describe('How strictly the preset is enforced'),
    expires_at: z.string().describe('Expiry time of the session'),
    message: z.string().describe('Summary of the result'),
  }),
  async run({ preset_name, session_id }, { db, clock, newId }) {
    const preset = await w.presetOf(db.sql, preset_name);
    const session = await db.sql.begin((tx) => w.start(tx, session_id ?? newId(), preset, clock()));
    return {
      applied: true,
      preset_name: preset.name,
      session_id: session.sessionId,
      gates: preset.gates,
      enforcement: preset.enforcement,
      expires_at: session.expiresAt,
      message: `The preset ${preset.name} (${preset.enforcement}) applies for ${preset.session_ttl} minutes.`,
    };
  },
});
