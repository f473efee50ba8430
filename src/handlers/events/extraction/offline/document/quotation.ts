import { fullDate } from './dates.ts';
import { below, type Line } from './lines.ts';
import { beginsReply, quotedAuthor } from './mail.ts';
import type { Quoted, Reading } from './reading.ts';

const marked = /^[ \t]*(?:>[ \t]?){1,9}/;
const unmarked = (line: string): string => line.replace(marked, '').trim();

/**
 * Reads "On 2 Nov 2026, Ana Lopez wrote:" and what else begins an earlier message; its second line, as in "On ..., Ana Lopez" above
 * "<ana@example.org> wrote:", is passed over.
 */
export function headOfQuoted(
  { text, letter, build }: Reading,
  line: Line,
  words: string,
): Quoted | undefined {
  const from = below(text, line);
  const [next = ''] = text.slice(from, from + 200).split('\n', 1);
  const rest = unmarked(next);
  if (!beginsReply(words, rest.slice(0, 80))) return undefined;
  const broken = !/:\s*$/.test(words) && /:\s*$/.test(rest);
  if (broken) letter.until = from + next.length;
  const head = broken ? `${words} ${rest}` : words;
  return { name: quotedAuthor(head), iso: fullDate(head.slice(0, 300), build.model.dayFirst)?.iso };
}

/** Reads a line behind `>`: text of the one who wrote at that depth, or the head of what is quoted deeper. */
export function quotedLine(reading: Reading, line: Line): void {
  const { letter, build } = reading;
  const marks = marked.exec(line.text)?.[0] ?? '';
  const depth = marks.replace(/[^>]/g, '').length;
  const body = line.text.slice(marks.length).trim();
  if (body.replace(/>/g, '') === '') {
    build.close();
    return;
  }
  const head = headOfQuoted(reading, line, body);
  if (head !== undefined) {
    build.close();
    letter.quotes = [...Array.from({ length: depth }, (_, at) => letter.quotes[at]), head];
    if (head.name !== undefined) build.model.names.add(head.name);
    return;
  }
  const { block } = build;
  const goesOn = block?.kind === 'quoted' && letter.depth === depth && !/^[-*•]/.test(body);
  letter.depth = depth;
  // Quoted lines are separate for quotes: their marks stand between them.
  if (goesOn && block.end - block.start < 4000) {
    block.end = line.end;
    return;
  }
  const { name, iso } = letter.quotes[depth - 1] ?? {};
  build.open(line.start + marks.length, line.end, 'quoted', {
    // Of two who write to each other, the other one is quoted.
    speaker: name ?? (depth > 1 ? build.speaker : build.model.recipient),
    stamp: iso === undefined ? undefined : { iso, from: 'message' },
  });
}
