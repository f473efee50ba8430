import { fullDate } from './dates.ts';
import { plain } from './lines.ts';
import { entryIn } from './logs.ts';
import { isElement } from './visible.ts';

/** Lines that say who speaks: in chats, logs of IRC, transcripts, threads of comments. */

const stamp = String.raw`\[?\(?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?:\s?[aApP]\.?[mM]\.?|Z)?\)?\]?`;
const date = String.raw`\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4},?[T ]?`;
const name = String.raw`(?:[\p{Lu}][\p{L}\p{M}.'’-]*(?:[ ]+(?:[\p{L}][\p{L}\p{M}.'’-]*|\d+)){0,3}|[\p{L}_][\p{L}\p{N}._|\[\]-]{1,30})`;
/** `[10:02] Ana: …`, `Ana (10:02): …`, `Ana 10:02: …`, `10:02 <ana> …`, `**Ana:** …`, `- Ana: …`. */
const turn = new RegExp(
  String.raw`^[ \t]*(?:[-*•][ \t]+)?(?:\[?(?:${date})?${stamp}(?:\s{0,9}(?:UTC|Z|[-–])?\s{0,9}${stamp})?\]?[ \t]{0,9}[-–|]?[ \t]{0,9})?(?:\*{0,2}\\?<[@+ ]?([^<>\n\\]{1,40})\\?>\*{0,2}[ \t]+|[*_]{0,2}@?(${name})[*_]{0,2}(?:[ \t]{0,9}[[(][^\])\n]{1,40}[\])])?(?:[ \t]{1,9}(?:${date})?${stamp})?[ \t]{0,9}[*_]{0,2}:[*_]{0,2}(?:[ \t]+|$))`,
  'u',
);
/** `Ana Lopez  10:02 AM` alone on a line, the message below. */
const turnHead = new RegExp(
  String.raw`^[ \t]*(${name})[ \t]{1,4}(?:[-–|,][ \t]*)?\[?(?:${date})?${stamp}\]?[ \t]*$`,
  'u',
);
/** Keys before a colon that are not people. */
export const keys =
  /^(?:re|fwd?|note|notes|nb|ps|p\.s|subject|date|time|place|location|present|attendees|participants|absent|apologies|regrets|chair|scribe|agenda|summary|background|context|status|todo|to do|idea|question|answer|q|a|example|warning|decisions?|agreed|resolved|resolution|proposed|actions?|action items?|ai|info|link|topic|motion|next steps?|risks?|issues?|problems?|blockers?|changes?|updates?|feedback|commitments?|done|completed|open|owner|stakeholders?|budget|scope|deadline|due|minutes|title|overall|https?|e\.g|i\.e|entscheidung|beschluss|aufgabe|termin|datum|ort|thema|hinweis|status|problem|risiko|décision|action|remarque|date|lieu|objet|sujet|decisión|acuerdo|acción|nota|fecha|lugar|tema|fixed|added|changed|removed|deprecated|security|fixes|closes|refs?|prs?|mrs?|pull requests?|statut|estado|ist|soll|haben|see|tl;?dr|impact|root cause|resolution|detection|result|outcome|consensus|conclusion|conclusions|rationale|reason|version|type|priority|severity|component|reporter|assignee|labels?|milestone|actions? (?:taken|planned|required)|(?:key )?results?|yes|no|abstain(?:ed|s)?|abstentions?|for|against|in favou?r|ja|nein|enthaltung(?:en)?|dafür|dagegen|ergebnis|antrag|pour|contre|votes?|votación|a favor|en contra|alternatives?|center|alert|tip|important|utc|gmt|[cew]es?t|mes?z|[ecmp][sd]t|bst|jst|aes?t)$/i;

