import { isBuried } from '../../db/artifacts/delete.ts';
import { artifactUidOf } from '../../db/artifacts/ids.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import { ToolError } from '../tool/errors.ts';

/** Rejects dates such as 31 February, which JavaScript reads as a day of March. */
export const isOfTheCalendar = (value: string): boolean => {
  const day = value.slice(0, 10);
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(Date.parse(value)) || Number.isNaN(midnight.getTime())) return false;
  return midnight.toISOString().startsWith(day);
};

/** Rejects unusable retention data, so that a typo does not keep a document forever. */
export function checkRetention({
  retention_policy: policy,
  metadata,
}: {
  retention_policy?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
}): void {
  const until = metadata?.retain_until;
  if (policy !== 'custom' || until === undefined) return;
  if (typeof until === 'string' && /^\d{4}-\d\d-\d\d/.test(until) && isOfTheCalendar(until)) return;
  throw new ToolError('invalid_input', 'metadata.retain_until: must be a date such as 2027-02-12.', {
    field: 'metadata',
    problem: 'retain_until must be a date such as 2027-02-12',
  });
}

/** Keeps a repeated import from restoring a deleted document. */
export async function refuseDeleted(
  sql: Sql,
  {
    source_system,
    source_id,
    content,
  }: { source_system: string; source_id?: string | undefined; content: string },
): Promise<void> {
  const id = source_id ?? artifactUidOf({ sourceSystem: source_system }, content);
  if (!(await isBuried(sql, source_system, id))) return;
  throw new ToolError('conflict', 'This document was deleted and is not stored again.', {
    reason: 'deleted',
    suggestion: 'Omit unless_deleted to store it again.',
  });
}
