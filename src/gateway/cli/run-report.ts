import { oneLine } from './terminal/harmless.ts';

/** The result of importing summaries of orchestration runs. */
export type RunReport = {
  files: number;
  runs: number;
  /** Answers of models: the sum of the next four, and of the failures. */
  results: number;
  stored: number;
  /** Were there, and lacked something. */
  completed: number;
  known: number;
  deleted: number;
  failed: { path: string; problem: string }[];
  dryRun: boolean;
};

/** The report as text. */
export function runSummary(report: RunReport): string {
  const { runs, results, stored, completed, known, deleted, failed, dryRun } = report;
  const about = `${runs} ${runs === 1 ? 'run' : 'runs'} of models, ${results} answers: `;
  const became = dryRun
    ? `would store ${stored}, including those already there`
    : `stored ${stored}, completed ${completed}, already stored ${known}` +
      (deleted > 0 ? `, left deleted ${deleted}` : '');
  return [`${about}${became}`, ...failed.map(({ path, problem }) => `failed: ${path}: ${problem}`)]
    .map((line) => `${oneLine(line)}\n`)
    .join('');
}
