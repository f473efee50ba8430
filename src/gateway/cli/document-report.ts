import { oneLine } from './terminal/harmless.ts';

/** The result of importing documents. */
export type DocumentReport = {
  files: number;
  new: number;
  revision: number;
  unchanged: number;
  /** Documents that a user deleted, left deleted. */
  deleted: number;
  /** Files that are not documents, by reason. */
  skipped: Record<string, number>;
  skippedFiles: { path: string; problem: string }[];
  failed: { path: string; problem: string }[];
  dryRun: boolean;
};

/** The first few files skipped for a reason; `--json` lists all. */
function named({ skippedFiles }: DocumentReport, reason: string): string {
  const paths = skippedFiles.filter(({ problem }) => problem === reason).map(({ path }) => path);
  return [...paths.slice(0, 5), ...(paths.length > 5 ? [`and ${paths.length - 5} more`] : [])].join(', ');
}

/** The report as text. */
export function documentSummary(report: DocumentReport): string {
  const documents = `${report.files} ${report.files === 1 ? 'document' : 'documents'}`;
  const lines = [
    report.dryRun
      ? `${documents} would be stored, including existing ones`
      : `${documents}: ${report.new} new, ${report.revision} changed, ${report.unchanged} unchanged` +
        (report.deleted > 0 ? `, ${report.deleted} left deleted (--include-deleted restores them)` : ''),
    ...Object.entries(report.skipped).map(
      ([reason, count]) => `skipped ${count} (${reason}): ${named(report, reason)}`,
    ),
    ...report.failed.map(({ path, problem }) => `failed: ${path}: ${problem}`),
  ];
  return `${lines.map(oneLine).join('\n')}\n`;
}