const everyone = /^(?:all|everyone|everybody|alle|tous|toutes|todos|todas)$/i;
const group =
  /^(?:(?:the )?(?:team|group|committee|board)|(?:das )?team|gruppe|(?:l['’])?équipe|(?:el )?equipo)$/i;
const label = /^[*_]{0,2}(\p{L}[\p{L} ]{0,24})[*_]{0,2}:/u;

/** "Everyone: …" names whom it is for, and "Team: Decision: …" which kind of entry it is: nobody speaks. */
export const isNobody = (name: string, words: string): boolean =>
  everyone.test(name) || (group.test(name) && keys.test(label.exec(words)?.[1] ?? ''));

export type Turn = {
  name: string;
  length: number;
  iso: string | undefined;
  clock: string | undefined;
  tag: boolean;
};

/** A line that begins a turn; `length` is where the words start. */
export function turnIn(line: string, dayFirst = false): Turn | undefined {
  const entry = entryIn(line);
  if (entry !== undefined) {
    const { head, name } = entry;
    const clock = /\d{1,2}:\d\d/.exec(head)?.[0];
    return /^[\p{L}_]/u.test(name)
      ? { name, length: head.length, iso: fullDate(head, dayFirst)?.iso, clock, tag: true }
      : undefined;
  }
  const said = turn.exec(line.slice(0, 400));
  const who = (said?.[1] ?? said?.[2])?.trim();
  if (said === null || who === undefined || keys.test(who) || (said[1] !== undefined && isNoNick(who)))
    return undefined;
  const head = said[0];
  return {
    name: who,
    length: head.length,
    iso: fullDate(head, dayFirst)?.iso,
    clock: /\d{1,2}:\d\d/.exec(head)?.[0],
    tag: said[1] !== undefined,
  };
}

/** What stands between angle brackets and is nobody's name: elements of HTML, addresses. */
const isNoNick = (name: string): boolean =>
  /^[/!?]/.test(name) || /[="]/.test(name) || /(?:@| at )[\w-]{1,40}\./.test(name) || isElement(name);

/** Who speaks, by a line with a name and the time of day. */
export const headOfTurn = (line: string): string | undefined => turnHead.exec(line.slice(0, 200))?.[1];

const weekdays =
  /(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)(?!\p{L})|(?<!\p{L})(?:mon|tues?|wed|thur?s?|fri|sat|sun|mo|di|mi|do|fr|sa|so)(?:\.,?|,)(?=\s|$)/giu;

/** Words of dated lines that are not by anyone. */
export const notPeople =
  /(?:sitzung|treffen|versammlung|protokoll|termin)\b|\b(?:meeting|minutes|modified|updated|edited|created|released?|version|report|update|notes|call|sync|status|agenda|session|réunion|séance|compte|reunión|acta|incident|outage|summary|log|published|deadline|proposed|accepted|decided|review date|last|next|due|workshop|conference|week(?:ly)?|monthly|q[1-4])\b/i;

const said =
  /\b(?:commented|comment(?: by)?|wrote|writes|replied|reply(?: by)?|said|opened(?: this)?(?: issue| pull request)?|posted(?: by)?|description|review|reviewed|approved(?: these changes)?|requested changes|created|asked|merged|closed(?: this)?|authored|message from|from|by|on|at|edited|hat geschrieben|schrieb|kommentierte|a écrit|a commenté|escribió|comentó)\b/giu;

/** `### @ana commented on 2026-05-03 10:00`, `**Ana Lopez** (3 May 2026):`: the head of a comment below it. */
export function commentHead(
  line: string,
  dayFirst = false,
): { name: string; iso: string; verb: string } | undefined {
  if (line.length > 600) return undefined;
  // The address of a link may be longer than its words.
  const words = line.replace(/\[([^\][]{1,160})\]\([^()\n]{1,400}\)/g, '$1');
  return words.length > 160 ? undefined : headIn(words, dayFirst);
}

function headIn(line: string, dayFirst: boolean): { name: string; iso: string; verb: string } | undefined {
  const found = fullDate(line, dayFirst);
  if (found === undefined) return undefined;
  // "Start date: 2026-05-03" is a field.
  if (/\p{L}[*_]{0,2}\s*:[*_]{0,2}\s*$/u.test(line.slice(0, found.start))) return undefined;
  // So is "Date: Tuesday, 5 May 2026".
  if (keys.test(/^[^\p{L}@]{0,8}(\p{L}[\p{L} ]{1,24}?)[*_ ]{0,4}:/u.exec(line)?.[1] ?? '')) return undefined;
  const rest = `${line.slice(0, found.start)} ${line.slice(found.end)}`;
  const verb = said.exec(rest)?.[0]?.toLowerCase() ?? '';
  said.lastIndex = 0;
  if (verb === '' && /^#\s/.test(line)) return undefined;
  const bare = plain(rest.replace(said, ' '))
    .replace(/\b\d{1,2}:\d\d(?::\d\d)?\b|\b(?:UTC|GMT|CET|CEST|[ECP][SD]T|AM|PM|Z)\b|[+-]\d{4}\b/g, ' ')
    .replace(
      /\b(?:author|member|contributor|collaborator|owner|maintainer|issue|pull request|comment)\b/gi,
      ' ',
    )
    .replace(weekdays, ' ')
    .replace(/[[\](){}<>|,;:—–·•#*_`]/g, ' ')
    .replace(/^\s*\d{1,3}\s|\s-+\s|\s-+$/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const handle = /^@?([\p{L}_][\p{L}\p{N}_.-]{1,38})$/u.exec(bare)?.[1];
  const full =
    /^@?(\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|van|von|de|da|di|del|la|le|der|den|du|bin|al)){1,3})$/u.exec(
      bare,
    )?.[1];
  const name = full ?? (handle !== undefined && (verb !== '' || line.includes('@')) ? handle : undefined);
  return name === undefined || keys.test(name) || notPeople.test(name) || / (?:and|und|et|y) /.test(name)
    ? undefined
    : { name, iso: found.iso, verb };
}
