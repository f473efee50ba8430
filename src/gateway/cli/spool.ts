import { adminCommand } from './admin-command.ts';
import type { ExitCode } from './run/program.ts';
import { UsageError } from './run/usage.ts';
import { oneLine } from './terminal/harmless.ts';

type Json = { json?: boolean };
type About = {
  id: string;
  reason: string;
  code?: string;
  error?: string;
  at?: string;
  attempts: number;
  bytes: number;
};
type Listed = { dead_letters: About[]; total: number; decisions: string[]; unaccounted: number };
type Retried = { stored: number; failed: number; requeued: number };

const act = adminCommand('dewey spool');

const line = ({ id, reason, code, error, at, attempts, bytes }: About): string =>
  `${id}: ${oneLine([reason, code, error].filter(Boolean).join(', '))}; ${bytes} bytes, ${attempts} attempts${at ? `, since ${at}` : ''}`;

/** Exit code 1 when anything needs attention. */
export async function listLetters(env: NodeJS.ProcessEnv, options: Json): Promise<ExitCode> {
  const found = await act<Listed>(
    env,
    options,
    ['spool_list', {}],
    ({ dead_letters, total, decisions, unaccounted }) =>
      [
        ...dead_letters.map(line),
        ...decisions.map((name) => `decisions/${oneLine(name)}`),
        `${total} dead letters, ${decisions.length} decisions or signals that could not be stored, ${unaccounted} records unaccounted for`,
        ...(total + decisions.length + unaccounted > 0
          ? ['Run "dewey spool retry --all" to retry all of them, or "dewey spool show <id>" to see one.']
          : []),
      ].join('\n'),
  );
  return found.total + found.decisions.length + found.unaccounted > 0 ? 1 : 0;
}

export async function showLetter(env: NodeJS.ProcessEnv, id: string, options: Json): Promise<ExitCode> {
  await act<About & { record: string }>(
    env,
    options,
    ['spool_show', { id }],
    (letter) => `${line(letter)}\n${letter.record}`,
  );
  return 0;
}

/** Exit code 1 when a letter failed again. */
export async function retry(
  env: NodeJS.ProcessEnv,
  id: string | undefined,
  { all, ...options }: Json & { all?: boolean },
): Promise<ExitCode> {
  if ((id === undefined) === !all) throw new UsageError('Give the id of one dead letter, or --all.');
  const { failed } = await act<Retried>(
    env,
    options,
    ['spool_retry', { ...(id === undefined ? {} : { id }), all: all ?? false }],
    (done) =>
      `${done.stored} stored, ${done.failed} failed again, ${done.requeued} segments and decisions queued for the gateway`,
  );
  return failed > 0 ? 1 : 0;
}

type Verified = {
  waiting: number;
  stored: number;
  deleted: number;
  set_aside: number;
  missing: number;
  unaccounted: number;
  dead_letters: number;
  faults: string[];
};

/** `dewey verify --spool`. Exit code 1 when an acknowledged record is missing. */
export async function verifySpool(env: NodeJS.ProcessEnv, options: Json): Promise<ExitCode> {
  const report = await act<Verified>(env, options, ['spool_verify', {}], (found) =>
    [
      `${found.waiting} records waiting, ${found.stored} stored, ${found.deleted} of deleted conversations, ${found.set_aside} dead letters, ${found.missing} missing`,
      `${found.unaccounted} unaccounted for in removed segments; ${found.dead_letters} dead letters in total`,
      ...found.faults.map((at) => `  missing: ${oneLine(at)}`),
    ].join('\n'),
  );
  return report.missing + report.unaccounted > 0 ? 1 : 0;
}

export async function dropLetter(env: NodeJS.ProcessEnv, id: string, options: Json): Promise<ExitCode> {
  const { dropped } = await act<{ dropped: boolean }>(env, options, ['spool_drop', { id }], (done) =>
    done.dropped ? 'Dropped.' : 'No such dead letter.',
  );
  return dropped ? 0 : 1;
}
