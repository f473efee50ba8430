import { expect, test } from 'vitest';
import { messages } from '../../../../src/db/conversations/collection.ts';
import { flush } from '../../../../src/db/search/index/flush.ts';
import { readTerm } from '../../../../src/db/search/index/term-bytes.ts';
import { useLake } from '../../../support/lake.ts';
import { converse } from '../support.ts';

const lake = useLake();
const shelf = messages.collectionId;

test('a term is read in parts as it is stored, and must be there', async () => {
  const { sql } = lake.db;
  await converse(lake, Array(100).fill('copper kettle'));
  await flush(sql, messages, 'english', 10_000);
  const [row] = await sql<{ seg: number; post: Buffer; pos: Buffer }[]>`
    select seg, post, pos from search_postings where shelf = ${shelf} and term = 'copper'`;
  if (!row) throw new Error('nothing was flushed');
  const key = { shelf, seg: row.seg, term: 'copper' };
  // Parts that end within what is left, with it, and after it.
  for (const column of ['post', 'pos'] as const)
    for (const atATime of [3, 60, row[column].length, undefined])
      expect(await readTerm(sql, column, key, atATime)).toEqual(row[column]);
  await expect(readTerm(sql, 'post', { ...key, term: 'brass' })).rejects.toThrow('has lost a term');
});
