import { fullDate } from './dates.ts';
import type { Line } from './lines.ts';

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
  const below = text.slice(line.end + 1, line.end + 300).split('\n', 2);
  const [first = '', second = ''] = below;
  const one = sentBy.exec(line.text.trimEnd())?.[1];
  const name = one ?? (address.test(first.trimEnd()) ? line.text.trim() : undefined);
  const time = one === undefined ? second : first;
  if (name === undefined || name.split(' ').length > 6 || !sentAt.test(time)) return undefined;
  const length = one === undefined ? first.length + 1 + second.length : first.length;
  return { name, iso: fullDate(time)?.iso, end: line.end + 1 + length };
}
