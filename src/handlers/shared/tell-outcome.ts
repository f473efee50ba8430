import {
  type Conclusion,
  conclusionsOf,
  decisionsOfSession,
  experienceAsStored,
} from '../../db/experience/conclusions.ts';
import { proveExperience } from '../../db/experience/experiences.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import type { Deps } from '../tool/deps.ts';
import { projectOf, sees } from '../tool/rights.ts';
import { cut } from '../tool/text.ts';
import { dice } from './domain/similarity.ts';
import { recordExperienceIn } from './record-experience.ts';

/** How a decision turned out. */
export type ToldOutcome = {
  decisionId: string;
  statement: string;
  /** Session in which it was made. */
  sessionId: string | null;
  status: 'success' | 'partial' | 'failure';
  score: number;
  lessons: readonly string[];
};

const longest = 20_000;

/**
 * Tells the experience of the reasoning session in which a decision was made how it turned out: a success proves it, a
 * failure makes it ineffective, and a partial success leaves it open. Of several decisions and conclusions of one session,
 * those belong together that are most alike. What a person told of it meanwhile stays.
 *
 * @returns the experience that now states the outcome; undefined when there is none.
 */
export async function tellOutcome(tx: Sql, told: ToldOutcome, deps: Deps): Promise<number | undefined> {
  const { sessionId, status, decisionId } = told;
  if (sessionId === null || status === 'partial' || !sees(deps, 'experience')) return undefined;
  const concluded = mostAlike(await conclusionsOf(tx, sessionId), told.statement, (one) => one.conclusion);
  if (concluded === undefined) return undefined;
  const closest = mostAlike(
    await decisionsOfSession(tx, sessionId),
    concluded.conclusion,
    (one) => one.statement,
  );
  if (closest?.id !== decisionId) return undefined;
  return revise(tx, concluded, told, deps);
}

const mostAlike = <T>(all: readonly T[], text: string, textOf: (one: T) => string): T | undefined =>
  all
    .map((one) => ({ one, alike: dice(textOf(one), text) }))
    .sort((a, b) => b.alike - a.alike)
    .at(0)?.one;

async function revise(tx: Sql, { newest, conclusion, reason }: Conclusion, told: ToldOutcome, deps: Deps) {
  const current = await experienceAsStored(tx, newest);
  const project = projectOf(deps);
  if (!current || (project !== undefined && current.project !== project)) return undefined;
  const because = `Outcome of ${told.decisionId}`;
  if (current.proof !== 'unproven' && reason !== because) return undefined;
  const type = told.status === 'success' ? 'effective' : 'ineffective';
  if (current.type === type) {
    await proveExperience(tx, newest);
    return newest;
  }
  const how = type === 'effective' ? 'turned out well' : 'failed';
  const recorded = await recordExperienceIn(
    tx,
    {
      ...current,
      type,
      outcome: cut(
        [
          conclusion,
          `It ${how}: the outcome of the decision ${told.decisionId} is ${told.status} (score ${told.score}).`,
          ...told.lessons.map((lesson) => `Lesson: ${lesson}`),
        ].join('\n'),
        longest,
      ),
      sessionId: told.sessionId,
      revisionOf: newest,
      revisionReason: because,
      createdAt: deps.clock().toISOString(),
      proof: 'confirmed',
    },
    { compare: false },
  );
  return recorded.status === 'recorded' ? recorded.id : undefined;
}
