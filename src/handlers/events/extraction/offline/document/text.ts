import type { Stamp } from './block.ts';
import { clockOn, fullDate } from './dates.ts';
import { fieldOf, isDated } from './head.ts';
import { announces } from './headings.ts';
import { bullet, type Line, plain } from './lines.ts';
import { explains, handlesIn, speakerOf } from './names.ts';
import type { Reading } from './reading.ts';
import { headItem, leave } from './rounds.ts';
import { datesSection, isDayAlone } from './section-day.ts';
import { dayNear } from './short-days.ts';
import { isRelease, isTitle, markedLevel } from './titles.ts';
import { leading, trailing } from './visible.ts';

/** Lines that say no more than where something is: `[a]: https://…`, `**Issue**: <https://…>`. */
const links = [
  /^<?https?:\/\/\S+>?$/,
  /^\[[^\]\s]{1,60}\]:\s/,
  /^\[[^\][]{1,200}\]:\s+<?(?:[a-z]{2,10}:|[./#])\S*/i,
  /^\*\*[^*\s:]{1,30}(?: [^*\s:]{1,30}){0,2}(?:\*\* ?:|:\*\*) *<?https?:\/\/\S+>?$/,
];

/** Items above one that are looked at for whose they are. */
const mostAbove = 6;

const indentOf = (item: RegExpExecArray): number => (item.groups?.indent ?? '').replace(/\t/g, '    ').length;

/** Reads a line as a heading, an item of a list, a field, or as part of a paragraph. */
export function text(reading: Reading, line: Line, trimmed: string): void {
  const { build, known } = reading;
  const stars = reading.org ? /^\*+(?= )/.exec(line.text)?.[0].length : undefined;
  const item = stars === undefined ? bullet.exec(line.text) : null;
  const wrapped = item === null && reading.talk.heads.alone > 0;
  const from =
    item?.[0].length ?? (wrapped ? leading(line.text) : line.text.length - line.text.trimStart().length);
  const end = wrapped ? line.end - trailing(line.text) : line.end;
  // Elements of HTML around the words of a message.
  if (wrapped && line.start + from >= end) {
    build.close();
    return;
  }
  const body =
    item === null
      ? wrapped
        ? line.text.slice(from, end - line.start)
        : trimmed
      : line.text.slice(from).trim();
  // Struck out, or the target of a link.
  if (/^~~.*~~[.]?$/.test(body) || links.some((link) => link.test(body))) {
    build.close();
    return;
  }
  const level = stars ?? (item === null && known.type !== 'email' ? markedLevel(trimmed) : undefined);
  const boldItem = item !== null && /^\*\*[^*]{2,60}\*\*:?$/.test(body);
  if (level !== undefined || boldItem) {
    const title = plain(body);
    // A heading that is a whole sentence says something itself.
    reading.items = [];
    build.heading(level ?? 8, title);
    if (title.split(/\s+/).length >= 5 && announces(title) === undefined) {
      const start = line.start + line.text.search(/[^#=*_\s-]/);
      build.open(start, line.end, 'field', {});
      build.close();
    }
    return;
  }
  const place =
    item === null
      ? reading.apart
        ? 'apart'
        : 'within'
      : /\d/.test(item.groups?.mark ?? '')
        ? 'numbered'
        : 'item';
  if (!reading.talk.chat && isDated(build.model, line.text)) {
    build.close();
    return;
  }
  if (place === 'apart' && !reading.talk.chat && isRelease(body)) {
    // That it was released is told here alone.
    build.heading(2, body);
    build.open(line.start + from, line.end, 'field');
    build.close();
    return;
  }
  if (!reading.talk.chat && (isTitle(body, reading.text, line, place) || isDayAlone(body, place))) {
    if (item === null) build.heading(7, body);
    else headItem(reading, body, indentOf(item));
    return;
  }
  const owners = handlesIn(body);
  const section = build.path.at(-1);
  if (owners.length > 0 && section !== undefined) {
    section.owners.push(...owners);
    for (const owner of owners) build.model.names.add(owner);
    build.close();
    return;
  }
  if (item === null && datesSection(reading, trimmed)) return;
  const head = fieldOf(build.model, line.text);
  if (head?.kind === 'head') {
    build.close();
    return;
  }
  const stamp = stampOf(reading, line, body);
  explains(build.model, body);
  if (item !== null) {
    const box = item.groups?.box;
    const indent = indentOf(item);
    leave(reading, indent);
    reading.items = reading.items.filter((one) => one.indent < indent);
    const speaker = speakerOf(body, build.model);
    build.open(line.start + from, line.end, 'item', {
      ...(speaker === undefined ? {} : { speaker, listener: undefined }),
      depth: Math.min(5, reading.items.length),
      parent: reading.items.at(-1)?.text,
      above: reading.items
        .slice(-mostAbove)
        .map(({ text: one }) => one)
        .toReversed(),
      box: box === undefined ? undefined : box === ' ' ? 'open' : 'done',
      ...stamp,
    });
    reading.items.push({ indent, text: body.slice(0, 200), stamp: stamp.stamp });
    return;
  }
  // A line continues the one before if that was long, unfinished, or broken off in the middle of a sentence.
  const { above } = reading;
  const long = above.length >= 48;
  const broken = !/[.!?:;…]["'”’)\]]*$/.test(above) && (/^[\p{Ll}\p{N}(,]/u.test(trimmed) || long);
  // "FIX ...", "FIX ...": each line is an entry of its own.
  const entry = /^(?:\[[^\]\s]{1,12}\]|[*+•~-]{1,2}(?=\s)|\p{Lu}[\p{L}]{1,15}:?)(?=\s)/u.exec(trimmed)?.[0];
  const repeats =
    entry !== undefined &&
    above.startsWith(`${entry} `) &&
    (/^[[*+•~-]|^\p{Lu}{2,}|:$/u.test(entry) ? !/[,;:]$/.test(above) : /[.!?)]$/.test(above));
  const continues =
    !repeats &&
    (known.type === 'chat'
      ? build.block?.kind === 'message' && /^\s{2,}/.test(line.text)
      : broken || (long && known.type !== 'note'));
  const { block } = build;
  if (block !== undefined && head === undefined && continues && block.end - block.start < 20_000)
    block.end = end;
  else
    build.open(
      line.start + from,
      end,
      head !== undefined
        ? 'field'
        : build.speaker !== undefined
          ? 'message'
          : known.type === 'note'
            ? 'item'
            : 'paragraph',
      stamp,
    );
}

/** The time that a line begins with, or that of the item it belongs to: an entry of a timeline. */
function stampOf(reading: Reading, line: Line, body: string): { stamp?: Stamp } {
  const { build, talk } = reading;
  const entry = fullDate(body.slice(0, 60), build.model.dayFirst);
  if (entry !== undefined && entry.start < 12) return { stamp: { iso: entry.iso, from: 'entry' } };
  const day =
    build.path.findLast((above) => above.iso !== undefined)?.iso ??
    build.model.incident ??
    build.model.date ??
    build.day;
  const iso = talk.chat ? undefined : (dayNear(body, day, build.model.dayFirst) ?? clockOn(body, day));
  if (iso !== undefined) return { stamp: { iso, from: 'entry' } };
  const indent = line.text.length - line.text.trimStart().length;
  // What stands within an entry is of its time.
  const above = reading.items.findLast((one) => one.indent < indent);
  return above?.stamp !== undefined && indent > above.indent ? { stamp: above.stamp } : {};
}
