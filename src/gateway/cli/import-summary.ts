import { type ImportReport, unreadableLines } from '../capture/transcripts/import-report.ts';
import { type DocumentReport, documentSummary } from './document-report.ts';
import { type OriginalReport, originalSummary } from './original-report.ts';
import { list, productSummary } from './product-summary.ts';
import { type RunReport, runSummary } from './run-report.ts';
import { oneLine } from './terminal/harmless.ts';
import { couldNotBeRead } from './unreadable-lines.ts';

export type Reports = {
  transcripts?: ImportReport;
  documents?: DocumentReport;
  runs?: RunReport;
  originals?: OriginalReport;
};

/** The report of an import as text. */
export function summaryOf({ transcripts, documents, runs, originals }: Reports): string {
  const products = Object.entries(transcripts?.products ?? {});
  // Of files that are all memories there is nothing else to say.
  const isBare = transcripts?.files === 0 && products.length > 0;
  const lines = [
    ...(transcripts && !isBare ? [summary(transcripts)] : []),
    ...products.map(([name, product]) => productSummary(name, product, transcripts?.dryRun ?? false)),
    ...(transcripts ? [problems(transcripts)] : []),
    ...(documents ? [documentSummary(documents)] : []),
    ...(runs ? [runSummary(runs)] : []),
    ...(originals ? [originalSummary(originals)] : []),
  ];
  return lines.join('');
}

/** What was stored, in words; empty when nothing was. */
export function storedIn({ transcripts, documents, runs, originals }: Reports): string {
  const records = Object.values(transcripts?.products ?? {}).reduce((sum, { stored }) => sum + stored, 0);
  return [
    ...(transcripts?.stored ? [`${transcripts.stored} messages`] : []),
    ...(records > 0 ? [`${records} records of other products`] : []),
    ...(documents && documents.new + documents.revision > 0
      ? [`${documents.new + documents.revision} documents`]
      : []),
    ...(runs?.stored ? [`${runs.stored} answers of models`] : []),
    ...(originals?.experiences ? [`${originals.experiences} experiences`] : []),
  ].join(' and ');
}

const summary = (report: ImportReport): string =>
  [
    `${report.files} files (${list(report.formats) || 'none'}), ${report.conversations} conversations`,
    report.dryRun
      ? `would store ${report.stored} messages, including existing ones`
      : `stored ${report.stored}, completed ${report.completed}, already stored ${report.duplicates}` +
        (report.retracted ? `, taken back ${report.retracted}` : '') +
        (report.deleted ? `, left deleted ${report.deleted} (--include-deleted restores them)` : ''),
    '',
  ].join('\n');

function problems(report: ImportReport): string {
  const skipped = mostFrequent(report.skipped);
  const redacted = list(report.redacted);
  const unreadable = unreadableLines(report);
  return [
    ...(skipped ? [`not messages, or not stored: ${skipped}`] : []),
    ...(unreadable > 0 ? [couldNotBeRead(unreadable)] : []),
    ...(redacted ? [`secrets removed: ${redacted}`] : []),
    ...report.failed.map(
      ({ path, problem }) => `failed: ${path}: ${problem}${problem === 'not JSON' ? noTranscript : ''}`,
    ),
  ]
    .map((line) => `${oneLine(line)}\n`)
    .join('');
}

/** Kinds that are named on a screen; agents write many that occur once. */
const mostKinds = 12;

function mostFrequent(counts: Readonly<Record<string, number>>): string {
  const kinds = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  const rest = kinds.slice(mostKinds);
  if (rest.length === 0) return list(counts);
  const others = rest.reduce((sum, [, count]) => sum + count, 0);
  const named = list(Object.fromEntries(kinds.slice(0, mostKinds)));
  return `${named}, and ${others} of ${rest.length} other kinds (--json names them)`;
}

const noTranscript = ' (transcripts are JSON; documents are .md, .txt, .eml, .pdf or .docx)';
