import * as z from 'zod';
import type { Sql } from '../../db/postgres/connect.ts';
import { capturedCalls } from '../../db/workflow/captured-calls.ts';
import { findPreset } from '../../db/workflow/presets.ts';
import {
  findWorkflow,
  liveWorkflows,
  startWorkflow,
  toolsDone,
  type WorkflowSession,
} from '../../db/workflow/workflow.ts';
import { clientCallsDone, clientRequirements } from '../shared/domain/client-requirements.ts';
import { type Compliance, judge } from '../shared/domain/gates.ts';
import { guardPhases, unavailables } from '../shared/domain/guards.ts';
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
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { sees } from '../tool/rights.ts';

/** Parameters, results and rules shared by the workflow tools. */

export const sessionParam = p.sessionId.describe('Workflow session');
export const phase = z.enum(phases).describe('Phase');
export const action = z.string().trim().min(1).max(500).describe('The intended action, in your own words');
export const presetName = z.string().min(1).max(100).describe('Name of the preset');

const gate = z.object({ required_tools: z.array(z.string()).describe('Tools that open the gate') });
/** By phase. A record, not an object, because the order of its keys is the order of the phases. */
export const gatesOut = z.record(z.string(), gate);

export const presetOut = z.object({
  name: presetName,
  description: z.string().describe('Purpose of the preset'),
  enforcement: z.enum(enforcements).describe('How strictly the preset is enforced'),
  gates: gatesOut.describe('Requirements of each phase, in order'),
  token_ttl: z.number().describe('Validity of an operation token in minutes'),
  session_ttl: z.number().describe('Validity of a session in minutes'),
  guards: z
    .array(
      z.object({
        calls: z.array(z.string()).describe('Patterns such as Bash(git push*)'),
        phase: z.enum(guardPhases).describe('Gate they wait for'),
        closed: z.enum(['deny', 'ask']).describe('Answer while it is closed'),
        open: z.enum(['usual', 'allow']).describe("Answer once it is open: the client's permissions, or yes"),
      }),
    )
    .optional()
    .describe("Guarded calls of the client's own tools"),
  when_unavailable: z
    .enum(unavailables)
    .optional()
    .describe('Answer to guarded calls while the store cannot be asked'),
});

export const minutes = 60_000;

/** Finds a built-in or custom preset by name. */
export async function presetOf(sql: Sql, name: string): Promise<Preset> {
  const found = builtIn(name) ?? toPreset(await findPreset(sql, name));
  if (found) return found;
  throw new ToolError('not_found', `There is no preset ${name}.`, {
    field: 'preset_name',
    received: name,
    suggestion: `Built in are ${builtInPresets.map((one) => one.name).join(', ')}; list_presets shows all.`,
  });
}

/** Parses a stored configuration, which was validated when it was stored. */
export const toPreset = (config: unknown): Preset | undefined =>
  config === undefined ? undefined : validatePreset(config, gateTools).preset;

/** The state by which a session is judged: its preset and the calls made in it. */
export type State = {
  session: WorkflowSession | undefined;
  preset: Preset;
  /** Names of the tools called successfully, and the requirements on the client's calls that were met. */
  done: string[];
  expired: boolean;
};

/**
 * The state of a session. A session that was never started is judged by the default preset and its calls within the
 * preset's session time; without an id, no calls count.
 */
export async function stateOf(deps: StateDeps, sessionId: string | undefined, now: Date): Promise<State> {
  const { sql } = deps.db;
  const session = sessionId === undefined ? undefined : await findWorkflow(sql, sessionId);
  const preset = session ? (toPreset(session.config) ?? fallback()) : fallback();
  const from = session?.countsFrom ?? new Date(now.getTime() - preset.session_ttl * minutes).toISOString();
  const own = sessionId === undefined ? [] : await toolsDone(sql, sessionId, from);
  const done =
    sessionId !== undefined && sees(deps, 'conversations')
      ? [...own, ...clientCallsDone(preset, await callsFor(sql, preset, sessionId, from), from)]
      : own;
  const expired = session !== undefined && Date.parse(session.expiresAt) <= now.getTime();
  return { session, preset, done, expired };
}

type StateDeps = Pick<Deps, 'db' | 'call'>;

/** The captured calls of a session, read only for a preset that requires some. */
const callsFor = async (sql: Sql, preset: Preset, sessionId: string, from: string) =>
  clientRequirements(preset).length === 0 ? [] : await capturedCalls(sql, sessionId, from);

function fallback(): Preset {
  const preset = builtIn(defaultPreset);
  if (!preset) throw new Error('the default preset is not built in');
  return preset;
}

/** Starts a session, or changes its preset. */
export const start = (tx: Sql, sessionId: string, preset: Preset, now: Date) =>
  startWorkflow(tx, {
    sessionId,
    preset: preset.name,
    config: preset,
    at: now,
    life: preset.session_ttl * minutes,
  });

/** The preset of a session that has not expired. */
export async function running(
  tx: Sql,
  sessionId: string | undefined,
  now: Date,
): Promise<Preset | undefined> {
  const [live] = sessionId === undefined ? [] : await liveWorkflows(tx, [sessionId], now);
  return toPreset(live?.config);
}

/** The result of a gate for a session; in an expired session, no calls count. */
export const judgeState = ({ preset, done, expired }: State, phase: Phase): Compliance =>
  judge(preset, phase, new Set(expired ? [] : done));

export const expiredSession = (sessionId: string): string =>
  `The session ${sessionId.slice(0, 100)} has expired: start it again with apply_preset.`;

/** The session a call refers to: the one named, else the most recently used one. */
export async function namedOrLast(
  sql: Sql,
  sessionId: string | undefined,
): Promise<WorkflowSession | undefined> {
  const session = await findWorkflow(sql, sessionId);
  if (!session && sessionId !== undefined)
    throw new ToolError('not_found', `There is no workflow session ${sessionId.slice(0, 100)}.`, {
      field: 'session_id',
      received: sessionId.slice(0, 100),
      suggestion: 'Start it with apply_preset.',
    });
  return session;
}
