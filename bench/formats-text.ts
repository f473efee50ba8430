/** What was generated, and how long it is: for compressed messages, unpacked. */
export type Made = { path: string; bytes: number; files: number };
/** @param bytes how long it shall be. */
export type Maker = (folder: string, bytes: number) => Promise<Made>;

/** As in `session-long.jsonl`, a real session. */
export const messagesPerSession = 58;
export const bytesPerMessage = 3800;

const stems =
  'the library lends an atlas for days and asks Ada to bring back lexicon shelves in good time'.split(' ');

/** Prose of a length that can stand in JSON; no two are the same. */
export function prose(length: number, seed: number): string {
  const words: string[] = [];
  for (let i = 0, characters = 0; characters < length; i += 1) {
    const word = `${stems[(seed * 7 + i * i) % stems.length]}${i % 11 === 0 ? ` ${seed}n${i}` : ''}`;
    words.push(word);
    characters += word.length + 1;
  }
  return words.join(' ');
}
