import type { ProductReport } from '../capture/transcripts/product-report.ts';
import { oneLine } from './terminal/harmless.ts';

/** Counts by name, the highest first. */
export const list = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

/** What became of the memories of one product, as text. */
export function productSummary(name: string, report: ProductReport, dryRun: boolean): string {
  const { files, read, stored, known, memories } = report;
  const skipped = Object.values(report.skipped).reduce((sum, count) => sum + count, 0);
  const lines = [
    `${name}: ${read} records read in ${files} ${files === 1 ? 'file' : 'files'}: ` +
      (dryRun
        ? `${stored} would be stored, those already there included, ${known} are there twice, `
        : `${stored} stored, ${known} already stored, `) +
      `${skipped} skipped`,
    ...report.notes.flatMap((text) => line('note', text)),
    ...line('skipped', list(report.skipped)),
    ...line('kinds', list(report.kinds)),
    ...line(
      'memories',
      [
        `${memories.new} new`,
        ...(memories.known > 0 ? [`${memories.known} there already`] : []),
        ...(memories.tooLong > 0
          ? [`${memories.tooLong} too long for a memory, kept as messages of their conversation`]
          : []),
      ].join(', '),
    ),
    ...(stored > 0 ? line('kept in metadata', keptIn(report)) : []),
    ...line('too large to keep', list(shown(report.notKept))),
  ];
  return lines.map((text) => `${text}\n`).join('');
}

const line = (heading: string, text: string): string[] =>
  text === '' ? [] : [`  ${heading}: ${oneLine(text)}`];

/** Names of fields come from the file: the first few, as far as they are plain text. */
const mostFields = 12;
const longestField = 40;
const plain = (name: string): string => name.slice(0, longestField).replace(/[^\p{L}\p{N} _.-]/gu, '?');

function shown(fields: Record<string, number>): Record<string, number> {
  const entries = Object.entries(fields).sort(([, a], [, b]) => b - a);
  const first = entries.slice(0, mostFields).map(([name, count]): [string, number] => [plain(name), count]);
  const more = entries.length - first.length;
  return Object.fromEntries(more > 0 ? [...first, ['other fields', more]] : first);
}

const keptIn = ({ metadata }: ProductReport): string =>
  Object.entries(metadata)
    .map(([kind, fields]) => `of ${kind}: ${list(shown(fields))}`)
    .join('; ');
