import * as z from 'zod';
import { liveTokens } from '../../db/workflow/tokens.ts';
import { currentPhase, judge } from '../shared/domain/gates.ts';
import type { Phase } from '../shared/domain/presets.ts';
import * as p from '../shared/params.ts';
import { tool } from '../tool/tool.ts';
import * as w from './shared.ts';

const gateStatus = z.object({
  passed: z.boolean().describe('Whether the gate is open'),
  required_tools: z.array(z.string()).describe('Tools it requires'),
  completed_tools: z.array(z.string()).describe('Required tools already called'),
  missing: z.array(z.string()).describe('Required tools not yet called'),
});

export default tool({
  name: 'get_workflow_status',
  title: 'Get the workflow status',
  description:
    'Get the state of a workflow session: its phase, open gates, tools used, and tokens (shortened, not usable). Without session_id: the most recently used session.',
  effect: 'read',
  countsForGates: true,
  input: z.strictObject({ session_id: w.sessionParam.optional() }),
  output: z.object({
    session_id: p.nullableText.describe('Session id; null when there is none'),
    current_phase: w.phase,
    active_session: z.boolean().describe('Whether the session is active'),
    preset: z.string().describe('Preset'),
    expires_at: p.nullableText.describe('Expiry time of the session'),
    gates_status: z
      .object({
        teach: gateStatus.describe('The teach gate'),
        learn: gateStatus.describe('The learn gate'),
        reason: gateStatus.describe('The reason gate'),
      })
      .describe('Every gate'),
    steps_completed: z.array(z.string()).describe('Tools called, in the order of their first call'),
    active_tokens: z
      .array(
        z.object({
          token_id: z.string().describe('Shortened; not usable'),
          type: z
            .enum(['operation', 'session'])
            .describe('operation: single use; session: reusable until it expires'),
          expires_in_seconds: z.int().describe('Remaining validity in seconds'),
        }),
      )
      .describe('Valid tokens'),
    fast_track_active: z.boolean().describe('Whether a session token exists'),
  }),
  async run({ session_id }, deps) {
    const { db, clock } = deps;
    const now = clock();
    const named = session_id ?? (await w.namedOrLast(db.sql, undefined))?.sessionId;
    const state = await w.stateOf(deps, named, now);
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
