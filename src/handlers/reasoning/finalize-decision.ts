import * as z from 'zod';
import { closeSession, type StoredThought, setExperience, thoughtsOf } from '../../db/reasoning/reasoning.ts';
import { scopeOf } from '../shared/domain/scope.ts';
import { recordExperience } from '../shared/record-experience.ts';
import type { Deps } from '../tool/deps.ts';
import { sees } from '../tool/rights.ts';
import { cut } from '../tool/text.ts';
import { toToolError } from '../tool/to-tool-error.ts';
import { tool } from '../tool/tool.ts';
import * as r from './shared.ts';

export default tool({
  name: 'finalize_decision',
  title: 'Finalize a decision',
  description:
    'Last step of a reasoning session: state the conclusion. Closes the session permanently and records its problem, thoughts and conclusion as an experience, unless record_as_experience is false.',
  effect: 'add',
  countsForGates: true,
  input: z.strictObject({
    session_id: r.reasoningSession,
    conclusion: r.longText('Decision or finding'),
    rationale: r.longText('Why').optional(),
    record_as_experience: z.boolean().default(true).describe('Record the session as an experience'),
  }),
  output: z.object({
    session_id: r.reasoningSession,
    conclusion: z.string().describe('As given'),
    finalized: z.literal(true).describe('Always true: the session is closed'),
    experience_id: z.int().optional().describe('Id of the recorded experience'),
    session_summary: z
      .object({
        problem: z.string().describe('The problem'),
        thoughts_count: z.int().describe('Number of thoughts, including revisions'),
        avg_confidence: z
          .number()
          .nullable()
          .describe('Mean confidence of the thoughts; null when none stated one'),
      })
      .describe('Summary of the session'),
    message: z.string().describe('Summary, with the reason if no experience was recorded'),
  }),
  async run({ session_id, conclusion, rationale, record_as_experience }, deps) {
    const { problem, project, thoughts } = await deps.db.sql.begin(async (tx) => {
      const { session } = await r.enter(tx, session_id, 'finalize_decision');
      await closeSession(tx, session_id, conclusion, rationale ?? null, deps.clock());
      const { problem, project } = session;
      return { problem, project, thoughts: await thoughtsOf(tx, session_id) };
    });
    const lesson = { session_id, problem, project, conclusion, rationale, thoughts };
    const recorded = !record_as_experience
      ? { message: 'No experience was requested.' }
      : sees(deps, 'experience')
        ? await record(lesson, deps)
        : { message: 'No experience was recorded: the key does not include the toolset experience.' };
    return {
      session_id,
      conclusion,
      finalized: true as const,
      ...(recorded.id === undefined ? {} : { experience_id: recorded.id }),
      session_summary: { problem, thoughts_count: thoughts.length, avg_confidence: meanConfidence(thoughts) },
      message: `The session is finalized. ${recorded.message}`,
    };
  },
});

type Lesson = {
  session_id: string;
  problem: string;
  project: string | null;
  conclusion: string;
  rationale: string | undefined;
  thoughts: readonly StoredThought[];
};

/** The session stays closed whatever happens here; failures are reported in the message. */
async function record(lesson: Lesson, deps: Deps): Promise<{ id?: number; message: string }> {
  const { session_id, problem, project, conclusion, rationale, thoughts } = lesson;
  const current = thoughts.filter(
    (thought, i) =>
      !thought.offTopic &&
      !thoughts.some((later, j) => j > i && later.revisesThought === thought.thoughtNumber),
  );
  try {
    const remembered = await recordExperience(deps.db.sql, {
      type: 'effective',
      domain: 'Decision',
      situation: problem,
      approach: cut(
        current.map(({ thoughtNumber, thought }) => `${thoughtNumber}. ${thought}`).join('\n'),
        20_000,
      ),
      outcome: conclusion,
      reasoning: rationale ?? current.at(-1)?.thought ?? conclusion,
      confidence: meanConfidence(current),
      scope: project === null ? scopeOf(`${problem}\n${conclusion}`) : 'project',
      tags: ['reasoning'],
      project,
      sessionId: session_id,
      revisionOf: null,
      revisionReason: null,
      createdAt: deps.clock().toISOString(),
      proof: 'unproven',
    });
    if (remembered.status === 'recorded') {
      await setExperience(deps.db.sql, session_id, remembered.id);
      return {
        id: remembered.id,
        message: `It was recorded as experience ${remembered.id}, unproven until its outcome is told: use update_experience with its outcome, and type ineffective if it failed; the outcome of a decision captured with this session_id tells it, too.`,
      };
    }
    const why =
      remembered.status === 'duplicate'
        ? `experience ${remembered.duplicateId} is a near-duplicate`
        : 'the experience it revises does not exist';
    return { message: `No experience was recorded: ${why}.` };
  } catch (thrown) {
    const requestId = deps.call?.requestId ?? deps.newId();
    deps.log.error(
      { err: thrown, requestId, session_id },
      'could not record a finalized session as an experience',
    );
    const { error } = toToolError(thrown, requestId);
    return { message: `No experience was recorded: ${error.message} Record it with record_experience.` };
  }
}

function meanConfidence(thoughts: readonly StoredThought[]): number | null {
  const known = thoughts.map(({ confidence }) => confidence).filter((value) => value !== null);
  if (known.length === 0) return null;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  // A sum of hundredths is not exact in binary.
  return Math.round(mean * 1e4) / 1e4;
}
