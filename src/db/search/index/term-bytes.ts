import type { Sql } from '../../postgres/connect.ts';

/**
 * Terms in no more documents of a segment are read together. Others are read one at a time and in parts, since bytes are
 * transferred as text.
 */
export const mostTogether = 65_536;

/** Bytes read at a time; of each three, base64 makes four characters. */
const partBytes = 3 << 18;

/** The encoded postings or positions of a term in a segment, which must be there. */
export async function readTerm(
  tx: Sql,
  column: 'post' | 'pos',
  { shelf, seg, term }: { shelf: number; seg: number; term: string },
  atATime = partBytes,
): Promise<Buffer> {
  const row = tx`from search_postings where shelf = ${shelf} and seg = ${seg} and term = ${term}`;
  const [found] = await tx<{ length: number }[]>`select octet_length(${tx(column)}) as length ${row}`;
  if (!found) throw new Error(`segment ${seg} has lost a term of its index`);
  const bytes = Buffer.allocUnsafe(found.length);
  const read = (from: number) => {
    const part = tx<{ part: string }[]>`
      select encode(substring(${tx(column)} from ${from + 1} for ${atATime}), 'base64') as part ${row}`.execute();
    part.catch(() => undefined); // the error is reported where it is awaited
    return part;
  };
  let next = read(0);
  for (let from = 0; from < found.length; from += atATime) {
    const [{ part } = { part: '' }] = await next;
    // The server encodes the next part while this one is decoded.
    if (from + atATime < found.length) next = read(from + atATime);
    bytes.write(part, from, 'base64');
  }
  return bytes;
}
