import { isTimeAlone, timing } from './timing.ts';
import { isElement, type Visible, visible } from './visible.ts';

/** The head of a message as chats, threads and calls are exported: a name and a time, whatever stands around them. */

/** `shape`: what stands around name and time; heads of one export have the same. */
export type MessageHead = {
  name: string;
  shape: string;
  /** Letters of the line before the words; all of it where they stand below. */
  length: number;
  alone: boolean;
  /** What says the time. */
  time: string;
};

const word = String.raw`[\p{L}\p{N}_~][\p{L}\p{M}\p{N}_.'’|-]{0,38}`;
const named = String.raw`[@~+%&]?(?:\p{L}|[_~\p{N}](?=[\p{L}\p{M}\p{N}_.'’|-]{0,38}\p{L}))[\p{L}\p{M}\p{N}_.'’|-]{0,38}(?: ${word}){0,3}`;
/** What may stand beside a name: "(she/her)", "[Bot]", "APP", "#1234", "wrote". */
const aside = String.raw`(?:#\d{4}|:[\p{L}\p{N}.-]{2,60}| {0,2}\([^()\n]{1,60}\)| {1,2}\[[^\][\n]{1,40}\]| {1,2}(?:APP|BOT|OP|MOD|[Aa]pp|[Bb]ot)(?= |$)| {1,2}(?:said|wrote|says|writes|posted|commented|replied|schrieb|sagte?|a écrit|escribió|dijo)\b)`;
const to = String.raw` {1,4}(?:[Tt]o|an|à|a|para) {1,4}[^:\n]{1,60}?`;
const via = '(?:(?:[Ff]rom|[Vv]on|[Dd]e) {1,4})?';
const space = String.raw`[ \t]{0,9}`;
const edge = String.raw`[ \t[(<{|·•—–,;:>\])}_-]{0,9}`;
/** T stands for a time. */
const T = '\u0001';

const nameFirst = new RegExp(
  `^${edge}(${named})${aside}{0,3}${edge}(?:at |on )?${T}(${edge}(?:edited)?${edge})$`,
  'u',
);
const timeFirst = new RegExp(`^${edge}${T}${edge}${via}(${named})${aside}{0,3}(?:${to})?(${edge})$`, 'u');
const nameAlone = new RegExp(`^${space}(${named})${aside}{0,2}${space}$`, 'u');

/** With words behind it: the name ends with a bracket, a colon, a tab, a bar. */
const entries = [
  new RegExp(String.raw`^${edge}(?:${T}${edge})?<[@+%&~ ]?(${named})(?::[\p{L}\p{N}.-]{2,60})?>:?[ \t]`, 'u'),
  new RegExp(
    String.raw`^[[({]?${T}[\])}]?${space}[-–—|]?${space}[[({]{1,2}[@+%&~ ]?(${named})[\])}]{1,2}:?[ \t]`,
    'u',
  ),
  new RegExp(
    String.raw`^${edge}${T}${edge}${via}(${named})${aside}{0,2}(?:${to})?[ \t]{0,4}(?::|[|»›>]|\t|[-–—] )[ \t]{0,9}(?=[^ \t])`,
    'u',
  ),
  new RegExp(
    String.raw`^${space}(?:[-•+] {1,4})?(${named})${aside}{0,2}${edge}${T}${edge}(?<=[:>|\]) \t])(?:[:>|\t]|(?<=[\])]:?) )[ \t]{0,9}(?=[^ \t])`,
    'u',
  ),
  new RegExp(String.raw`^${space}<v(?:\.[\p{L}\p{N}_-]{1,20}){0,3} ([^<>]{1,60})>`, 'u'),
];

const most = 220;
/** A name between brackets, or what may be a time. */
const hasHead =
  /[<]|&lt;|\d[:h/.-]\d|\d ?[ap]m\b|\d{1,2}(?:st|nd|rd|th|\.)? [a-zà-ÿ]{3}|[a-zà-ÿ]{3}\.? \d|\b(?:ago|vor|il y a|hace|today|yesterday|heute|gestern|aujourd['’]hui|hier|hoy|ayer|[a-zà-ÿ]{3,8}(?:day|tag|di|nes)|mittwoch)\b/i;

/** The head of a message that a line may be, or begin with. */
export function messageHead(line: string): MessageHead | undefined {
  if (!hasHead.test(line.slice(0, 300))) return undefined;
  const seen = visible(line);
  const first = timing.exec(seen.text.slice(0, most));
  const text =
    first === null
      ? seen.text
      : `${seen.text.slice(0, first.index)}${T}${seen.text.slice(first.index + first[0].length)}`;
  const time = first?.[0] ?? '';
  if (first !== null && text.length < 120) {
    const [whole, name] = nameFirst.exec(text) ?? timeFirst.exec(text) ?? [];
    if (whole !== undefined && name !== undefined)
      return headOf(line, text, name, { time, length: line.length, alone: true });
  }
  for (const entry of entries) {
    const [whole, name] = entry.exec(text.slice(0, most)) ?? [];
    if (whole === undefined || name === undefined || isElement(name)) continue;
    // The letters that the time stands for are counted again.
    const length = whole.length + (whole.includes(T) ? time.length - 1 : 0);
    return headOf(line, whole, name, {
      time: whole.includes(T) ? time : '',
      length: endOf(seen, length),
      alone: false,
    });
  }
  return undefined;
}

const endOf = ({ to: ends }: Visible, length: number): number => ends[length - 1] ?? 0;

function headOf(
  line: string,
  text: string,
  name: string,
  more: Pick<MessageHead, 'time' | 'length' | 'alone'>,
): MessageHead {
  const marks = /^[^\p{L}\p{N}]{0,20}/u.exec(line)?.[0].replace(/[^*_#]/g, '') ?? '';
  const around = text
    .replace(name, 'N')
    .replaceAll(T, 'T')
    .replace(/(?<=[<[(])[@+%&~ ](?=N)|\((?![TN]\))[^()]{0,60}\)|#\d{4}/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return { name: bare(name), shape: `${marks}${around}`, ...more };
}

/** A nick without the sign of its rank, and what programs write behind it. */
const bare = (name: string): string =>
  name
    .replace(/^[@~+%&]/, '')
    .replace(behind, '')
    .replace(/^_(.{1,60})_$/, '$1')
    .trim();
const behind =
  /(?: {1,4}(?:to|an|à|a|para) (?:everyone|alle|tous|todos)| (?:APP|BOT|said|wrote|says|writes|posted|commented|replied|schrieb|sagte?|a écrit|escribió|dijo))$/i;

/** A line that may be a name whose time stands on the line below or above. */
export function nameOnly(line: string): string | undefined {
  if (line.length > 160) return undefined;
  const name = nameAlone.exec(visible(line).text)?.[1];
  return name === undefined ? undefined : bare(name);
}
export const timeOnly = (line: string): boolean =>
  line.length < 160 &&
  /\d[:h/.-]\d|\d ?[ap]m|today|yesterday|ago|\d [a-zà-ÿ]{3}|[a-zà-ÿ]{3} \d/i.test(line) &&
  isTimeAlone(visible(line).text);
