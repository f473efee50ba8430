import type { Block } from './block.ts';

/** Field names that exports use for the text of a message, and for its author. */
const says = /^(?:text|content|message|body|parts)$/i;
const speaks = /^(?:user|user_?name|author|from|sender|speaker|name|display_?name)$/i;

/** An object that is being parsed. */
type Frame = { key: string; under: string; speaker: string | undefined; said: Block[] };

/**
 * Finds the messages of a chat exported as JSON or JSON Lines, each with its speaker and position.
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
      frames.push({ key: '', under: frame?.key ?? '', speaker: undefined, said: [] });
    } else if (found[0] === '}') {
      frames.pop();
      const outer = frames.at(-1);
      if (!frame) continue;
      for (const block of frame.said) block.speaker ??= frame.speaker;
      if (outer && speaks.test(frame.under)) outer.speaker ??= frame.speaker;
      // The contents of a nested object belong to the message.
      if (outer && says.test(frame.under)) outer.said = outer.said.concat(frame.said);
    } else {
      const start = found.index + 1;
      const end = closingQuote(text, start);
      sign.lastIndex = end + 1;
      if (frame === undefined) continue;
      const value = text.slice(start, Math.min(end, start + 200));
      if (/^\s*:/.test(text.slice(end + 1, end + 20))) frame.key = value;
      else if (speaks.test(frame.key)) frame.speaker ??= value;
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
        start: from,
        end: to,
        speaker: undefined,
        section: undefined,
        item: false,
        box: undefined,
      };
    from = to + 2;
  }
}
