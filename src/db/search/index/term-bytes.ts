import type { Sql } from '../../postgres/connect.ts';

/**
 * Terms in no more documents of a segment are read together. Others are read one at a time, since bytes are transferred as
 * hexadecimal text and take five times as much meanwhile.
 */
export const mostTogether = 65_536;

/** The encoded postings or positions of a term in a segment, which must be there. */
export async function readTerm(
  tx: Sql,
  column: 'post' | 'pos',
  { shelf, seg, term }: { shelf: number; seg: number; term: string },
): Promise<Buffer> {
  const [row] = await tx<{ bytes: Buffer }[]>`
    select ${tx(column)} as bytes from search_postings where shelf = ${shelf} and seg = ${seg} and term = ${term}`;
  if (!row) throw new Error(`segment ${seg} has lost a term of its index`);
  return row.bytes;
}
