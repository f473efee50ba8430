import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { maxFrameBytes } from '../json-rpc.ts';

/**
 * Yields the lines of a stream as they arrive. A line longer than a frame may be is yielded as `undefined` and dropped,
 * so that it cannot fill memory.
 */
export async function* linesOf(
  input: Readable,
  maxLength = maxFrameBytes,
): AsyncGenerator<string | undefined> {
  const decoder = new StringDecoder('utf8');
  let rest: string[] = [];
  let length = 0;
  let tooLong = false;
  const take = (piece: string) => {
    length += piece.length;
    if (length > maxLength) {
      tooLong = true;
      rest = [];
    } else if (!tooLong) rest.push(piece);
  };
  for await (const chunk of input as AsyncIterable<Buffer>) {
    const pieces = decoder.write(chunk).split('\n');
    for (const [i, piece] of pieces.entries()) {
      take(piece);
      if (i === pieces.length - 1) break;
      const line = rest.join('');
      if (tooLong) yield undefined;
      else if (line.trim() !== '') yield line;
      rest = [];
      length = 0;
      tooLong = false;
    }
  }
  if (!tooLong && rest.join('').trim() !== '') yield rest.join('');
}
