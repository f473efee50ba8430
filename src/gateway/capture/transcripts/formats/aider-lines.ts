import type { UsageFact } from '../../../../db/capture/version.ts';

/** Who wrote a line: the user, the model, or Aider itself. */
export type Writer = 'user' | 'assistant' | 'tool';

/** The line with which Aider begins a run, in local time. */
export const runHeading = /^# aider chat started at (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\s*$/;

/** The time in a heading, taken as one of this machine's time zone. */
export function startOf(heading: string): string | undefined {
  const [, day, time] = runHeading.exec(heading) ?? [];
  const at = new Date(`${day}T${time}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Aider ends each line that it marks with the line break of Markdown. */
export const endsMarked = (text: string): boolean => text.endsWith('  ');

const prompt = '#### ';
const output = '> ';

/** The line before, who wrote it, and whether it stands in a block of code. */
export type Before = { writer: Writer; text: string; isCode: boolean };

export const isFence = (text: string): boolean => /^\s*(?:```|~~~)/.test(text);

/**
 * Whether Aider can have begun to write here: what it wrote before is followed by an empty line, or ends as a marked line.
 *
 * @param hasEnds whether marked lines of this run end as Aider writes them; some editors remove such ends.
 */
export const canBegin = (before: Before | undefined, hasEnds: boolean): boolean =>
  before?.writer !== 'assistant' || !hasEnds || before.text.trim() === '' || endsMarked(before.text);

/**
 * Aider escapes nothing, so a line of an answer can look like one of its own. Most are told apart by where they stand and how
 * they end. A quotation that begins a paragraph is not, as the first of several lines of output ends in the same way: it is
 * read as Aider itself reads it.
 */
export function writerOf(text: string, hasEnds: boolean, before: Before | undefined): Writer {
  const isEnded = endsMarked(text) || !hasEnds;
  if (canBegin(before, hasEnds)) {
    if (text.startsWith(output) && (isEnded || !before?.isCode)) return 'tool';
    if (text.startsWith(prompt) && isEnded) return 'user';
  }
  // Of several lines of output only the first is marked, and only the last one ends so.
  return before?.writer === 'tool' && hasEnds && !endsMarked(before.text) ? 'tool' : 'assistant';
}

/** The text of a message without the marks of its lines. */
export function textOfLines(writer: Writer, lines: readonly string[]): string {
  if (writer === 'assistant') return lines.join('\n').trim();
  const bare = lines.map((line) => {
    const text = line.startsWith(prompt) ? line.slice(prompt.length) : line.replace(/^> /, '');
    return endsMarked(text) ? text.slice(0, -2) : text;
  });
  return bare.join('\n').trim();
}

/** Whether output ends with the notice that precedes what was written of an interrupted answer. */
export const tellsInterrupt = (output: string): boolean =>
  /\^C (?:again to exit|KeyboardInterrupt)$/.test(output);

/** The model that output names as the one that answers from now on. */
export const modelIn = (output: string): string | undefined =>
  [...output.matchAll(/^(?:Main model|Models?): (\S+) with /gm)].at(-1)?.[1];

const tokens =
  /^Tokens: ([\d.]+k?) sent(?:, ([\d.]+k?) cache write)?(?:, ([\d.]+k?) cache hit)?, ([\d.]+k?) received\.(?:\s+Cost: \$([\d.]+) message)?/gm;

/** The tokens and costs that output states; Aider rounds tokens from a thousand on. */
export const usageIn = (output: string, key: string, model: string | undefined): UsageFact[] =>
  [...output.matchAll(tokens)].map(([, sent, written, read, received, cost], i) => ({
    key: i === 0 ? key : `${key}#${i}`,
    model,
    input: Math.max(0, count(sent) - count(written)), // what was sent includes what was written to a cache
    output: count(received),
    cacheRead: count(read),
    cacheWrite: count(written),
    cost: cost === undefined ? undefined : Number(cost),
  }));

function count(text: string | undefined): number {
  const value = Number.parseFloat(text ?? '');
  if (Number.isNaN(value)) return 0;
  return Math.round(text?.endsWith('k') ? value * 1000 : value);
}
