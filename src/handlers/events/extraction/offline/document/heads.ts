import type { Known } from './block.ts';
import { isGivenName } from './given-names.ts';
import { linesOf } from './lines.ts';
import { type MessageHead, messageHead, nameOnly, timeOnly } from './message-head.ts';
import { keys, notPeople } from './speakers.ts';

/** Which lines of a text begin a message, as the shape that they share shows: no list of programs that export such texts. */

export type Heads = {
  /** The head that a line is, or begins with; `until`: where it ends, if lines below belong to it. */
  of(line: { start: number; end: number; text: string }): (MessageHead & { until?: number }) | undefined;
  /** How many messages begin with a line of their own. */
  alone: number;
  /** Whether lines begin with the time and the name of a message that they end with. */
  inline: boolean;
};

type Shape = { count: number; alone: boolean; names: Map<string, number> };

const readAt = 120_000;
const least = 3;
/** In a text that is not known for a chat, those who speak come back. */
const leastElsewhere = 4;

/** Of the heads with the most frequent shape. */
const leastShare = 0.1;

/** Of a line that is no more than a head, with its marks. */
const longestAlone = 400;
/** Between a name and its time at most one line is empty. */
const gap = 4;

const stacked = { below: 'N/T', above: 'T/N' } as const;

export function headsOf(text: string, known: Known): Heads {
  const chat = known.type === 'chat' || known.type === 'transcript';
  const shapes = new Map<string, Shape>();
  const count = ({ shape, alone, name }: MessageHead) => {
    const own = shapes.get(shape) ?? { count: 0, alone, names: new Map<string, number>() };
    shapes.set(shape, own);
    own.count += 1;
    own.names.set(name, (own.names.get(name) ?? 0) + 1);
  };
  const stack: (MessageHead & { start: number; until: number })[] = [];
  if (!chat && (known.type === 'email' || !hasTimes(text))) return none;
  const found = new Map<number, MessageHead>();
  let above: { start: number; end: number; text: string; time: boolean } | undefined;
  for (const line of linesOf(text, 0, Math.min(text.length, readAt))) {
    if (line.text.trim() === '') continue;
    const head = chat || line.text.length < longestAlone ? messageHead(line.text) : undefined;
    if (head !== undefined) {
      count(head);
      found.set(line.start, head);
    }
    const time = timeOnly(line.text);
    if (above !== undefined && line.start - above.end <= gap && time !== above.time) {
      const name = head === undefined ? nameOnly(time ? above.text : line.text) : undefined;
      const shape = time ? stacked.below : stacked.above;
      if (name !== undefined)
        stack.push({
          name,
          shape,
          length: line.text.length,
          alone: true,
          time: time ? line.text : above.text,
          start: above.start,
          until: line.end,
        });
    }
    above = { start: line.start, end: line.end, text: head === undefined ? line.text : '', time };
  }
  for (const one of stack) count(one);
  const people = new Set(known.participants);
  const repeated = [...shapes].filter(([, shape]) => isRepeated(shape, chat, people));
  const highest = Math.max(0, ...repeated.map(([, shape]) => shape.count));
  const accepted = new Map(repeated.filter(([, shape]) => shape.count >= highest * leastShare));
  if (accepted.size === 0) return none;
  const pairs = new Map(
    stack.filter(({ shape }) => shape === likelier(accepted)).map((one) => [one.start, one]),
  );
  const isHead = ({ shape, name }: MessageHead) => {
    const own = accepted.get(shape);
    return own !== undefined && isSpeaker(name, own, people, shape);
  };
  return {
    of(line) {
      const pair = pairs.get(line.start);
      if (pair !== undefined && isHead(pair)) return pair;
      const head = line.start < readAt ? found.get(line.start) : messageHead(line.text);
      return head !== undefined && isHead(head) && (chat || (head.alone && !line.text.startsWith('#')))
        ? head
        : undefined;
    },
    inline: [...accepted.keys()].some(
      (shape) => /^\W{0,3}T/.test(shape) && accepted.get(shape)?.alone === false,
    ),
    alone: [...accepted.values()].reduce((sum, { alone, count: own }) => sum + (alone ? own : 0), 0),
  };
}

/** Whether a text has as many times of day as heads would have: few do, and the others are not looked at line by line. */
function hasTimes(text: string): boolean {
  let count = 0;
  for (const _ of text.slice(0, readAt).matchAll(someTime)) {
    count += 1;
    if (count >= leastElsewhere) return true;
  }
  return false;
}
const someTime = /\d[:h]\d\d| ago\b/g;

const none: Heads = { of: () => undefined, alone: 0, inline: false };

/** Whether names stand above their times, or below them. */
const likelier = (accepted: ReadonlyMap<string, Shape>): string =>
  (accepted.get(stacked.above)?.names.size ?? Number.POSITIVE_INFINITY) <
  (accepted.get(stacked.below)?.names.size ?? Number.POSITIVE_INFINITY)
    ? stacked.above
    : stacked.below;

function isRepeated({ count, names }: Shape, chat: boolean, people: ReadonlySet<string>): boolean {
  const persons = [...names.keys()].filter((name) => isPerson(name, people)).length;
  if (persons * 2 < names.size) return false;
  if (chat) return count >= least || names.size >= 2;
  const back = [...names.values()].filter((times) => times > 1).length;
  return count >= leastElsewhere && names.size >= 2 && back * 2 >= names.size;
}

/** In a shape that sentences have as well ("lunch at 10:00"), a speaker is known, or speaks again. */
function isSpeaker(name: string, { names }: Shape, people: ReadonlySet<string>, shape: string): boolean {
  if (keys.test(name) || notPeople.test(name)) return false;
  return (names.get(name) ?? 0) > 1 || people.has(name) || isPerson(name, people) || enclosed.test(shape);
}

/** Where nothing but a name stands: "<N>", "[N]", "**N". */
const enclosed = /[<[]N[>\]]|^\*\*N|^<v N/;

/** By its looks: a handle, or words with capitals. */
function isPerson(name: string, people: ReadonlySet<string>): boolean {
  if (people.has(name)) return true;
  if (keys.test(name) || notPeople.test(name)) return false;
  const words = name.split(' ');
  return (
    words.length === 1 ||
    words.every((word) =>
      /^\p{Lu}|^\p{N}+$|^(?:van|von|de|da|di|del|la|le|der|den|du|bin|al)$/u.test(word),
    ) ||
    isGivenName(words[0] ?? '')
  );
}
