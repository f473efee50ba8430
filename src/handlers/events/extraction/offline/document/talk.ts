import type { Known } from './block.ts';
import { spokenBehindDash } from './dashed.ts';
import { isGivenName } from './given-names.ts';
import { announces } from './headings.ts';
import { headsOf } from './heads.ts';
import { type Line, linesOf } from './lines.ts';
import { closing, isNotice } from './logs.ts';
import { headOfMessage, isTimeOfCue, turnOf } from './messages.ts';
import type { Reading, Talk } from './reading.ts';
import { type ChatLog, createChatLog, goesOn, isScribe, relays } from './relayed.ts';
import { commentHead, headOfTurn, isNobody, type Turn, turnIn } from './speakers.ts';
import { trailing } from './visible.ts';

const enough = 3;

/** Looks at the first lines for names before colons. */
export function isTalk(text: string, known: Known): Talk {
  const typed = known.type === 'chat' || known.type === 'transcript';
  const counts = new Map<string, number>();
  let lines = 0;
  let timed = 0;
  let tags = 0;
  let handles = 0;
  const log: ChatLog = createChatLog();
  const heads = headsOf(text, known);
  let speaker: string | undefined;
  for (const line of linesOf(text, 0, Math.min(text.length, 40_000))) {
    const head = heads.of(line);
    if (head?.alone) {
      speaker = head.name;
      continue;
    }
    const turn = head === undefined ? turnIn(line.text) : turnOf(head);
    if (line.text.trim() !== '') lines += 1;
    if (speaker !== undefined && turn?.tag !== true) log.add(speaker, line.text);
    if (turn === undefined) continue;
    if (turn.clock !== undefined || turn.tag) timed += 1;
    if (turn.tag) {
      tags += 1;
      log.add(turn.name, line.text.slice(turn.length));
    } else if (atHandle.test(line.text)) handles += 1;
    const low = turn.name.toLowerCase();
    counts.set(low, (counts.get(low) ?? 0) + 1);
  }
  const chat = typed || (timed > 5 && timed * 2 > lines);
  const names = new Set(known.participants.map((name) => name.toLowerCase()));
  for (const [name, count] of counts) if (count >= enough) names.add(name);
  return { chat, tagged: tags >= enough && tags * 2 > lines, handles: handles >= enough, names, log, heads };
}

const atHandle = /^[ \t]*@[\p{L}\p{N}]/u;

/** One word, or words that are all capitalised. */
const isName = (name: string): boolean =>
  announces(name) === undefined &&
  name.split(' ').every((part, _, all) => all.length === 1 || /^\p{Lu}/u.test(part));

/** "**Interpretation:**" in every section is a key. */
const isBoldName = (name: string): boolean =>
  !/(?:tions?|sions?|ciones|ción|sión|ungen|ung|heit|keit|ments?|miento|dad|ness|tät|ados?|adas?)$/i.test(
    name,
  ) && name.split(' ').every((part, at) => at === 0 || !/^\p{Ll}{4}/u.test(part));

/** A sentence or a heading may end in a colon as well: "They will say: …", "Community attendance:". */
const named = (name: string, talk: Talk): boolean =>
  talk.names.has(name.toLowerCase()) ||
  (announces(name) === undefined &&
    name
      .split(' ')
      .every(
        (part, _, all) =>
          all.length === 1 || /^\p{Lu}|^(?:van|von|de|da|di|del|la|le|der|den|du|bin|al|\d+)$/u.test(part),
      ));

/** Those present are named at the beginning. */
const mostPresent = 300;

/** Whether a name is the first one of a single known person. */
function isShortFor(name: string, names: ReadonlySet<string>): boolean {
  const start = `${name.toLowerCase()} `;
  let looked = 0;
  let found = 0;
  for (const one of names) {
    looked += 1;
    if (looked > mostPresent || found > 1) break;
    if (one.toLowerCase().startsWith(start)) found += 1;
  }
  return found === 1;
}

const isPassedOn = (talk: Talk, nick: string, name: string): boolean =>
  (talk.names.has(name.toLowerCase()) || (isScribe(talk.log, nick) && named(name, talk))) &&
  relays(talk.log, nick, name);

