/** An empty line ends an event. */
const separator = /\r?\n\r?\n/g;
/** Of an empty line that is split between two parts, this much may be in the first. */
const mostOfSeparator = 3;

/**
 * Reads server-sent events from a stream in parts, and hands on the data of each. The end of an event is looked for in
 * each part alone, with the last characters before it, so that an event of many parts takes time linear in its length.
 *
 * @param longest characters of an event that is handed on; of a longer one only the end is looked for.
 * @param looking told how many characters are searched.
 */
export function readEvents(
  found: (data: string) => void,
  longest: number,
  looking: (characters: number) => void = () => undefined,
): (part: string) => void {
  /** The event that has begun, without `tail`; undefined when it is too long. */
  let parts: string[] | undefined = [];
  let length = 0;
  let tail = '';
  const keep = (text: string) => {
    length += text.length;
    if (length > longest) parts = undefined;
    else parts?.push(text);
  };
  return (part) => {
    const text = tail + part;
    looking(text.length);
    let from = 0;
    for (const {
      0: { length: width },
      index,
    } of text.matchAll(separator)) {
      keep(text.slice(from, index));
      const data = parts && dataOf(parts.join(''));
      if (data) found(data);
      [parts, length, from] = [[], 0, index + width];
    }
    const end = Math.max(from, text.length - mostOfSeparator);
    keep(text.slice(from, end));
    tail = text.slice(end);
  };
}

const dataOf = (event: string): string =>
  event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n');
