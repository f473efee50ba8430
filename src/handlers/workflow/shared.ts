import * as z from 'zod';
import type { Sql } from '../../db/postgres/connect.ts';
import { findPreset } from '../../db/workflow/presets.ts';
import { findWorkflow, startWorkflow, toolsDone, type WorkflowSession } from '../../db/workflow/workflow.ts';
import { type Compliance, judge } from '../shared/domain/gates.ts';
import {
  builtIn,
  builtInPresets,
  defaultPreset,
  enforcements,
  type Phase,
  type Preset,
  phases,
  validatePreset,
} from '../shared/domain/presets.ts';
import { gateTools } from '../shared/gate-tools.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';

/** Parameters, results and rules that workflow tools share. */

export const sessionParam = p.sessionId.describe('The workflow session: the id your calls carry');
export const phase = z.enum(phases).describe('The phase: teach, learn or reason');
export const action = z
  .string()
  .min(1)
  .max(500)
  .describe('What is going to be done, in your words; the token is for it alone');
export const presetName = z.string().min(1).max(100).describe('Name of the preset');

const gate = z.object({ required_tools: z.array(z.string()).describe('Tools that open the gate') });
/** By phase. A record, not an object: the order of its keys is the order of the phases, and stays. */
export const gatesOut = z.record(z.string(), gate);

export const presetOut = z.object({
  name: presetName,
  description: z.string().describe('What it is for'),
  enforcement: z.enum(enforcements).describe('How strictly it is applied'),
  gates: gatesOut.describe('What each phase wants, in the order of the phases'),
  token_ttl: z.number().describe('Minutes an operation token is valid'),
  session_ttl: z.number().describe('Minutes a session is valid'),
});

export const minutes = 60_000;

/** A preset by its name, built in or a user's. */
export async function presetOf(sql: Sql, name: string): Promise<Preset> {
  const found = builtIn(name) ?? toPreset(await findPreset(sql, name));
  if (found) return found;
  throw new ToolError('not_found', `There is no preset ${name}.`, {
    field: 'preset_name',
    received: name,
    suggestion: `Built in are ${builtInPresets.map((one) => one.name).join(', ')}; list_presets shows all.`,
  });
}

/** A stored configuration; they were validated when they came in. */
export const toPreset = (config: unknown): Preset | undefined =>
  config === undefined ? undefined : validatePreset(config, gateTools).preset;

/** A session as it is judged: its preset and what was really done in it. */
export type State = {
  session: WorkflowSession | undefined;
  preset: Preset;
  done: string[];
  expired: boolean;
};

/**
 * Where a session is. One that was never begun is judged by the default preset and its calls of the preset's session time;
 * without an id nothing was done.
 */
export async function stateOf(sql: Sql, sessionId: string | undefined, now: Date): Promise<State> {
  const session = sessionId === undefined ? undefined : await findWorkflow(sql, sessionId);
  const preset = session ? (toPreset(session.config) ?? fallback()) : fallback();
  const from = session?.countsFrom ?? new Date(now.getTime() - preset.session_ttl * minutes).toISOString();
  const done = sessionId === undefined ? [] : await toolsDone(sql, sessionId, from);
  const expired = session !== undefined && Date.parse(session.expiresAt) <= now.getTime();
  return { session, preset, done, expired };
}

function fallback(): Preset {
  const preset = builtIn(defaultPreset);
  if (!preset) throw new Error('the default preset is not built in');
  return preset;
}

/** Begins a session, or gives it this preset. */
export const start = (tx: Sql, sessionId: string, preset: Preset, now: Date) =>
  startWorkflow(tx, {
    sessionId,
    preset: preset.name,
    config: preset,
    at: now,
    life: preset.session_ttl * minutes,
  });

/** What a gate says of a session; in one that has expired nothing counts as done. */
export const judgeState = ({ preset, done, expired }: State, phase: Phase): Compliance =>
  judge(preset, phase, new Set(expired ? [] : done));

export const expiredSession = (sessionId: string): string =>
  `The session ${sessionId.slice(0, 100)} has expired: begin it anew with apply_preset.`;

/** The session a tool speaks of: the one named, else the one used last. */
export async function namedOrLast(
  sql: Sql,
  sessionId: string | undefined,
): Promise<WorkflowSession | undefined> {
  const session = await findWorkflow(sql, sessionId);
  if (!session && sessionId !== undefined)
    throw new ToolError('not_found', `There is no workflow session ${sessionId.slice(0, 100)}.`, {
      field: 'session_id',
      received: sessionId.slice(0, 100),
      suggestion: 'Begin it with apply_preset.',
    });
  return session;
}
