import type { Database } from '../../db/postgres/connect.ts';
import { capturedCalls } from '../../db/workflow/captured-calls.ts';
import { liveWorkflows, toolsDone } from '../../db/workflow/workflow.ts';
import { type ClientCall, matchesCall } from '../shared/domain/client-calls.ts';
import { type Captured, clientCallsDone, inputOf } from '../shared/domain/client-requirements.ts';
import { judge, nextSteps } from '../shared/domain/gates.ts';
import type { Guard } from '../shared/domain/guards.ts';
import type { Preset } from '../shared/domain/presets.ts';
import { minutes, presetOf, toPreset } from './shared.ts';

/** The answer to a guarded call; undefined leaves it to the client's usual permissions. */
export type GuardAnswer = { decision: 'allow' | 'ask' | 'deny'; reason: string } | undefined;

type Asked = ClientCall & {
  /** Session id of the client. */
  sessionId: string;
  /** Workflow sessions that the client knows to be its own. */
  workflow: readonly string[];
};

type Lookup = {
  db: Database;
  clock: () => Date;
  /** Name of the preset that holds for every captured session, beside the one applied in it. */
  everywhere?: string | undefined;
};

/** A preset that holds for a client's session, and the workflow sessions whose calls count for it. */
type Holding = {
  preset: Preset;
  sessionIds: string[];
  /** Only calls from this time on count. */
  from: string;
  /** End of the workflow session; absent for the preset of every session. */
  until?: string;
};

/**
 * The presets that hold for a client's session: those applied in it, each until its session ends, and the one for every
 * session. Another session, which anyone may start with a weaker preset, takes none of them away.
 */
export async function holdingPresets(
  { sessionId, workflow }: Pick<Asked, 'sessionId' | 'workflow'>,
  { db, clock, everywhere }: Lookup,
): Promise<{ holding: Holding[]; calls: readonly Captured[] }> {
  const now = clock();
  const calls = await capturedCalls(db.sql, sessionId, new Date(now.getTime() - longestMs).toISOString());
  // An agent may have let apply_preset choose an id: it then passes that id in its later calls.
  const sessionIds = [...new Set([sessionId, ...workflow, ...calls.flatMap(namedSession)])];
  const applied = await liveWorkflows(db.sql, sessionIds, now);
  const holding: Holding[] = applied.flatMap(({ config, countsFrom: from, expiresAt: until }) => {
    const preset = toPreset(config);
    return preset ? [{ preset, sessionIds, from, until }] : [];
  });
  if (everywhere !== undefined) {
    const preset = await presetOf(db.sql, everywhere);
    const from = new Date(now.getTime() - preset.session_ttl * minutes).toISOString();
    // A reset closes its gates, too.
    holding.push({
      preset,
      sessionIds,
      from: [from, ...applied.map((one) => one.countsFrom)].sort().at(-1) ?? from,
    });
  }
  return { holding, calls };
}

/** Sessions live for 30 days at most. */
const longestMs = 30 * 24 * 3600 * 1000;

/** The workflow session that a captured call of one of Dewey's tools names. */
function namedSession(call: Captured): string[] {
  if (!call.tool.startsWith('mcp__')) return [];
  const input = inputOf(call);
  const named = typeof input === 'object' && input !== null && 'session_id' in input ? input.session_id : '';
  return typeof named === 'string' && named !== '' && named.length <= 500 ? [named] : [];
}

/**
 * Judges a call that the client is about to make: with several presets, the strictest answer counts.
 *
 * @returns undefined for a call that no preset guards, or whose gate is open without saying more.
 */
export async function guardCall(asked: Asked, lookup: Lookup): Promise<GuardAnswer> {
  const { holding, calls } = await holdingPresets(asked, lookup);
  let allowed: GuardAnswer;
  let answer: GuardAnswer;
  for (const { preset, sessionIds, from } of holding)
    for (const guard of preset.guards ?? []) {
      const pattern = guard.calls.find((each) => matchesCall(each, asked, 'guard'));
      if (pattern === undefined) continue;
      const own = await Promise.all(sessionIds.map((id) => toolsDone(lookup.db.sql, id, from)));
      const done = new Set([...own.flat(), ...clientCallsDone(preset, calls, from)]);
      const judged = judge(preset, guard.phase, done);
      if (judged.met) {
        if (guard.open === 'allow')
          allowed ??= { decision: 'allow', reason: `The ${guard.phase} gate of ${preset.name} is open.` };
        continue;
      }
      if (answer?.decision === 'deny') continue;
      answer = refusal(guard, pattern, nextSteps(judged, preset), preset, asked.sessionId);
    }
  return answer ?? allowed;
}

const refusal = (
  { closed, phase }: Guard,
  pattern: string,
  steps: readonly string[],
  preset: Preset,
  sessionId: string,
): GuardAnswer => ({
  decision: closed,
  reason: [
    `The preset ${preset.name} guards ${pattern} until its ${phase} gate is open.`,
    ...steps,
    `The session_id is "${sessionId}".`,
  ].join(' '),
});
