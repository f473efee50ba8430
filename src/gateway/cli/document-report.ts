/** What became of the documents of an import. */
export type DocumentReport = {
  files: number;
  new: number;
  revision: number;
  unchanged: number;
  /** Left deleted, as a user did. */
  deleted: number;
  /** Files that are no documents, by reason. */
  skipped: Record<string, number>;
  skippedFiles: { path: string; problem: string }[];
  failed: { path: string; problem: string }[];
  dryRun: boolean;
};

/** The first few of the files that were skipped for a reason; `--json` has all. */
function named({ skippedFiles }: DocumentReport, reason: string): string {
  const paths = skippedFiles.filter(({ problem }) => problem === reason).map(({ path }) => path);
  return [...paths.slice(0, 5), ...(paths.length > 5 ? [`and ${paths.length - 5} more`] : [])].join(', ');
}

/** The report as text for people. */
export function documentSummary(report: DocumentReport): string {
  const lines = [
    report.dryRun
      ? `${report.files} documents would be stored, those that are there already included`
      : `${report.files} documents: ${report.new} new, ${report.revision} changed, ${report.unchanged} unchanged` +
        (report.deleted > 0 ? `, ${report.deleted} left deleted (--include-deleted brings them back)` : ''),
    ...Object.entries(report.skipped).map(
      ([reason, count]) => `skipped ${count} (${reason}): ${named(report, reason)}`,
    ),
    ...report.failed.map(({ path, problem }) => `failed: ${path}: ${problem}`),
  ];
  return `${lines.join('\n')}\n`;
}
