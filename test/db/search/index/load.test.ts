import { expect, it } from 'vitest';
import { messages } from '../../../../src/db/conversations/collection.ts';
import { loadDocuments } from '../../../../src/db/search/index/load.ts';
import { useLake } from '../../../support/lake.ts';
import { converse, removeMessages } from '../support.ts';

const lake = useLake();

it('gives short and long texts in the order asked for, over several batches, without those deleted', async () => {
  const { sql } = lake.db;
  const id = await converse(
    lake,
    Array.from({ length: 600 }, (_, i) => `${i} ${i % 50 === 7 ? 'long '.repeat(4000) : 'short'}`),
  );
  await removeMessages(lake, sql`m.conversation_id = ${id} and m.turn_number in (3, 8, 259, 600)`);
  const stored = await sql<{ docNo: number; content: string }[]>`
    select doc_no, content from messages where conversation_id = ${id} order by turn_number desc`;
  expect(stored).toHaveLength(596);
  const known = Array.from({ length: 600 }, (_, i) => Math.max(...stored.map(({ docNo }) => docNo)) + 1 - i);
  const loaded: { docNo: number; text: string }[] = [];
  for await (const { docNo, text } of loadDocuments(sql, messages, known)) loaded.push({ docNo, text });
  expect(loaded).toEqual(stored.map(({ docNo, content }) => ({ docNo, text: content })));
});
