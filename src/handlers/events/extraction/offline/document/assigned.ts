import type { Assigned, Block, DocumentModel } from './block.ts';
import { knownIn, type Names, namesOf } from './owners.ts';

/** Who an item is given to and by when it is due, as the layout says: in brackets, after a key, in fields below it. */

const owner = `(?:(?:persons?|people|part(?:y|ies)) )?(?:in charge|responsible)(?: (?:person|people|party|parties))?|(?:action |task )?owners?|assign(?:ed to|ees?)|dri|poc|point of contact|lead by|led by|action (?:for|by|on)|ai|zuständig(?:e[rn]?)?|verantwortlich(?:e[rn]?)?|bearbeiter(?:in)?|wer|responsables?|reponsables?|resp|pilotes?|porteu(?:r|se)s?|qui|affecté à|assigné à|encargad[oa]s?|a cargo de|asignad[oa] a|quién(?:es)?|quien(?:es)?`;
const due = `due(?: (?:date|by|on))?|deadline|by when|target date|eta|fällig(?: am| bis)?|frist|termin|zu erledigen bis|[ée]ch[ée]ance|date limite|d[ée]lai|fecha l[ií]mite|plazo|vencimiento|para cu[aá]ndo`;

/** "Owner: Ana", as a whole line or after a sentence. */
const ownerKey = new RegExp(
  String.raw`(?:^|[.;!?–—|(\[]|\*)[\s*_]{0,4}(?:${owner})[*_]{0,2} ?[:=][*_]{0,2}\s{0,3}([^.;\n()[\]|]{1,120})`,
  'giu',
);
const onlyOwner = new RegExp(
  String.raw`^[\s*_•+-]{0,8}(?:${owner})[*_]{0,2} ?[:=][*_]{0,2}\s{0,3}(\S.{0,160})$`,
  'iu',
);
const onlyDue = new RegExp(
  String.raw`^[\s*_•+-]{0,8}(?:${due})[*_]{0,2} ?[:=][*_]{0,2}\s{0,3}(\S.{0,120})$`,
  'iu',
);
/** "Due: 22 May", after a sentence. */
const dueKey = new RegExp(
  String.raw`[.!?,–—]\s{1,4}[*_]{0,3}(?:${due})[*_]{0,2} ?[:=][*_]{0,2}\s{0,3}((?:[^.;\n()[\]|]|(?<=(?<!\d{2})\d)\.(?=\d| \p{L})){1,60})`,
  'iu',
);
const dueBehind = new RegExp(String.raw`[,–—]\s{1,4}[*_]{0,3}(?:${due})[*_]{0,2} ?[:=].{0,90}$`, 'iu');

