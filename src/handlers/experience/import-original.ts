import type { Deps } from '../tool/deps.ts';
import { importReasoning } from './import-reasoning.ts';
import { importRows } from './import-rows.ts';
import { importWorkflow } from './import-workflow.ts';
import type { Original } from './original-database.ts';

/** Stores what an original database holds, all or nothing. */
export async function importOriginal(given: Original, { db, clock, redact }: Deps) {
  // The same shape: redaction changes only characters within texts.
  const { value, found } = (await redact?.(given)) ?? { value: given, found: {} };
  const original = value as Original;
  const now = clock();
  return db.sql.begin(async (tx) => {
    const report = await importRows(tx, original.experiences, now);
    const reasoning = await importReasoning(tx, original, report.places, now);
    const workflow = await importWorkflow(tx, original, now);
    const notStored = {
      reasoning_sessions: reasoning.invalidSessions,
      reasoning_thoughts: reasoning.invalidThoughts,
      workflow_sessions: workflow.invalidSessions,
      activity_log: workflow.invalidActivity,
    };
    return {
      report,
      reasoning_sessions: reasoning.stored,
      workflow_sessions: workflow.sessions,
      activities: workflow.activity,
      not_stored: Object.fromEntries(Object.entries(notStored).filter(([, count]) => count > 0)),
      redacted: found,
    };
  });
}
