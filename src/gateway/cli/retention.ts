import { momentBefore } from '../admin/moments.ts';
import { clock } from '../runtime/clock-and-ids.ts';
import type { Admin } from './admin-client.ts';
import { adminCommand } from './admin-command.ts';
import { deletedIdOf } from './people/ids.ts';
import type { ExitCode } from './run/program.ts';
import { UsageError } from './run/usage.ts';
import { oneLine } from './terminal/harmless.ts';

type Json = { json?: boolean };
type Scope = { project?: string; role?: string };
type Policy = { project: string | null; role: string | null; keep_days: number | null };
type Purge = {
  purged: { before: string; removed: Record<string, number>; left: Record<string, number> };
  spool: { removed: number; left: number };
};
type Run = Partial<Purge> & {
  dry_run: boolean;
  expired: {
    conversations: number;
    messages: Record<string, number>;
    artifacts: Record<string, number>;
    results: number;
  };
  audit?: number;
  packed: { conversations: number; texts: number };
};
type Back = {
  conversations: string[];
  messages: number;
  conflicts: string[];
  artifacts: string[];
  contexts: string[];
  records: { kind: string; id: string }[];
  record_conflicts: { kind: string; id: string }[];
};

const act = adminCommand('dewey retention');
const mostDays = 36_500;

export async function listPolicies(env: NodeJS.ProcessEnv, options: Json): Promise<ExitCode> {
  await act<{ policies: Policy[]; undo_days: number }>(
    env,
    options,
    ['retention_list', {}],
    ({ policies, undo_days }) =>
      [
        ...(policies.length === 0 ? ['No policies: everything is kept until it is deleted.'] : []),
        ...policies.map(
          ({ project, role, keep_days }) =>
            `${project === null ? 'all projects' : `project ${oneLine(project)}`}, ${role ? `texts of ${role} messages` : 'conversations'}: ${keep_days === null ? 'forever' : `${keep_days} days`}`,
        ),
        `Deleted content can be restored for ${undo_days} days.`,
      ].join('\n'),
  );
  return 0;
}

export async function setPolicy(
  env: NodeJS.ProcessEnv,
  keep: string,
  { project, role, ...options }: Scope & Json,
): Promise<ExitCode> {
  const [, days] = /^(\d{1,5})d?$/.exec(keep) ?? [];
  if (keep !== 'forever' && !(Number(days) >= 1 && Number(days) <= mostDays))
    throw new UsageError(`Give a number of days from 1d to ${mostDays}d, such as 90d, or forever.`);
  const keep_days = days === undefined ? null : Number(days);
  await act<{ project: string | null }>(
    env,
    options,
    ['retention_set', { project, role, keep_days }],
    ({ project: of }) => {
      const set = of === null ? 'Set' : `Set for ${oneLine(of)}`;
      return keep_days === null
        ? `${set}: kept forever.`
        : `${set}: kept for ${keep_days} days. "dewey retention run --dry-run" shows what that affects.`;
    },
  );
  return 0;
}

export async function removePolicy(
  env: NodeJS.ProcessEnv,
  { project, role, ...options }: Scope & Json,
): Promise<ExitCode> {
  await act(env, options, ['retention_remove', { project, role }], () => 'Removed.');
  return 0;
}

/** Exit code 1 when purged content was found afterwards. */
export async function runRetention(
  env: NodeJS.ProcessEnv,
  { dryRun, confirm, ...options }: Json & { dryRun?: boolean; confirm?: boolean },
): Promise<ExitCode> {
  const { purged, spool } = await act<Run>(
    env,
    options,
    ['retention_run', { dry_run: dryRun ?? false, confirm: confirm ?? false }],
    (run) => {
      const texts = Object.entries(run.expired.messages).map(([role, n]) => `${n} from ${role} messages`);
      const documents = Object.entries(run.expired.artifacts).map(([policy, n]) => `${n} by ${policy}`);
      const lines = [
        `${run.dry_run ? 'would delete' : 'deleted'} ${run.expired.conversations} conversations, texts: ${texts.join(', ') || 'none'}, documents: ${documents.join(', ') || 'none'}, answers of models: ${run.expired.results}`,
      ];
      if (run.purged)
        lines.push(
          `purged content deleted before ${run.purged.before}: ${removedBy(run)}`,
          `left afterwards: ${leftBy(run)}`,
        );
      if (run.audit) lines.push(`removed ${run.audit} rows of the audit log because of their age`);
      if (run.packed.conversations > 0)
        lines.push(
          `${run.dry_run ? 'would pack' : 'packed'} ${run.packed.texts} texts of ${run.packed.conversations} conversations`,
        );
      return lines.join('\n');
    },
  );
  return isProved({ purged, spool }) ? 0 : 1;
}

