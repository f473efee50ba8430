import * as z from 'zod';
import type { Sql } from '../../db/postgres/connect.ts';
import { type ImportedSession, importSessions } from '../../db/reasoning/reasoning.ts';
import { reasoningPhases } from '../../db/schema/index.ts';
import { isObject } from '../shared/domain/is-object.ts';
import { groupBy } from '../shared/group-by.ts';
import { type Original, timeOf } from './original-database.ts';

const time = z.number().nullish();

const session = z.object({
  session_id: z.string().min(1).max(500),
  problem: z.string(),
  phase: z.enum(reasoningPhases),
  created_at: time,
  updated_at: time,
  finalized_at: time,
  conclusion: z.string().nullish(),
  user_intent: z.string().nullish(),
  experience_id: z.int().nullish(),
});

const thought = z.object({
  session_id: z.string(),
  thought_number: z.int().min(1),
  thought: z.string(),
  confidence: z.number().min(0).max(1).nullish(),
  is_revision: z.union([z.boolean(), z.number()]).nullish(),
  revises_thought: z.int().min(1).nullish(),
  created_at: time,
});

/** The rows that are valid sessions, and valid thoughts of one. */
export function validReasoning({ sessions, thoughts }: Pick<Original, 'sessions' | 'thoughts'>) {
  const read = sessions.flatMap((row) => session.safeParse(row).data ?? []);
  const ids = new Set(read.map(({ session_id }) => session_id));
  const valid = thoughts.flatMap((row) => thought.safeParse(row).data ?? []);
  return { read, own: valid.filter(({ session_id }) => ids.has(session_id)) };
}

/**
 * Imports the reasoning sessions of an original database with their thoughts. An existing session is not changed.
 *
 * @param places the id here of each experience of that database.
 * @returns the number of sessions stored, and of rows that are not valid sessions or thoughts of one.
 */
export async function importReasoning(
  tx: Sql,
  { sessions, thoughts }: Original,
  places: ReadonlyMap<number, number>,
  now: Date,
) {
  const { read, own } = validReasoning({ sessions, thoughts });
  const said = groupBy(own, ({ session_id }) => session_id);
  const incoming = read.map((one): ImportedSession => {
    const createdAt = timeOf(one.created_at) ?? now.toISOString();
    const own = said.get(one.session_id) ?? [];
    return {
      sessionId: one.session_id,
      problem: one.problem,
      phase: one.phase,
      createdAt,
      updatedAt: timeOf(one.updated_at) ?? createdAt,
      finalizedAt:
        one.phase === 'finalized' ? (timeOf(one.finalized_at ?? one.updated_at) ?? createdAt) : null,
      conclusion: one.conclusion ?? null,
      userIntent: intentOf(one.user_intent),
      experienceId: places.get(one.experience_id ?? 0) ?? null,
      thoughts: own.map((each, i) => ({
        number: each.thought_number,
        thought: each.thought,
        confidence: each.confidence ?? null,
        // A repeated number is a revision of itself, even if it is not marked as one.
        revises:
          own.findIndex(({ thought_number }) => thought_number === each.thought_number) < i
            ? each.thought_number
            : each.is_revision
              ? (each.revises_thought ?? each.thought_number)
              : null,
        createdAt: timeOf(each.created_at) ?? createdAt,
      })),
    };
  });
  return {
    stored: await importSessions(tx, incoming),
    invalidSessions: sessions.length - read.length,
    invalidThoughts: thoughts.length - own.length,
  };
}

/** It is an object of ours; anything else is kept as the text that it is. */
function intentOf(text: string | null | undefined): Record<string, unknown> | null {
  if (text === null || text === undefined || text === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Not JSON: a label or a sentence.
  }
  return { text };
}
