import * as z from 'zod';
import { enforcements, neverCounted } from '../shared/domain/presets.ts';
import { mayWeaken, weakerIn } from '../shared/domain/weaker.ts';
import { gateTools } from '../shared/gate-tools.ts';
import { ToolError } from '../tool/errors.ts';
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
  async run({ preset_name, session_id }, deps) {
    const { db, clock, newId, log } = deps;
    const preset = await w.presetOf(db.sql, preset_name);
    const never = neverCounted(preset, gateTools);
    if (never.length > 0) throw neverOpens(preset.name, never);
    const { session, weaker } = await db.sql.begin(async (tx) => {
      const running = await w.running(tx, session_id, clock());
      const weaker = running && weakerIn(preset, running);
      if (weaker !== undefined && !mayWeaken(deps)) throw wouldWeaken(weaker);
      return { session: await w.start(tx, session_id ?? newId(), preset, clock()), weaker };
    });
    if (weaker !== undefined)
      log.warn(
        { session_id: session.sessionId, preset: preset.name, weaker, key: deps.call?.keyId },
        'the preset of a running workflow session was weakened',
      );
    return {
      applied: true,
      preset_name: preset.name,
      session_id: session.sessionId,
      gates: preset.gates,
      enforcement: preset.enforcement,
      expires_at: session.expiresAt,
      message: [
        `The preset ${preset.name} (${preset.enforcement}) applies for ${preset.session_ttl} minutes.`,
        ...(weaker === undefined ? [] : [`It is weaker than the one before: ${weaker}. This was logged.`]),
      ].join(' '),
    };
  },
});

const neverOpens = (name: string, tools: readonly string[]): ToolError =>
  new ToolError('refused', `The preset ${name} requires ${tools.join(', ')}, whose calls are not counted.`, {
    field: 'preset_name',
    problem: 'its gates could never open',
    suggestion: 'Correct it with export_config and import_data; validate_config names every such tool.',
  });

const wouldWeaken = (weaker: string): ToolError =>
  new ToolError('forbidden', `The preset would weaken a running session: ${weaker}.`, {
    field: 'preset_name',
    problem: weaker,
    suggestion: 'Meet its gates, or ask for a call with a key of the scope admin.',
  });
