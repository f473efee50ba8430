import type { Category } from '../domain/event.ts';
import type { Block } from './block.ts';
import { messagesOf } from './json.ts';
import { beginsReply, closes, greets, header, nameIn } from './mail.ts';
import { cellsOf, isRow, isRule, sayingIn } from './table.ts';
import type { Span } from './whole.ts';

/** Information from the layout of the whole text. */
export type Layout = { blocks: Block[]; sender: string | undefined; recipient: string | undefined };

const headings: [RegExp, Category][] = [
  [
    /\b(?:decisions?|decided|resolutions?|resolved|conclusions? reached|agreed|final call|verdict|settled|outcome)\b/i,
    'Decision',
  ],
  [
    /\b(?:action (?:items?|points?)|actions|next steps?|follow[- ]?ups?|to[- ]?dos?|commitments?|tasks|assignments?|planned)\b/i,
    'Commitment',
  ],
  [
    /\b(?:risks?|quality ?risks?|issues?|blockers?|problems?|concerns?|defects?|bugs?|incidents?|known limitations?|drawbacks?|downsides?|(?:went|what is) wrong|hazards?|findings)\b/i,
    'QualityRisk',
  ],
  [
    /\b(?:accomplishments?|achievements?|executions?|completed|done|delivered|shipped|progress|highlights|deliverables? completed|work performed)\b/i,
    'Execution',
  ],
  [/\b(?:changes?|changed|changelog|amendments?|scope changes?|revisions)\b/i, 'Change'],
  [/\b(?:feedback|reviews?|comments|testimonials?|reactions?|what (?:users|customers) said)\b/i, 'Feedback'],
  [
    /\b(?:stakeholders?|people|personnel|roles?|staffing|contacts?|team changes?|who is who|elections?|ownership)\b/i,
    'Stakeholder',
  ],
  [/\b(?:collaborations?|meetings held|partnerships?|workshops?|joint work)\b/i, 'Collaboration'],
  // German equivalents, since notes mix the two languages.
  [/entscheidung|beschl(?:uss|üsse|ossen)/i, 'Decision'],
  [/aufgaben|nächste schritte|maßnahmen/i, 'Commitment'],
  [/risik(?:o|en)\b|probleme?\b|störung/i, 'QualityRisk'],
  [/erledigt|abgeschlossen/i, 'Execution'],
  [/änderung|geändert|verschoben/i, 'Change'],
  [/rückmeldung/i, 'Feedback'],
  [/ansprechpartner|zuständig/i, 'Stakeholder'],
];
export const announced = (heading: string): Category | undefined =>
  heading.split(/\s+/).length > 6 ||
  /^(?:not|no|to be|without|pending|open (?:decision|question|point)s?)\b/i.test(heading)
    ? undefined
    : headings.find(([pattern]) => pattern.test(heading))?.[1];

const stamp = String.raw`\[?\(?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?:\s?[aApP]\.?[mM]\.?)?\)?\]?`;
const date = String.raw`\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4},?[T ]?`;
const name = String.raw`(?:[\p{Lu}][\p{L}\p{M}.'’-]*(?:[ ]+(?:[\p{L}][\p{L}\p{M}.'’-]*|\d+)){0,3}|[\p{Ll}][\p{L}\p{N}._-]{1,20})`;
/** `[10:02] Ana: …`, `Ana (10:02): …`, `Ana 10:02: …`, `10:02 <ana> …`, `**Ana:** …`, `- Ana: …`. */
const turn = new RegExp(
  String.raw`^[ \t]*(?:[-*•][ \t]+)?(?:\[?(?:${date})?${stamp}(?:\s{0,9}[-–]\s{0,9}${stamp})?\]?[ \t]{0,9}[-–|]?[ \t]{0,9})?(?:<(${name})>[ \t]+|\*{0,2}@?(${name})\*{0,2}(?:[ \t]{0,9}[[(][^\])\n]{1,40}[\])])?(?:[ \t]{1,9}(?:${date})?${stamp})?[ \t]{0,9}\*{0,2}:\*{0,2}(?:[ \t]+|$))`,
  'u',
);
/** `Ana Lopez  10:02 AM` alone on a line, the message below. */
const turnHead = new RegExp(
  String.raw`^[ \t]*(${name})[ \t]{1,4}(?:[-–|,][ \t]*)?\[?(?:${date})?${stamp}\]?[ \t]*$`,
  'u',
);

