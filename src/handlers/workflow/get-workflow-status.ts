import * as z from 'zod';
import { liveTokens } from '../../db/workflow/tokens.ts';
import { currentPhase, judge } from '../shared/domain/gates.ts';
import type { Phase } from '../shared/domain/presets.ts';
import * as p from '../shared/params.ts';
import { tool } from '../tool/tool.ts';
import * as w from './shared.ts';

const gateStatus = z.object({
  passed: z.boolean().describe('Whether the gate is open'),
  required_tools: z.array(z.string()).describe('What it wants'),
  completed_tools: z.array(z.string()).describe('What of that was done'),
  missing: z.array(z.string()).describe('What is missing'),
});

export default tool({
  name: 'get_workflow_status',
  title: 'Get the workflow status',
  description:
    'See where a workflow session is: its phase, which gates are open, which tools were used, and its tokens (shortened, not usable). Without session_id: the session used last.',
  effect: 'read',
  countsForGates: true,
  input: z.strictObject({ session_id: w.sessionParam.optional() }),
  output: z.object({
    session_id: p.nullableText.describe('The session; null when there is none'),
    current_phase: w.phase,
    active_session: z.boolean().describe('Whether the session runs'),
    preset: z.string().describe('Preset'),
    expires_at: p.nullableText.describe('When the session ends'),
    gates_status: z
      .object({
        teach: gateStatus.describe('The teach gate'),
        learn: gateStatus.describe('The learn gate'),
        reason: gateStatus.describe('The reason gate'),
      })
      .describe('Every gate'),
    steps_completed: z
      .array(z.string())
      .describe('Tools called with success, in the order of their first call'),
    active_tokens: z
      .array(
        z.object({
          token_id: z.string().describe('The token shortened; it cannot be used'),
          type: z.enum(['operation', 'session']).describe('Used once, or until it expires'),
          expires_in_seconds: z.int().describe('How long it is valid'),
        }),
      )
      .describe('Tokens that can be used'),
    fast_track_active: z.boolean().describe('Whether there is a session token'),
  }),
  async run({ session_id }, { db, clock }) {
    const now = clock();
    const named = session_id ?? (await w.namedOrLast(db.sql, undefined))?.sessionId;
    const state = await w.stateOf(db.sql, named, now);
    const { session, preset, expired } = state;
    const done = new Set(expired ? [] : state.done);
    const tokens = named === undefined || expired ? [] : await liveTokens(db.sql, named, now);
    const statusOf = (phase: Phase) => {
      const { required_tools } = preset.gates[phase];
      return {
        passed: !expired && judge(preset, phase, done).met,
        required_tools,
        completed_tools: required_tools.filter((tool) => done.has(tool)),
        missing: required_tools.filter((tool) => !done.has(tool)),
      };
    };
    return {
      session_id: named ?? null,
      current_phase: currentPhase(preset, done),
      active_session: session !== undefined && !expired,
      preset: preset.name,
      expires_at: session?.expiresAt ?? null,
      gates_status: { teach: statusOf('teach'), learn: statusOf('learn'), reason: statusOf('reason') },
      steps_completed: [...done],
      active_tokens: tokens.map(({ shortened, type, expiresAt }) => ({
        token_id: shortened,
        type,
        expires_in_seconds: Math.ceil((Date.parse(expiresAt) - now.getTime()) / 1000),
      })),
      fast_track_active: tokens.some(({ type }) => type === 'session'),
    };
  },
});
