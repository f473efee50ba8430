import { archived, startsMail } from './archived.ts';
import type { Known } from './block.ts';
import { fullDate } from './dates.ts';
import { mailHeader } from './head.ts';
import { below, type Line } from './lines.ts';
import { closes, greets, nameIn } from './mail.ts';
import { headOfQuoted, quotedLine } from './quotation.ts';
import type { Letter, Reading } from './reading.ts';

export function letterOf(known: Known, text: string): Letter {
  const mail = known.type === 'email' || startsMail(text);
  return { mail, header: mail, started: false, over: false, quotes: [], depth: 0, until: 0 };
}

/** Reads a line as part of a mail; true when that is all there is to it. */
export function mailLine(reading: Reading, line: Line, trimmed: string): boolean {
  const { letter, build, text } = reading;
  if (!letter.mail) return false;
  if (line.start < letter.until) return true;
  const head = archived(text, line);
  if (head !== undefined) {
    build.says(head.name, head.iso);
    if (head.iso === undefined) build.message = undefined;
    build.model.sender ??= head.name;
    Object.assign(letter, { until: head.end, header: false, over: false, quotes: [] });
    return true;
  }
  if (mailbox.test(trimmed) && /^from:/i.test(text.slice(below(text, line), line.end + 8))) {
    build.close();
    return true;
  }
  if (headerLine(reading, line, trimmed)) return true;
  if (trimmed.startsWith('>')) {
    quotedLine(reading, line);
    return true;
  }
  const from = below(text, line);
  const quoted = headOfQuoted(reading, line, trimmed);
  if (quoted !== undefined) {
    build.close();
    const { name, iso } = quoted;
    letter.quotes = [quoted];
    // Without marks, all that follows is the earlier message.
    if (!/^[ \t]*>/m.test(text.slice(from, from + 400)) && name !== undefined) {
      build.says(name, iso);
      letter.over = false;
    } else if (name !== undefined) build.model.names.add(name);
    return true;
  }
  if (letter.over) return true;
  if (trimmed === '--' || closes(trimmed)) {
    build.close();
    const rest = text.slice(from, from + 1500);
    const name = rest
      .slice(0, 200)
      .split('\n')
      .map((one) => one.trim())
      .find((one) => /^\p{Lu}[^,:]{1,40}$/u.test(one));
    if (name !== undefined && trimmed !== '--') {
      build.model.sender ??= name;
      build.model.names.add(name);
      // "The Example Team" wrote it, whoever sent it.
      if (/(?<!\p{L})team$/iu.test(name)) {
        for (const block of build.model.blocks)
          if (block.speaker === build.speaker && block.stamp === build.message) block.speaker = name;
      } else if (build.speaker === undefined) for (const block of build.model.blocks) block.speaker ??= name;
    }
    // After a dash line, or a closing with little text below it, only the signature follows.
    const quoted = rest.search(/^(?:>|on\b.{4,120}wrote:|-{3,}|from:)/im);
    if (trimmed === '--' || (quoted === -1 ? rest.length : quoted) < 600)
      letter.over = !/^p\.?\s?s\b/im.test(rest.slice(0, 300));
    return true;
  }
  if (greets(trimmed)) {
    const name = /(?<=\s)(\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)[,!:]?$/u.exec(trimmed)?.[1];
    build.model.recipient ??= name;
    build.close();
    return true;
  }
  return false;
}

/** `From ana at example.org  Thu Mar  5 10:00:11 2026`: what parts the messages of a mailbox. */
const mailbox = /^From \S{1,80}(?: at \S{1,80})? {1,3}\p{Lu}\p{Ll}{2} \p{Lu}\p{Ll}{2} [ \d:]{6,16}\d{4}$/u;

const sender = /^from: /im;

/** `From:` after a blank line begins another message. */
function headerLine(
  { letter, build, apart, known, above, text }: Reading,
  line: Line,
  trimmed: string,
): boolean {
  const found = mailHeader(trimmed);
  // A message that is passed on may begin with the way that it took.
  const way =
    apart &&
    /^(?:return-path|received)$/.test(found?.key ?? '') &&
    sender.test(text.slice(line.start, line.start + 3000).split(/\n\s*\n/, 1)[0] ?? '');
  const begins =
    way ||
    ((apart || letter.header || mailbox.test(above) || /^(?:-{9,}|-{3,}(?!-).{1,60}-{3,})$/.test(above)) &&
      (/^(?:from|von|de)$/.test(found?.key ?? '') ||
        (found?.key === 'date' &&
          /^(?:from|to|subject): /i.test(text.slice(below(text, line), line.end + 22)))));
  if (!letter.header && !begins) return false;
  if (!letter.header) {
    build.message = undefined;
    letter.over = false;
  }
  if (found === undefined) {
    // A folded line of the header.
    if (letter.header && /^\s/.test(trimmed)) return true;
    if (known.type !== 'email' || build.speaker !== undefined || build.model.date !== undefined)
      letter.header = false;
    return false;
  }
  letter.header = true;
  letter.started = true;
  const name = nameIn(found.value);
  if (/^(?:from|von|de)$/.test(found.key) && name !== undefined) {
    build.says(name, undefined);
    build.model.sender ??= name;
  } else if (/^(?:date|sent|datum|gesendet|fecha|enviado|envoyé)$/.test(found.key)) {
    const iso = fullDate(found.value, build.model.dayFirst)?.iso;
    if (iso !== undefined) {
      build.message = { iso, from: 'message' };
      build.model.date ??= iso;
    }
  } else if (/^(?:to|an|à|para)$/.test(found.key) && name !== undefined) {
    build.model.recipient ??= name;
    build.previous = name;
  }
  return true;
}
