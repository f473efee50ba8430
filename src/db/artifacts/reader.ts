import type { Sql } from '../postgres/connect.ts';
import { type Sensitivity, sensitivities, type VisibilityScope } from '../schema/artifacts.ts';
import type { Fragment } from '../search/collection/collection.ts';

/**
 * Who reads or changes documents; undefined where no keys are in use: then everything may be read and changed. Plain
 * data, since it travels to the search's thread.
 */
export type Reader =
  | {
      /** `key:` and the id of a key of the database, or `env:` and the name of one of the environment. */
      owner: string;
      /** May change and delete what belongs to another, and make it less private. */
      admin: boolean;
      /** The most sensitive documents it sees; all of them without it. */
      maxSensitivity?: Sensitivity | undefined;
    }
  | undefined;

/** That the artifact `a` may be seen, whether it is deleted or not: it is not another's own, and not too sensitive. */
export const visible = (sql: Sql, reader: Reader): Fragment => sql`
  ((a.visibility_scope <> 'me' or a.owner is null or ${reader?.owner ?? null}::text is null
    or a.owner = ${reader?.owner ?? null}) ${notTooSensitive(sql, reader)})`;

/** That the artifact `a` is there and may be seen. */
export const readable = (sql: Sql, reader: Reader): Fragment => sql`
  (a.deleted_at is null and ${visible(sql, reader)})`;

/** That the artifact `a` may be changed and deleted: an admin may do that with what belongs to another. */
export const manageable = (sql: Sql, reader: Reader): Fragment =>
  reader?.admin ? sql`(true ${notTooSensitive(sql, reader)})` : visible(sql, reader);

const notTooSensitive = (sql: Sql, reader: Reader): Fragment =>
  reader?.maxSensitivity === undefined
    ? sql``
    : sql`and a.sensitivity = any(${sensitivities.slice(0, sensitivities.indexOf(reader.maxSensitivity) + 1)}::text[])`;

/** What a change of an artifact asks for that its reader may not have. */
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
 * Checks what is asked for an artifact that is there.
 *
 * @throws NotAllowed when it would be less private or less sensitive and the reader is neither its owner nor an admin;
 *   when another's would be kept to its owner alone; or when the reader would not see it any more.
 */
export function checkChange(
  there: { owner: string | null; sensitivity: Sensitivity; visibility_scope: VisibilityScope },
  asked: { sensitivity?: Sensitivity | undefined; visibilityScope?: VisibilityScope | undefined },
  reader: Reader,
): void {
  if (!reader) return;
  checkCeiling(asked.sensitivity, reader);
  if (reader.admin || there.owner === reader.owner) return;
  const { sensitivity = there.sensitivity, visibilityScope = there.visibility_scope } = asked;
  if (sensitivities.indexOf(sensitivity) < sensitivities.indexOf(there.sensitivity))
    throw new NotAllowed('sensitivity', 'only its owner or an admin can make a document less sensitive');
  if (openness[visibilityScope] > openness[there.visibility_scope])
    throw new NotAllowed('visibility_scope', 'only its owner or an admin can show a document to more');
  if (visibilityScope === 'me' && there.visibility_scope !== 'me' && there.owner !== null)
    throw new NotAllowed('visibility_scope', 'only its owner can keep a document to itself');
}

/** @throws NotAllowed for a document that its own reader would not see. */
export function checkCeiling(sensitivity: Sensitivity | undefined, reader: Reader): void {
  const most = reader?.maxSensitivity;
  if (most === undefined || sensitivity === undefined) return;
  if (sensitivities.indexOf(sensitivity) > sensitivities.indexOf(most))
    throw new NotAllowed('sensitivity', `this key reaches documents up to ${most}`);
}