export async function unpackTexts(env: NodeJS.ProcessEnv, options: Json): Promise<ExitCode> {
  await act<{ texts: number }>(
    env,
    options,
    ['retention_unpack', {}],
    ({ texts }) => `Unpacked ${texts} texts.`,
  );
  return 0;
}

export async function compactMessages(env: NodeJS.ProcessEnv, options: Json): Promise<ExitCode> {
  await act<{ bytes_before: number; bytes_after: number }>(
    env,
    options,
    ['retention_compact', {}],
    ({ bytes_before, bytes_after }) =>
      `Messages and packed texts took ${megabytes(bytes_before)} and take ${megabytes(bytes_after)} now.`,
  );
  return 0;
}

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;

/** Exit code 1 when purged content was found afterwards. */
export async function purgeDeleted(env: NodeJS.ProcessEnv, id: string, options: Json): Promise<ExitCode> {
  const report = await act<Purge>(
    env,
    options,
    ['purge_deleted', namedBy(id)],
    (found) => `Purged ${id}: ${removedBy(found)}\nleft afterwards: ${leftBy(found)}`,
  );
  return isProved(report) ? 0 : 1;
}

/** A document, or a deleted conversation by part of its id. */
const namedBy =
  (id: string) =>
  async (admin: Admin): Promise<object> =>
    /^(art|uid)_/.test(id)
      ? { artifact_id: id }
      : { conversation_id: await deletedIdOf(admin, 'conversation', id) };

const isProved = ({ purged, spool }: Partial<Purge>): boolean =>
  [...Object.values(purged?.left ?? {}), spool?.left ?? 0].every((n) => n === 0);

const removedBy = ({ purged }: Partial<Purge>): string =>
  listed(Object.fromEntries(Object.entries(purged?.removed ?? {}).filter(([, n]) => n > 0))) || 'nothing';

const leftBy = ({ purged, spool }: Partial<Purge>): string =>
  listed({ ...purged?.left, spool: spool?.left ?? 0 });

const listed = (counted: Record<string, number>): string =>
  Object.entries(counted)
    .map(([table, n]) => `${table} ${n}`)
    .join(', ');

export async function restoreDeleted(
  env: NodeJS.ProcessEnv,
  id: string | undefined,
  { since, context, ...options }: Json & { since?: string; context?: string },
): Promise<ExitCode> {
  if ([id, since, context].filter((one) => one !== undefined).length !== 1)
    throw new UsageError(
      'Give the id of a conversation or document, --context with a name, or --since with a duration or a time.',
    );
  const at = since === undefined ? undefined : momentBefore(clock(), since);
  if (since !== undefined && !at) throw new UsageError('--since must be a duration such as 24h, or a time.');
  const { conflicts, record_conflicts: taken } = await act<Back>(
    env,
    options,
    ['restore_deleted', id === undefined ? { context_name: context, since: at?.toISOString() } : namedBy(id)],
    (back) =>
      [
        `Restored ${back.conversations.length} conversations, ${back.artifacts.length} documents, ${back.contexts.length} startup contexts, ${back.records.length} other records and the texts of ${back.messages} messages.`,
        ...back.conflicts.map(
          (one) => `${oneLine(one)} stays deleted: another conversation now has its external id.`,
        ),
        ...back.record_conflicts.map(
          ({ kind, id }) => `${kind} ${oneLine(id)} stays deleted: the same was stored again.`,
        ),
        'If a policy deleted them, it will do so again: see "dewey retention list" for conversations; each document has its own policy.',
      ].join('\n'),
  );
  return conflicts.length + taken.length > 0 ? 1 : 0;
}
