import { adminCommand } from './admin-command.ts';
import type { ExitCode } from './run/program.ts';
import { oneLine } from './terminal/harmless.ts';

type Options = { list?: boolean; all?: boolean; project?: string; json?: boolean };
type Failed = {
  total: number;
  extractions: {
    artifact_id: string;
    title: string | null;
    attempts: number;
    error_code: string | null;
    error: string | null;
  }[];
};

const act = adminCommand('dewey reextract');

/** Queues the extraction of events again, of failed documents or of all; or lists those that failed. */
export async function reextract(
  env: NodeJS.ProcessEnv,
  { list, all, project, ...options }: Options,
): Promise<ExitCode> {
  if (list) {
    await act<Failed>(env, options, ['extractions_failed', { limit: 100 }], ({ extractions, total }) =>
      total === 0
        ? 'No extraction has failed.'
        : [
            ...extractions.map(
              (one) =>
                `${one.artifact_id}  ${oneLine(one.title ?? 'untitled')}: ${one.error_code ?? 'failed'}, ${oneLine(one.error ?? 'no reason was given')} (${one.attempts} attempts)`,
            ),
            `${total} failed. "dewey reextract" tries them again.`,
          ].join('\n'),
    );
    return 0;
  }
  await act<{ queued: number }>(
    env,
    options,
    ['extractions_requeue', { all: all ?? false, project }],
    ({ queued }) =>
      queued === 0
        ? all
          ? 'There is no document to read again.'
          : 'No extraction has failed; --all reads every document again.'
        : `${queued} ${queued === 1 ? 'document is' : 'documents are'} queued; "dewey serve" or "dewey worker" reads them.`,
  );
  return 0;
}
