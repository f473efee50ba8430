import { uidOf } from '../../db/artifacts/ids.ts';
import { findRevision } from '../../db/artifacts/read.ts';
import type { Reader } from '../../db/artifacts/reader.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import { ToolError } from '../tool/errors.ts';

/**
 * The revision that a call refers to.
 *
 * @throws ToolError `not_found`.
 */
export async function revisionMeant(
  sql: Sql,
  input: { artifact_uid: string; revision_id?: string | undefined },
  reader: Reader,
) {
  const uid = uidOf(input.artifact_uid);
  const revision = await findRevision(sql, uid, input.revision_id, reader);
  if (revision) return { uid, revision };
  const known = input.revision_id !== undefined && (await findRevision(sql, uid, undefined, reader));
  throw known
    ? new ToolError('not_found', `The artifact has no revision ${input.revision_id}.`, {
        field: 'revision_id',
        received: input.revision_id,
        suggestion: 'Omit revision_id to get the latest; artifact_get lists all revisions.',
      })
    : new ToolError('not_found', `There is no artifact ${input.artifact_uid}.`, {
        field: 'artifact_uid',
        received: input.artifact_uid,
        suggestion: 'Find artifacts with artifact_search.',
      });
}
