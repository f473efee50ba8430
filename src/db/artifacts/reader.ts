import type { Sql } from '../postgres/connect.ts';
import { type Sensitivity, sensitivities, type VisibilityScope } from '../schema/artifacts.ts';
import type { Fragment } from '../search/collection/collection.ts';

/**
 * Who reads or changes documents; undefined where no keys are in use: then everything may be read and changed. Plain
 * data, because it is sent to the search thread.
 */
export type Reader =
  | {
      /** `key:` and the id of a key in the database, or `env:` and the name of a key in the environment. */
      owner: string;
      /** May change and delete documents of other owners, and make them less private. */
      admin: boolean;
      /** The highest sensitivity of documents it may see; without it, all documents. */
      maxSensitivity?: Sensitivity | undefined;
    }
  | undefined;

/** Condition: artifact `a` is neither another owner's private document nor too sensitive; it may be deleted. */
export const visible = (sql: Sql, reader: Reader): Fragment => sql`
  ((a.visibility_scope <> 'me' or a.owner is null or ${reader?.owner ?? null}::text is null
    or a.owner = ${reader?.owner ?? null}) ${notTooSensitive(sql, reader)})`;

/** Condition: artifact `a` is not deleted and may be seen. */
export const readable = (sql: Sql, reader: Reader): Fragment => sql`
  (a.deleted_at is null and ${visible(sql, reader)})`;

/** Condition: artifact `a` may be changed and deleted; admins may do so with documents of other owners. */
export const manageable = (sql: Sql, reader: Reader): Fragment =>
  reader?.admin ? sql`(true ${notTooSensitive(sql, reader)})` : visible(sql, reader);

const notTooSensitive = (sql: Sql, reader: Reader): Fragment =>
  reader?.maxSensitivity === undefined
    ? sql``
    : sql`and a.sensitivity = any(${sensitivities.slice(0, sensitivities.indexOf(reader.maxSensitivity) + 1)}::text[])`;

/** A change of an artifact asks for something that this reader is not allowed. */
export class NotAllowed extends Error {
  readonly field: 'sensitivity' | 'visibility_scope';
  readonly problem: string;

  constructor(field: NotAllowed['field'], problem: string) {
    super(`${field}: ${problem}`);
    this.field = field;
    this.problem = problem;
  }
}

const openness: Record<VisibilityScope, number> = { org: 3, team: 2, custom: 1, me: 0 };

/**
 * Checks a change of an existing artifact.
 *
 * @throws NotAllowed when it would become less private or less sensitive and the reader is neither its owner nor an
 *   admin; when it belongs to another owner and would become private; or when the reader would no longer see it.
 */
export function checkChange(
  there: { owner: string | null; sensitivity: Sensitivity; visibilityScope: VisibilityScope },
  asked: { sensitivity?: Sensitivity | undefined; visibilityScope?: VisibilityScope | undefined },
  reader: Reader,
): void {
  if (!reader) return;
  checkCeiling(asked.sensitivity, reader);
  if (reader.admin || there.owner === reader.owner) return;
  const { sensitivity = there.sensitivity, visibilityScope = there.visibilityScope } = asked;
  if (sensitivities.indexOf(sensitivity) < sensitivities.indexOf(there.sensitivity))
    throw new NotAllowed('sensitivity', 'only its owner or an admin can make a document less sensitive');
  if (openness[visibilityScope] > openness[there.visibilityScope])
    throw new NotAllowed('visibility_scope', 'only its owner or an admin can show a document to more');
  if (visibilityScope === 'me' && there.visibilityScope !== 'me' && there.owner !== null)
    throw new NotAllowed('visibility_scope', 'only its owner can keep a document to itself');
}

/** @throws NotAllowed for a document that the reader itself could not see. */
export function checkCeiling(sensitivity: Sensitivity | undefined, reader: Reader): void {
  const most = reader?.maxSensitivity;
  if (most === undefined || sensitivity === undefined) return;
  if (sensitivities.indexOf(sensitivity) > sensitivities.indexOf(most))
    throw new NotAllowed('sensitivity', `this key reaches documents up to ${most}`);
}
