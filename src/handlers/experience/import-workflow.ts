import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Sql } from '../../db/postgres/connect.ts';
import { importActivity, importWorkflows } from '../../db/workflow/import.ts';
import { findPreset } from '../../db/workflow/presets.ts';
import { builtIn, defaultPreset } from '../shared/domain/presets.ts';
import { type Original, type OriginalRow, timeOf } from './original-database.ts';

const time = z.number().nullish();

const session = z.object({
  session_id: z.string().min(1).max(500),
  preset: z.string().min(1).max(100),
  created_at: time,
  expires_at: time,
});

const activity = z.object({
  timestamp: z.number(),
  event_type: z.string().min(1).max(200),
  session_id: z.string().max(500).nullish(),
});

/** Activity that names no session. */
const noSession = 'imported';

/** The rows that are valid sessions, and valid records of activity. */
export function validWorkflow({ workflows, activities }: Pick<Original, 'workflows' | 'activities'>) {
  return {
    read: workflows.flatMap((row) => {
      const { data } = session.safeParse(row);
      return data ? [{ row, ...data }] : [];
    }),
    log: activities.flatMap((row) => {
      const { data } = activity.safeParse(row);
      const at = timeOf(data?.timestamp);
      if (!data || at === undefined) return [];
      return [{ at, sessionId: data.session_id || noSession, tool: data.event_type, ...told(row) }];
    }),
  };
}

/**
 * Imports workflow sessions, which are over whatever they say, and the activity log, as history: a session that exists is
 * not changed, and nothing of it opens a gate. What has no column of ours, such as the gates passed and the steps completed,
 * is kept as the details of an activity.
 *
 * @returns the number of sessions and of records stored, and of the rows that are neither.
 */
export async function importWorkflow(tx: Sql, { workflows, activities }: Original, now: Date) {
  const { read, log } = validWorkflow({ workflows, activities });
  const sessions = await Promise.all(
    read.map(async ({ session_id, preset, created_at, expires_at }) => {
      const createdAt = timeOf(created_at) ?? now.toISOString();
      const ended = [timeOf(expires_at) ?? createdAt, now.toISOString()].sort()[0] ?? createdAt;
      const config = (await findPreset(tx, preset)) ??
        builtIn(preset) ?? { ...builtIn(defaultPreset), name: preset };
      return { sessionId: session_id, preset, config, createdAt, expiresAt: ended };
    }),
  );
  const records = [
    ...read.map(({ row, session_id, created_at }) => ({
      at: timeOf(created_at) ?? now.toISOString(),
      sessionId: session_id,
      tool: 'workflow_session',
      ...told(row),
    })),
    ...log,
  ];
  return {
    // A key without the workflow tools may bring in a database that has none of this.
    sessions: sessions.length === 0 ? 0 : await importWorkflows(tx, sessions),
    activity: records.length === 0 ? 0 : await importActivity(tx, records),
    invalidSessions: workflows.length - read.length,
    invalidActivity: activities.length - log.length,
  };
}

/** The whole row, and its identity. */
const told = (row: OriginalRow) => ({
  details: row,
  requestId: `import:${createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 32)}`,
});
