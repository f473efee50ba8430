import * as z from 'zod';
import { enforcements } from '../shared/domain/presets.ts';
import { tool } from '../tool/tool.ts';
import * as w from './shared.ts';

export default tool({
  name: 'apply_preset',
  title: 'Apply a preset',
  description:
    'Begin a workflow session under a preset, or change the preset of a running one. Send the session_id with every call of experience, reasoning and workflow tools: the gates count those calls.',
  effect: 'add',
  countsForGates: true,
  input: z.strictObject({
    preset_name: w.presetName,
    session_id: w.sessionParam.optional().describe('The session; one is made without it'),
  }),
  output: z.object({
    applied: z.boolean().describe('True: its gates hold now'),
    preset_name: w.presetName,
    session_id: w.sessionParam,
    gates: w.gatesOut.describe('What each phase wants'),
    enforcement: z.enum(enforcements).describe('How strictly it is applied'),
    expires_at: z.string().describe('When the session ends'),
    message: z.string().describe('What happened, in a sentence'),
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
      message: `The preset ${preset.name} (${preset.enforcement}) holds for ${preset.session_ttl} minutes.`,
    };
  },
});