const bullet = /^[ \t]*(?:[-*•‣–→]|->|\d{1,2}[.)]|\(?[a-z]\)|\d(?:\.\d)+)[ \t]+(?:\[([ xX✓✔])\][ \t]+)?/;
const underline = /^[ \t]*(?:={3,}|-{3,}|\*{3,}|#+)[ \t]*$/;
/** Names before a colon that are not people. */
const labels =
  /^(?:re|fwd?|note|nb|ps|p\.s|subject|date|time|place|location|present|attendees|participants|absent|chair|agenda|summary|background|status|todo|to do|idea|question|answer|q|a|example|warning|decisions?|agreed|resolved|actions?|action items?|next steps?|risks?|issues?|problems?|blockers?|changes?|updates?|feedback|commitments?|done|completed|open|owner|stakeholders?|budget|scope|deadline|due|minutes|topic|title|overall|http|https|e\.g|i\.e)$/i;

type Line = Span & { text: string };

function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    yield { start, end, text: text.slice(start, Math.min(end, start + 2000)) };
    start = end + 1;
  }
}

/** Splits a text into blocks, without what its authors did not say: headers, quoted replies, signatures, code. */
export function layoutOf(text: string, type: string, participants: readonly string[]): Layout {
  const layout: Layout = { blocks: [], sender: undefined, recipient: undefined };
  const spoken = type === 'chat' || type === 'transcript';
  const mail = type === 'email';
  const exported = spoken ? messagesOf(text) : undefined;
  if (exported !== undefined) return { ...layout, blocks: exported };
  const names = new Set(participants.map((each) => each.toLowerCase()));
  let block: Block | undefined;
  let speaker: string | undefined;
  let section: Category | undefined;
  let headers = mail;
  let fence = false;
  let last = '';
  /** Whether the previous line is empty or missing. */
  let apart = true;
  /** Headings of the table whose rows follow. */
  let heads: (Category | undefined)[] = [];

  const close = () => {
    if (block !== undefined && block.end > block.start) layout.blocks.push(block);
    block = undefined;
  };
  const open = (line: Line, from: number, item: boolean, box?: Block['box']) => {
    close();
    block = { start: line.start + from, end: line.end, speaker, section, item, box };
  };

  for (const line of linesOf(text)) {
    const trimmed = line.text.trim();
    if (/^(?:```|~~~)/.test(trimmed)) {
      fence = !fence;
      close();
      continue;
    }
    if (fence) continue;
    if (trimmed === '') {
      // The header block ends at the first empty line.
      if (layout.sender !== undefined || last !== '') headers = false;
      close();
      apart = true;
      continue;
    }
    const alone = apart;
    apart = false;
    const above = last;
    last = trimmed;
    if (isRow(trimmed)) {
      close();
      const below = text.slice(line.end + 1, line.end + 301).split('\n', 1)[0] ?? '';
      if (isRule(below))
        heads = cellsOf(line.text).map((cell) => announced(line.text.slice(cell.start, cell.end)));
      else if (!isRule(line.text))
        for (const cell of sayingIn(line.text, heads, section))
          layout.blocks.push({
            ...{ start: line.start + cell.start, end: line.start + cell.end, section: cell.section },
            ...{ speaker, item: true, box: undefined },
          });
      continue;
    }
    heads = [];
    if (underline.test(trimmed)) {
      const before = block as Block | undefined;
      if (before !== undefined) section = announced(text.slice(before.start, before.end).trim());
      block = undefined;
      continue;
    }
    if (headers) {
      const [, key = '', value = ''] = header.exec(trimmed) ?? [];
      if (key !== '') {
        if (/^from$/i.test(key)) layout.sender = nameIn(value);
        if (/^to$/i.test(key)) layout.recipient = nameIn(value);
        continue;
      }
      headers = false;
    }
    if (mail) {
      if (beginsReply(trimmed, text.slice(line.end + 1, line.end + 81))) break;
      if (trimmed.startsWith('>')) {
        close();
        continue;
      }
      if (trimmed === '--' || closes(trimmed)) {
        close();
        layout.sender ??= /^[\p{Lu}][^\n,]{1,40}$/mu.exec(text.slice(line.end + 1, line.end + 200))?.[0];
        // After a dash line, or a closing with little text below it, only the signature follows.
        const rest = text.slice(line.end + 1, line.end + 1500);
        const quoted = rest.search(/^(?:>|on\b.{4,120}wrote:|-{3,})/im);
        if (trimmed === '--' || (quoted === -1 ? rest.length : quoted) < 300) {
          if (!/^p\.?\s?s\b/im.test(rest.slice(0, 300))) break;
        }
        continue;
      }
      if (greets(trimmed)) {
        layout.recipient ??= /\b(\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)[,!]?$/u.exec(trimmed)?.[1];
        close();
        continue;
      }
    }
    if (spoken && trimmed.startsWith('>')) continue;

    const said = turn.exec(line.text);
    const who = (said?.[1] ?? said?.[2])?.trim();
    if (
      said !== null &&
      who !== undefined &&
      !labels.test(who) &&
      (spoken || names.has(who.toLowerCase())) &&
      (spoken || !bullet.test(line.text))
    ) {
      speaker = who;
      section = undefined;
      open(line, said[0].length, false);
      continue;
    }
    const head = spoken ? turnHead.exec(line.text) : null;
    if (head !== null) {
      close();
      speaker = head[1];
      continue;
    }
    const item = bullet.exec(line.text);
    const body = item === null ? trimmed : line.text.slice(item[0].length).trim();
    const marks = /^(?:#{1,6}\s+|\*\*(?=[^*]+\*\*:?$)|__(?=[^_]+__:?$))/.exec(item === null ? trimmed : body);
    const titled =
      marks !== null ||
      (body.length < 60 &&
        /^[^.!?;,:]+:?$/.test(body) &&
        !spoken &&
        isHeading(
          body,
          text,
          line.end,
          item === null ? (alone ? 'apart' : 'within') : /\d/.test(item[0]) ? 'numbered' : 'item',
        ));
    if (titled) {
      close();
      section = announced(body.replace(/^[#*_\s]+|(?<![*_:\s])[*_:\s]+$/g, ''));
      continue;
    }
    if (item !== null) {
      open(line, item[0].length, true, item[1] === undefined ? undefined : item[1] === ' ' ? 'open' : 'done');
      continue;
    }
    // A line continues the one before if that was long, unfinished, or broken off in the middle of a sentence.
    const current = block as Block | undefined;
    const long = above.length >= 48;
    const broken = !/[.!?:;…]["'”’)\]]*$/.test(above) && (/^[\p{Ll}\p{N}(,]/u.test(trimmed) || long);
    const goesOn = type === 'chat' ? false : broken || (long && type !== 'note');
    if (current !== undefined && goesOn && current.end - current.start < 20_000) current.end = line.end;
    else open(line, line.text.length - line.text.trimStart().length, type === 'note');
  }
  close();
  return layout;
}

/** A short line without a full stop: a title if it ends in a colon, or if it is set apart with more text below. */
function isHeading(
  body: string,
  text: string,
  end: number,
  place: 'apart' | 'within' | 'numbered' | 'item',
): boolean {
  if (body.endsWith(':')) return true;
  const words = body.split(/\s+/);
  if (place === 'item' || words.length > 6 || !/^[\p{Lu}\d]/u.test(body)) return false;
  const below = /^[ \t]*([^\n]*)/.exec(text.slice(end + 1, end + 300))?.[1] ?? '';
  if (place === 'numbered') return words.length <= 6 && below !== '' && !bullet.test(below);
  if (place === 'apart') return below === '' || bullet.test(below) || below.length > 60 || words.length <= 2;
  return words.length <= 3 && bullet.test(below);
}
