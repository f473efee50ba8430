import { fullDate } from './dates.ts';
import { below, type Line, linesOf } from './lines.ts';

/** The head of a message in the archive of a mailing list: "Ana Lopez ana at example.org" above the time. */
const sentBy = /^(\p{L}[^<>@:\n]{0,60}?) {1,4}[\w.+-]{1,60} (?:at|bei|en|à) [\w-]{1,60}\.[\w.-]{1,60}$/u;
const address = /^[\w.+-]{1,60} (?:at|bei|en|à) [\w-]{1,60}\.[\w.-]{1,60}$/u;
const sentAt = /^\p{L}{2,4}\.?,? {1,2}\p{L}{3,5}\.? {1,2}\d{1,2} \d{1,2}:\d\d/u;

/** Who sent a message, when, and where its head ends; undefined when the line begins none. */
export function archived(
  text: string,
  line: Line,
): { name: string; iso: string | undefined; end: number } | undefined {
  if (line.text.length > 130 || !/^\p{L}/u.test(line.text)) return undefined;
  const from = below(text, line);
  const [first = '', second = ''] = text.slice(from, from + 300).split('\n', 2);
  const one = sentBy.exec(line.text.trimEnd())?.[1];
  const name = one ?? (address.test(first.trimEnd()) ? line.text.trim() : undefined);
  const time = one === undefined ? second : first;
  if (name === undefined || name.split(' ').length > 6 || !sentAt.test(time)) return undefined;
  const length = one === undefined ? first.length + 1 + second.length : first.length;
  return { name, iso: fullDate(time)?.iso, end: from + length };
}

const sender = /^(?:from|von|de): .{3,120}$/i;
const headerKey =
  /^(?:to|cc|date|sent|subject|reply-to|datum|gesendet|an|betreff|objet|à|fecha|para|asunto): /i;

/** Whether a text has the header of a mail near its start: an archive of a list, a thread. */
export function startsMail(text: string): boolean {
  const lines = Array.from(linesOf(text, 0, Math.min(text.length, 3000))).slice(0, 60);
  return lines.some(
    (line, at) =>
      (sender.test(line.text) && headerKey.test(lines[at + 1]?.text ?? '')) ||
      archived(text, line) !== undefined,
  );
}
