import type { RecordKind } from '../../db/schema/records.ts';
import { hues, plural, projectName, shortId } from './people/conversation.ts';
import { count, moment } from './people/options.ts';
import { answer, type Desk, type Json } from './people/run.ts';
import type { ExitCode } from './run/program.ts';
import { oneLine } from './terminal/harmless.ts';
import { table } from './terminal/table.ts';
import { ago } from './terminal/when.ts';

export type RecordsOptions = Json & {
  project?: string;
  type?: string;
  domain?: string;
  tag?: string;
  status?: string;
  run?: string;
  since?: string;
  until?: string;
  deleted?: boolean;
  replaced?: boolean;
  limit: string;
  cursor?: string;
};

type Listed = {
  records: {
    id: string | number;
    title?: string;
    type?: string;
    domain?: string;
    project?: string;
    created_at: string;
    deleted_at?: string;
    deleted_by?: string;
    reason?: string;
  }[];
  total: number;
  next_cursor: string | null;
};

/** Lists the records of a kind, the latest first; with `deleted`, those that can be restored. */
export function listRecords(
  env: NodeJS.ProcessEnv,
  kind: RecordKind,
  { json, limit, since, until, ...filters }: RecordsOptions,
): Promise<ExitCode> {
  return answer(
    env,
    'dewey records',
    { json },
    ({ client, now }) =>
      client.post<Listed>(`/records/${kind}/list`, {
        ...filters,
        since: moment(now, since, '--since'),
        until: moment(now, until, '--until'),
        limit: count(limit, '--limit'),
      }),
    (found, desk) => listText(found, desk, kind),
  );
}

function listText({ records, total, next_cursor: next }: Listed, desk: Desk, kind: RecordKind): string {
  const { screen, now } = desk;
  if (records.length === 0) return 'None match.';
  const hue = hues(screen);
  const text = table(
    screen,
    [
      { head: 'ID', paint: hue.id, flexible: true },
      { head: 'WHEN' },
      { head: 'PROJECT', paint: hue.project, flexible: true },
      { head: 'TYPE', paint: hue.agent, flexible: true },
      { head: 'DELETED', paint: hue.faint, flexible: true },
      { head: 'TITLE', flexible: true },
    ],
    records.map((one) => [
      // The whole id is what the other commands take.
      kind === 'result' && screen.terminal ? shortId(String(one.id)) : oneLine(String(one.id)),
      ago(one.deleted_at ?? one.created_at, now),
      projectName(one.project ?? null),
      [one.type, one.domain].flatMap((word) => (word === undefined ? [] : oneLine(word))).join(', '),
      [one.deleted_by, one.reason].flatMap((word) => (word === undefined ? [] : oneLine(word))).join(': '),
      one.title === undefined || one.title === one.id ? '' : oneLine(one.title),
    ]),
  );
  if (next === null || !screen.terminal) return text;
  return `${text}\n${hue.faint(`${records.length} of ${plural(total, 'record')}; --limit shows more, --cursor ${next} those that follow`)}`;
}

type Done = { not_found: (string | number)[]; conflicts?: (string | number)[] };

/** Calls a tool that changes records; exit code 1 when it could not do so for all of them. */
async function change<T extends Done>(
  env: NodeJS.ProcessEnv,
  [path, input]: [string, object],
  options: Json,
  said: (found: T) => string,
): Promise<ExitCode> {
  let whole = true;
  await answer(
    env,
    'dewey records',
    options,
    async ({ client }) => {
      const found = await client.post<T>(path, input);
      whole = found.not_found.length + (found.conflicts?.length ?? 0) === 0;
      return found;
    },
    (found) =>
      [
        said(found),
        ...found.not_found.map((id) => `${oneLine(String(id))}: there is no such record.`),
        ...(found.conflicts ?? []).map(
          (id) => `${oneLine(String(id))} stays deleted: the same was stored again meanwhile.`,
        ),
      ].join('\n'),
  );
  return whole ? 0 : 1;
}

/** Deletes records; they can be restored until they are purged. */
export const deleteRecords = (
  env: NodeJS.ProcessEnv,
  kind: RecordKind,
  ids: string[],
  { reason, force, project, json }: Json & { reason?: string; force?: boolean; project?: string },
): Promise<ExitCode> =>
  change<Done & { deleted: (string | number)[] }>(
    env,
    [`/records/${kind}/delete`, { ids, reason, force, project }],
    { json },
    ({ deleted }) =>
      `Deleted ${plural(deleted.length, 'record')}. "dewey records restore ${kind} ${deleted.join(' ')}" restores them.`,
  );

/** Restores deleted records. */
export const restoreRecords = (
  env: NodeJS.ProcessEnv,
  kind: RecordKind,
  ids: string[],
  { project, json }: Json & { project?: string },
): Promise<ExitCode> =>
  change<Done & { restored: (string | number)[] }>(
    env,
    [`/records/${kind}/restore`, { ids, project }],
    { json },
    ({ restored }) => `Restored ${plural(restored.length, 'record')}.`,
  );
