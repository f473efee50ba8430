import { expect, it } from 'vitest';
import { collectionIds } from '../../../../src/db/search/collection/ids.ts';
import { Queue } from '../../../../src/db/search/index/queue.ts';
import { useLake } from '../../../support/lake.ts';

const lake = useLake();

it('every row is read in its turn, however many newer ones are analysed and not stored yet', async () => {
  const { sql } = lake.db;
  const shelf = collectionIds.memories;
  const count = 20_000;
  await sql`insert into search_queue (shelf, doc_nos) select ${shelf}, array[n] from generate_series(1, ${count}) n`;
  const queue = new Queue(shelf);
  const read = new Set<number>();
  for (let left = count; left > 0; ) {
    const { rows, more } = await sql.begin('isolation level repeatable read', (tx) => queue.read(tx));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length + more).toBe(left);
    for (const { id, docNos } of rows) {
      for (const doc of docNos) read.add(doc);
      queue.finish(id);
    }
    left -= rows.length;
  }
  expect(read.size).toBe(count);
});
