import * as z from 'zod';
import { recordTables } from '../../db/records/kinds.ts';
import { type ListedRecord, listRecords } from '../../db/records/list.ts';
import type { RecordKind } from '../../db/schema/records.ts';
import { decodeCursor, encodeCursor } from '../../handlers/shared/cursor.ts';
import * as p from '../../handlers/shared/params.ts';
import { projectsMeant } from '../../handlers/shared/project-name.ts';
import { scopeToProject } from '../../handlers/tool/project-scope.ts';
import { type Tool, tool } from '../../handlers/tool/tool.ts';
import { type KindCard, kinds } from './kinds.ts';

/** What the filters of all kinds come to; each kind has checked its own. */
const asked = z.object({
  type: z.string().optional(),
  domain: z.string().optional(),
  project: z.string().optional(),
  status: z.string().optional(),
  run: z.string().optional(),
  tag: z.string().optional(),
  replaced: z.boolean().optional(),
});

const maybe = (what: string) => z.string().optional().describe(what);

/** A record as listed; what it does not have is absent. */
export const record = z.object({
  id: z.union([z.string(), z.int()]).describe('Id or name'),
  title: maybe('What it is about: its start'),
  text: maybe('More of it: the start of outcome, description, conclusion, content or answer'),
  type: maybe('Type; of a preset its enforcement, of a session its phase, of a result its model'),
  domain: maybe('Domain'),
  project: maybe('Project'),
  status: maybe('Status'),
  run: maybe('Orchestration run'),
  tags: z.array(z.string()).optional().describe('Tags'),
  created_at: z.string().describe('Creation time'),
  deleted_at: maybe('Deletion time'),
  deleted_by: maybe('Key that deleted it'),
  reason: maybe('Reason for the deletion'),
});
export type ShownRecord = z.output<typeof record>;

const present = (value: string | null): string | undefined => value ?? undefined;

const toRecord = (kind: RecordKind, row: ListedRecord): ShownRecord => ({
  id: idOf(kind, row.id),
  title: present(row.title),
  text: present(row.text),
  type: present(row.type),
  domain: present(row.domain),
  project: present(row.project),
  status: present(row.status),
  run: present(row.run),
  tags: row.tags.length > 0 ? row.tags : undefined,
  created_at: row.createdAt,
  deleted_at: present(row.deletedAt),
  deleted_by: present(row.deletedBy),
  reason: present(row.reason),
});

/** Ids of experiences are numbers wherever they are shown. */
export const idOf = (kind: RecordKind, id: string): string | number =>
  kind === 'experience' ? Number(id) : id;

/** The restriction of a kind's tools to a project; kinds without projects have none. */
export const projectScopeOf = ({ filters }: KindCard) =>
  'project' in filters ? { projectScope: scopeToProject } : {};

/** Lists the records of a kind without a query, for people: by command, REST and viewer. */
export function listTool(kind: RecordKind): Tool {
  const card = kinds[kind];
  return tool({
    name: `browse_${card.slug}`,
    title: `Browse ${card.many}`,
    description: `List ${card.many}, latest first; or deleted ones, last deleted first.`,
    effect: 'read',
    toolset: card.toolset,
    ...projectScopeOf(card),
    input: z.strictObject({
      ...card.filters,
      ids: z.array(card.id).max(1000).optional().describe('Only these'),
      since: p.timestamp
        .optional()
        .describe('Only those created at or after this time; of deleted ones, deleted'),
      until: p.timestamp.optional().describe('Only those created before this time; of deleted ones, deleted'),
      deleted: z.boolean().default(false).describe('Those that are deleted and can be restored'),
      limit: z.int().min(1).max(1000).default(20).describe('Most items, 1 to 1,000'),
      cursor: z.string().max(2000).optional().describe('next_cursor of the page before'),
    }),
    output: z.object({
      records: z.array(record).describe('This page'),
      total: z.int().describe('Matches in all'),
      next_cursor: z.string().nullable().describe('Null on the last page'),
    }),
    async run({ ids, since, until, deleted, limit, cursor, ...filters }, deps) {
      const after =
        cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([p.timestamp, card.idText]));
      const { project, ...equal } = asked.parse(filters);
      const { records, total, next } = await listRecords(
        deps.db.sql,
        kind,
        {
          ...equal,
          projects: await projectsMeant(project, recordTables[kind].table, deps),
          ...{ ids: ids?.map(String), since, until, deleted },
        },
        { limit, after },
      );
      return {
        records: records.map((row) => toRecord(kind, row)),
        total,
        next_cursor: next ? encodeCursor(next) : null,
      };
    },
  });
}
