import type { DocumentModel } from './block.ts';
import { fullDate } from './dates.ts';
import { header, nameIn } from './mail.ts';
import { attends, authorsIn, namesInList } from './names.ts';

/** Fields that tell about the whole document, wherever it is laid out: a mail's header, front matter, a record's head. */

const keyed = /^[\s*•+-]*[*_]{0,2}([\p{L}][\p{L} ()/-]{1,28}?)[*_]{0,2}[ \t]?:[*_]{0,2}[ \t]+(\S.*)$/u;
const who =
  /^(?:author|authors|from|sender|von|de|auteur|autor|autora|written by|scribe|minutes by|reported by|reporter)$/i;
const whom = /^(?:to|an|à|para)$/i;
const when =
  /^(?:date|dated|sent|datum|gesendet|fecha|enviado|envoyé|created|meeting date|date of meeting|published|last updated|updated|on|decided(?: on)?|incident date|day)$/i;
/** The day of a record itself, not of its file, in the head of the text. */
const ofRecord = /^(?:date|dated|datum|fecha|meeting date|date of meeting|decided(?: on)?|incident date)$/i;
/** What says of which day a text is, with that day and nothing else: "Status: 14 March 2025", "As of 14 March 2025". */
const asOf =
  /^[\s*_(•+-]{0,8}(?:(?:status|state) ?:|(?:status )?as of|stand(?: vom)?|(?:état|situation) (?:au|:)|estado ?:|a fecha de)[\s:*_]{1,6}$/i;
const headBlocks = 6;
const decided =
  /^(?:deciders?|decided by|decision[- ]makers?|approvers?|approved by|entscheider|entschieden von|décideurs?)$/i;
const present =
  /^(?:present|attendees?|attending|attendance|participants?|members present|in attendance|roll ?call|anwesend|teilnehmer(?:innen|:innen)?|présents?|participants|asistentes|presentes|chair|facilitator|leiter(?:in)?|leitung|protokoll|vorsitz|moderator|host|scribe|note ?taker|minutes|protokollführung)$/i;
const absent =
  /^(?:absent|apologies|regrets|excused|invited|cc|distribution|entschuldigt|abwesend|excusés?|absents?|ausentes|guests?|observers?)$/i;
/** Fields that no reader retells as an event. */
const routine =
  /^(?:to|cc|bcc|from|subject|date|time|place|location|venue|room|zoom|dial-in|recording|video|slides|agenda|url|link|links|license|version|id|number|tags?|labels?|keywords|category|categories|type|title|template|duration|next meeting|quorum|message-id|in-reply-to|references|list-\w+|ort|zeit|raum|betreff|lieu|heure|objet|lugar|hora|asunto|layout|author|authors|reviewers?|discussion|discussions-to|created|updated|last updated|requires|champions?|component|priority|severity|environment|os|reporter|milestone)$/i;

export type Field = { key: string; value: string; kind: 'head' | 'other' };

/**
 * Reads a line as a field of the document's head.
 *
 * @returns undefined when it is not a field; `head` when its value says nothing that could be an event.
 */
export function fieldOf(model: DocumentModel, line: string): Field | undefined {
  const found = keyed.exec(line.slice(0, 1000));
  const key = found?.[1]?.trim() ?? '';
  const value = found?.[2]?.trim() ?? '';
  if (key === '' || key.split(' ').length > 3) return undefined;
  const other: Field = { key, value, kind: 'other' };
  const head: Field = { key, value, kind: 'head' };
  if (when.test(key)) {
    const iso = fullDate(value, model.dayFirst)?.iso;
    if (iso === undefined) return other;
    if (model.blocks.length < headBlocks && ofRecord.test(key)) model.held ??= iso;
    if (model.date === undefined || !/updated/i.test(key)) model.date ??= iso;
    return head;
  }
  if (decided.test(key)) {
    model.deciders = namesInList(value);
    for (const name of model.deciders) model.names.add(name);
    return head;
  }
  if (present.test(key) || absent.test(key)) {
    if (value.split(/\s+/).length > 60) return other;
    attends(model, value);
    return head;
  }
  if (who.test(key)) {
    const [name] = authorsIn(nameIn(value)?.replace(/^@/, '') ?? '').filter((one) => one !== '');
    if (name !== undefined && name.length < 60) {
      model.sender ??= name;
      model.names.add(name);
    }
    if (/^aut/i.test(key)) for (const one of namesInList(value)) model.names.add(one);
    return head;
  }
  if (whom.test(key)) {
    const name = nameIn(value);
    if (name !== undefined) model.recipient ??= name;
    return head;
  }
  return routine.test(key) && value.split(/\s+/).length < 12 ? head : other;
}

/** Reads a line that says of which day the text is, and nothing else; true when it does. */
export function isDated(model: DocumentModel, line: string): boolean {
  const day = line.length < 80 ? fullDate(line) : undefined;
  if (day === undefined || !asOf.test(line.slice(0, day.start)) || /\p{L}/u.test(line.slice(day.end)))
    return false;
  if (model.blocks.length < headBlocks) model.held ??= day.iso;
  model.date ??= day.iso;
  return true;
}

/** A line of a mail's header. */
export function mailHeader(line: string): { key: string; value: string } | undefined {
  const [, key, value = ''] = header.exec(line.slice(0, 500)) ?? [];
  return key === undefined ? undefined : { key: key.toLowerCase(), value };
}
