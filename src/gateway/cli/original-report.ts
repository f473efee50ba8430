import { oneLine } from './terminal/harmless.ts';

/** The result of importing databases of the Unified MCP server. */
export type OriginalReport = {
  files: number;
  experiences: number;
  reasoningSessions: number;
  workflowSessions: number;
  activities: number;
  /** Experiences that were stored already. */
  known: number;
  /** Rows that are not valid, by table. */
  notStored: Record<string, number>;
  /** What else to know of the files. */
  notes: string[];
  failed: { path: string; problem: string }[];
  dryRun: boolean;
};

/** The report as text. */
export function originalSummary(report: OriginalReport): string {
  const { files, experiences, reasoningSessions, workflowSessions, activities, known, dryRun } = report;
  const counts =
    `${experiences} experiences, ${reasoningSessions} reasoning sessions, ${workflowSessions} workflow sessions and ` +
    `${activities} records of activity`;
  const invalid = Object.entries(report.notStored).map(([table, count]) => `${table} ${count}`);
  return [
    ...(files === 0
      ? []
      : [
          `${files} ${files === 1 ? 'database' : 'databases'} of the Unified MCP server: ` +
            (dryRun
              ? `${counts} would be stored, those already there included`
              : `stored ${counts}; ${known} experiences already stored`),
        ]),
    ...report.notes.map((text) => `note: ${text}`),
    ...(invalid.length > 0 ? [`not valid: ${invalid.join(', ')}`] : []),
    ...report.failed.map(({ path, problem }) => `failed: ${path}: ${problem}`),
  ]
    .map((line) => `${oneLine(line)}\n`)
    .join('');
}
