import * as z from 'zod';
import { deleteRecords } from '../../db/records/delete.ts';
import { restoreRecords } from '../../db/records/restore.ts';
import { type RecordKind, recordKinds } from '../../db/schema/records.ts';
import * as p from '../../handlers/shared/params.ts';
import { fingerprintOf } from '../../handlers/shared/record-experience.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import { type Tool, tool } from '../../handlers/tool/tool.ts';
import { type KindCard, kinds } from './kinds.ts';
import { idOf, listTool, projectScopeOf } from './list.ts';

const mostAtOnce = 1000;

const idsOf = ({ id, many }: KindCard) =>
  z
    .array(id)
    .min(1)
    .max(mostAtOnce)
    .describe(`The ${many}, up to ${mostAtOnce.toLocaleString('en')}`);
const listOf = (what: string) => z.array(z.union([z.string(), z.int()])).describe(what);
const project = (card: KindCard) =>
  'project' in card.filters ? { project: p.project.optional().describe('Only those of this project') } : {};
/** A project is read from the input of kinds that have one. */
const within = z.object({ project: z.string().optional() });

const none = (card: KindCard, ids: readonly string[], state: string, suggestion: string): ToolError =>
  new ToolError('not_found', `There is no ${state}${card.one} ${ids.slice(0, 5).join(', ').slice(0, 200)}.`, {
    field: 'ids',
    received: ids.slice(0, 5),
    suggestion,
  });

function deleteTool(kind: RecordKind): Tool {
  const card = kinds[kind];
  return tool({
    name: `delete_${card.slug}`,
    title: `Delete ${card.many}`,
    description: `Delete ${card.many}: nothing finds them any more. Until they are purged, they can be restored.`,
    effect: 'delete',
    toolset: card.toolset,
    ...projectScopeOf(card),
    input: z.strictObject({
      ids: idsOf(card),
      reason: z.string().trim().min(1).max(2000).optional().describe('Why; listed with the deleted ones'),
      ...project(card),
      ...(card.mayBeActive && { force: z.boolean().default(false).describe('Also active ones') }),
    }),
    output: z.object({
      deleted: listOf('Those that were deleted'),
      not_found: listOf('Those that do not exist, or were deleted before'),
    }),
    touches: ({ deleted }) => deleted.flatMap((id) => card.addresses?.(String(id)) ?? []),
    async run({ ids: given, reason, ...rest }, { db, call }) {
      const ids = [...new Set(given.map(String))];
      const fixed = ids.flatMap((id) => card.fixed?.(id) ?? [])[0];
      if (fixed !== undefined)
        throw new ToolError('refused', `${fixed} Nothing was deleted.`, { field: 'ids' });
      const { deleted, active } = await deleteRecords(db.sql, kind, {
        ids,
        reason,
        by: call?.keyId,
        ...within.parse(rest),
        ...forcing.parse(rest),
      });
      if (active.length > 0)
        throw new ToolError('refused', `Sessions receive ${active.join(', ')}; nothing was deleted.`, {
          field: 'force',
          suggestion: 'Set force to true, or activate another one first.',
        });
      if (deleted.length === 0) throw none(card, ids, '', `browse_${card.slug} lists them.`);
      return {
        deleted: deleted.map((id) => idOf(kind, id)),
        not_found: ids.filter((id) => !deleted.includes(id)).map((id) => idOf(kind, id)),
      };
    },
  });
}

const forcing = z.object({ force: z.boolean().optional() });

function restoreTool(kind: RecordKind): Tool {
  const card = kinds[kind];
  return tool({
    name: `restore_${card.slug}`,
    title: `Restore ${card.many}`,
    description: `Undo the deletion of ${card.many} that are not purged yet.`,
    effect: 'delete',
    toolset: card.toolset,
    ...projectScopeOf(card),
    input: z.strictObject({ ids: idsOf(card), ...project(card) }),
    output: z.object({
      restored: listOf('Those that are back'),
      conflicts: listOf('Those that stay deleted, because the same was stored again meanwhile'),
      not_found: listOf('Those that never existed, are not deleted, or were purged'),
    }),
    touches: ({ restored }) => restored.flatMap((id) => card.addresses?.(String(id)) ?? []),
    async run({ ids: given, ...rest }, { db }) {
      const ids = [...new Set(given.map(String))];
      const { restored, conflicts } = await restoreRecords(
        db.sql,
        kind,
        { ids },
        { printOf: fingerprintOf, ...within.parse(rest) },
      );
      const found = [...restored, ...conflicts];
      if (found.length === 0)
        throw none(
          card,
          ids,
          'deleted ',
          `browse_${card.slug} with deleted: true lists those that can be restored.`,
        );
      return {
        restored: restored.map((id) => idOf(kind, id)),
        conflicts: conflicts.map((id) => idOf(kind, id)),
        not_found: ids.filter((id) => !found.includes(id)).map((id) => idOf(kind, id)),
      };
    },
  });
}

export type RecordTools = { list: Tool; delete: Tool; restore: Tool };

/**
 * The tools of each kind of record. They are outside the catalog: people browse and delete, by command, REST and viewer;
 * agents search. Rights, limits and audit apply as to every call.
 */
export const recordTools: ReadonlyMap<string, RecordTools> = new Map(
  recordKinds.map((kind) => [
    kind,
    { list: listTool(kind), delete: deleteTool(kind), restore: restoreTool(kind) },
  ]),
);