/** Brackets, and what may stand in them before the names. */
const brackets = /[([]([^()[\]]{2,90})[)\]]/gu;
const before =
  /^(?:(?:#\d{1,7}|~?\d{1,3} ?(?:m|min(?:ute)?s?|h|hours?|stunden?|heures?)\.?(?: ?[-–—])?|(?:many )?thanks to|merci à|dank an|gracias a|reported by|ai|action|owners?|assigned to|assignees?|responsible|resp\.?|lead|led by|by|with|done by|zuständig|verantwortlich|macht|von|durch|mit|par|avec|pilote|responsables?|a cargo de|encargad[oa]s?|colaboran?|con|por)(?: ?[:,]|(?=\s))\s*)+/iu;
const certainly = /^(?:ai|owner|action|assign|resp|(?:many )?thanks to|merci à|dank an|gracias a)/i;
/** "-> Ana" at the end of an item, and "**Order the lamps:** Ana". */
const arrow = /(?:->|=>|→|⇒|^\*\*[^*\n]{8,120}:\*\*)\s*([^\n]{2,60})$/u;

const longest = 600;

/** Who the words of a block say it is given to. */
function ownWords(text: string, known: ReadonlySet<string>): Assigned | undefined {
  const body = text.slice(0, longest);
  const found: { names: Names; by: Assigned['by'] }[] = [];
  for (const [, value = ''] of body.matchAll(ownerKey)) {
    const names = namesOf(value.replace(dueBehind, ''), known, true);
    if (names !== undefined) found.push({ names, by: 'key' });
  }
  if (found.length === 0)
    for (const { 0: all, 1: value = '', index } of body.matchAll(brackets)) {
      // A link's words are not in brackets of their own.
      if (body[index + all.length] === '(') continue;
      const whole = value.replace(/\s+/g, ' ').trim();
      const inner = whole.replace(before, '');
      const names = namesOf(inner, known, inner !== whole && certainly.test(whole));
      if (names !== undefined && (index > 0 || body.length > all.length + 8))
        found.push({ names, by: 'bracket' });
    }
  if (found.length === 0) {
    const value = arrow.exec(body)?.[1];
    const names = value === undefined ? undefined : namesOf(value.replace(/^[([]|[)\]]$/g, ''), known, false);
    if (names !== undefined) found.push({ names, by: 'arrow' });
  }
  const [first] = found;
  if (first === undefined) return undefined;
  const last = first.by === 'key' ? first : (found.at(-1) ?? first);
  return { owners: last.names.names, everyone: last.names.everyone, by: last.by };
}

/** Whether a sentence of a block says no more than who it is given to or by when it is due. */
export function isField(sentence: string, { assigned, dueText }: Block): boolean {
  const words = sentence.slice(0, 300).replace(/[.!]$/, '');
  if (dueText !== undefined && onlyDue.exec(words)?.[1]?.startsWith(dueText)) return true;
  const who = assigned?.by === 'key' ? onlyOwner.exec(words)?.[1] : undefined;
  return who !== undefined && namesOf(who.replace(dueBehind, ''), new Set(), true) !== undefined;
}

/** "Presented by: Ana", as a whole line of a section: what the section says is hers. */
const ofSection =
  /^[\s*_•+-]{0,8}(?:presented|proposed|moved|submitted|raised|suggested|brought) by[*_]{0,2} ?[:=][*_]{0,2}\s{0,3}(\S.{0,160})$/iu;

/** How far below an item its fields may begin. */
const reach = 12;

/**
 * Notes on items, rows and short paragraphs who they are given to. Lines that say nothing else ("Owner: Ana") belong to
 * the item above them, and are no blocks of their own.
 */
export function assign(text: string, model: DocumentModel): void {
  const known = knownIn(model);
  const kept: Block[] = [];
  for (const block of model.blocks) {
    const words = text.slice(block.start, Math.min(block.end, block.start + longest));
    const isField =
      (block.kind === 'item' || block.kind === 'field' || block.kind === 'paragraph') &&
      block.cells.length === 0;
    const who = isField ? onlyOwner.exec(words)?.[1] : undefined;
    const day = isField ? onlyDue.exec(words)?.[1] : undefined;
    const section = isField ? ofSection.exec(words)?.[1] : undefined;
    const presented = section === undefined ? undefined : namesOf(section, known, true);
    if (presented !== undefined) block.path.at(-1)?.owners.push(...presented.names);
    const above = who === undefined && day === undefined ? undefined : itemAbove(kept, block);
    if (above !== undefined) {
      const names = who === undefined ? undefined : namesOf(who, known, true);
      if (names !== undefined) above.assigned = { owners: names.names, everyone: names.everyone, by: 'key' };
      if (day !== undefined) above.dueText = day;
      if (names !== undefined || day !== undefined) continue;
    }
    kept.push(block);
    if (block.kind === 'message' || block.kind === 'quoted') continue;
    block.assigned = ownWords(words, known);
    if (block.kind === 'item' || block.assigned?.by === 'key') block.dueText ??= dueKey.exec(words)?.[1];
  }
  model.blocks = kept;
}

/** The block that a field speaks of: the item that it is nested in, or the first of those above it on its level. */
function itemAbove(kept: readonly Block[], field: Block): Block | undefined {
  const section = field.path.at(-1);
  for (let at = kept.length - 1; at >= 0 && at >= kept.length - reach; at -= 1) {
    const block = kept[at];
    if (block === undefined || block.path.at(-1) !== section) return undefined;
    if (field.kind === 'item' ? (block.depth ?? 0) < (field.depth ?? 0) : (block.depth ?? 0) === 0)
      return block;
  }
  return undefined;
}