const isTurn = ({ talk, known, build }: Reading, turn: Turn, line: string): boolean => {
  if (talk.tagged && !turn.tag) return false;
  // Within a message, a name before a colon is whom it answers, unless a scribe writes what that one says.
  if (talk.heads.alone >= enough && !turn.tag && build.speaker !== undefined)
    return isPassedOn(talk, talk.head ?? build.speaker, turn.name);
  if (talk.chat) return turn.tag || turn.clock !== undefined || named(turn.name, talk);
  if (announces(turn.name) !== undefined && !/^@/.test(line)) return false;
  const bulleted = /^[ \t]*[-*•][ \t]/.test(line);
  if (turn.tag || turn.clock !== undefined) return !bulleted || talk.names.has(turn.name.toLowerCase());
  // Where several "@ana: …" speak, so does another.
  if (talk.handles && /^@/.test(line)) return true;
  if (!talk.names.has(turn.name.toLowerCase())) return false;
  if (known.participants.some((name) => name.toLowerCase() === turn.name.toLowerCase())) return !bulleted;
  // Those present are called by their first names.
  if (!bulleted && isShortFor(turn.name, build.model.names)) return true;
  // In prose, a name before a colon is a speaker only if it looks like one.
  return (
    !bulleted &&
    ((/^\*\*|^@/.test(line) && isBoldName(turn.name)) ||
      /^\p{Lu}{2,4}$/u.test(turn.name) ||
      (/ /.test(turn.name) && turn.name.split(' ').every((part) => /^\p{Lu}/u.test(part))))
  );
};

const isPersonal = ({ talk, build }: Reading, name: string, line: string): boolean =>
  line.includes('@') ||
  talk.names.has(name.toLowerCase()) ||
  build.model.names.has(name) ||
  isGivenName(name.split(' ')[0] ?? '');

/** Reads a line that names who speaks; true when that is all there is to it, or a message has begun. */
export function spoken(reading: Reading, line: Line): boolean {
  const { build, talk } = reading;
  if (isNotice(line.text)) {
    build.close();
    return true;
  }
  if (isTimeOfCue(reading, line)) {
    build.close();
    return true;
  }
  const { dayFirst } = build.model;
  const message = headOfMessage(reading, line);
  if (message === 'read') return true;
  if (talk.relayed?.scribe === talk.head && talk.relayed !== undefined && goesOn.test(line.text))
    build.says(talk.relayed.speaker, undefined);
  const turn = message ?? turnIn(line.text, dayFirst);
  if (turn !== undefined && isTurn(reading, turn, line.text)) {
    // A scribe or a bridge to another room passes on what others say.
    const relayed = turn.tag ? turnIn(line.text.slice(turn.length), dayFirst) : undefined;
    const named = relayed !== undefined && isName(relayed.name) ? relayed : undefined;
    const length = turn.length + (named?.length ?? 0);
    // In other logs, "ana: yes" answers ana.
    const inner = named !== undefined && relays(talk.log, turn.name, named.name) ? named : undefined;
    const answered = inner === undefined ? named?.name : undefined;
    const topic = /^(?:#topic|topic:|subtopic:|agendum \d+)\s+(.{2,120})$/i.exec(
      line.text.slice(length).trim(),
    )?.[1];
    if (topic !== undefined) {
      build.heading(7, topic);
      return true;
    }
    // "... and so on": the scribe goes on with what was relayed before.
    const more = turn.tag && inner === undefined && goesOn.test(line.text.slice(length));
    const relaying = more && talk.relayed?.scribe === turn.name ? talk.relayed.speaker : undefined;
    if (!turn.tag && talk.head !== undefined) talk.relayed = { scribe: talk.head, speaker: turn.name };
    if (inner !== undefined) talk.relayed = { scribe: turn.name, speaker: inner.name };
    const speaker = inner?.name ?? relaying ?? turn.name;
    build.says(!turn.tag && isNobody(speaker, line.text.slice(length)) ? undefined : speaker, turn.iso);
    if (answered !== undefined) build.previous = answered;
    build.sectional = !talk.chat && !turn.tag && turn.clock === undefined;
    const end =
      line.end -
      (message === undefined ? closing(line.text) : Math.max(closing(line.text), trailing(line.text)));
    if (line.start + length < end && length < line.text.trimEnd().length)
      build.open(line.start + length, end, 'message');
    return true;
  }
  if (spokenBehindDash(reading, line)) return true;
  // A single message shows no shape that is repeated.
  const single = talk.chat && talk.heads.alone === 0 && !talk.heads.inline;
  const head = single ? headOfTurn(line.text) : undefined;
  if (head !== undefined) {
    build.says(head, undefined);
    return true;
  }
  const comment = commentHead(line.text, dayFirst);
  if (comment === undefined || (!reading.apart && !/^[#*>-]/.test(line.text))) return false;
  // "- Dry Run - Monday, 7 Oct 2024" is an item of a list.
  if (comment.verb === '' && (!/^[#*@[-]/.test(line.text) || /^[*-]\s/.test(line.text)) && !talk.chat)
    return false;
  // A dated heading is by somebody only if it names a person.
  if (comment.verb === '' && line.text.startsWith('#') && !isPersonal(reading, comment.name, line.text))
    return false;
  build.says(comment.name, comment.iso);
  build.sectional = false;
  return true;
}
