import type { Block } from './block.ts';

/** Field names that exports use for the text of a message, its author, their full name, and its time. */
const says = /^(?:text|content|message|body|parts)$/i;
const names = /^(?:real_?name|full_?name|display_?name)$/i;
const speaks = /^(?:user|user_?name|login|author|from|sender|speaker|name)$/i;
const times = /^(?:ts|time|timestamp|date|created_?at|sent_?at|createdAt)$/i;

/** An object that is being parsed. */
type Frame = {
  key: string;
  under: string;
  full: string | undefined;
  speaker: string | undefined;
  time: string | undefined;
  said: Block[];
};

/** A time as exports write it: ISO 8601, or seconds or milliseconds since 1970. */
function isoOf(value: string): string | undefined {
  if (/^\d{4}-\d\d-\d\d/.test(value)) return value.replace(' ', 'T');
  const number = /^\d{10}(?:\.\d+)?$/.test(value)
    ? Number(value) * 1000
    : /^\d{13}$/.test(value)
      ? Number(value)
      : 0;
  return number > 0 ? new Date(number).toISOString() : undefined;
}

/**
 * Finds the messages of a chat exported as JSON or JSON Lines, each with its speaker, time and position.
 *
 * @returns undefined for any other text.
 */
export function messagesOf(text: string): Block[] | undefined {
  if (!/^\s*(?:\[\s*)?\{\s*"/.test(text)) return undefined;
  const blocks: Block[] = [];
  const frames: Frame[] = [];
  const sign = /[{}"]/g;
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const frame = frames.at(-1);
    if (found[0] === '{') {
      if (frames.length > 200) return undefined;
      frames.push({
        key: '',
        under: frame?.key ?? '',
        full: undefined,
        speaker: undefined,
        time: undefined,
        said: [],
      });
    } else if (found[0] === '}') {
      frames.pop();
      const outer = frames.at(-1);
      if (!frame) continue;
      const speaker = frame.full ?? frame.speaker;
      const iso = frame.time === undefined ? undefined : isoOf(frame.time);
      for (const block of frame.said) {
        block.speaker ??= speaker;
        if (iso !== undefined) block.stamp ??= { iso, from: 'message' };
      }
      if (outer && (speaks.test(frame.under) || /profile$/i.test(frame.under))) outer.full ??= speaker;
      // The contents of a nested object belong to the message.
      if (outer && says.test(frame.under)) outer.said = outer.said.concat(frame.said);
    } else {
      const start = found.index + 1;
      const end = closingQuote(text, start);
      sign.lastIndex = end + 1;
      if (frame === undefined) continue;
      const value = text.slice(start, Math.min(end, start + 200));
      if (/^\s*:/.test(text.slice(end + 1, end + 20))) {
        frame.key = value;
        // Times are often bare numbers.
        const bare = /^\s*:\s*(\d{10,13}(?:\.\d+)?)/.exec(text.slice(end + 1, end + 40))?.[1];
        if (bare !== undefined && times.test(value)) frame.time ??= bare;
      } else if (names.test(frame.key)) frame.full ??= value;
      else if (speaks.test(frame.key)) frame.speaker ??= value;
      else if (times.test(frame.key)) frame.time ??= value;
      else if (says.test(frame.key))
        for (const block of linesIn(text, start, end)) {
          blocks.push(block);
          frame.said.push(block);
        }
    }
  }
  return blocks.length > 0 ? blocks : undefined;
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** The lines of a string value, where `\n` is an escape sequence. */
function* linesIn(text: string, start: number, end: number): Generator<Block> {
  for (let from = start; from < end; ) {
    const mark = text.indexOf('\\n', from);
    const to = mark === -1 || mark > end ? end : mark;
    if (to > from)
      yield {
        kind: 'message',
        start: from,
        end: to,
        path: [],
        speaker: undefined,
        listener: undefined,
        stamp: undefined,
        depth: undefined,
        parent: undefined,
        box: undefined,
        cells: [],
      };
    from = to + 2;
  }
}
