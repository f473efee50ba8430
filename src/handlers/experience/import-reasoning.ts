import * as z from 'zod';
import type { Sql } from '../../db/postgres/connect.ts';
import { type ImportedSession, importSessions } from '../../db/reasoning/reasoning.ts';
import { reasoningPhases } from '../../db/schema/index.ts';
import { groupBy } from '../shared/group-by.ts';
import type { Original } from './original-database.ts';

const time = z.number().nullish();

const session = z.object({
  session_id: z.string().min(1).max(500),
  problem: z.string(),
  phase: z.enum(reasoningPhases),
  created_at: time,
  updated_at: time,
  finalized_at: time,
  conclusion: z.string().nullish(),
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

/**
 * Imports the reasoning sessions of an original database with their thoughts. An existing session is not changed; rows
 * that are not valid sessions or thoughts are skipped.
 *
 * @returns the number of sessions stored.
 */
export async function importReasoning(tx: Sql, { sessions, thoughts }: Original, now: Date): Promise<number> {
  const read = sessions.flatMap((row) => session.safeParse(row).data ?? []);
  const said = groupBy(
    thoughts.flatMap((row) => thought.safeParse(row).data ?? []),
    ({ session_id }) => session_id,
  );
  const incoming = read.map((one): ImportedSession => {
    const createdAt = iso(one.created_at) ?? now.toISOString();
    const own = said.get(one.session_id) ?? [];
    return {
      sessionId: one.session_id,
      problem: one.problem,
      phase: one.phase,
      createdAt,
      updatedAt: iso(one.updated_at) ?? createdAt,
      finalizedAt: one.phase === 'finalized' ? (iso(one.finalized_at ?? one.updated_at) ?? createdAt) : null,
      conclusion: one.conclusion ?? null,
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
        createdAt: iso(each.created_at) ?? createdAt,
      })),
    };
  });
  return importSessions(tx, incoming);
}

/** Seconds or milliseconds since 1970; 100,000,000,000 seconds would be beyond the year 5000. */
const iso = (value: number | null | undefined): string | null =>
  value === null || value === undefined
    ? null
    : new Date(Math.abs(value) < 100_000_000_000 ? value * 1000 : value).toISOString();
