import { expect, it } from 'vitest';
import { messages } from '../../../src/db/conversations/collection.ts';
import { modelNumber, storeEmbeddings } from '../../../src/db/search/embeddings.ts';
import { useLake } from '../../support/lake.ts';
import { converse, freshSearch } from './support.ts';

const lake = useLake();

it('a hybrid search of a lake about one subject finds it in other words', async () => {
  const model = await modelNumber(lake.db.sql, 'one subject');
  for (let i = 0; i < 30; i++) await converse(lake, [`the boiler drips, note ${i}`]);
  const rows = await lake.db.sql<{ docNo: number }[]>`select doc_no from messages`;
  await storeEmbeddings(
    lake.db.sql,
    messages,
    model,
    rows.map(({ docNo }) => ({ docNo, vector: Float32Array.of(1, 0) })),
  );
  const find = async (cosine: number) =>
    (
      await freshSearch(lake).find(messages, {
        ...{ text: 'heating leaks', mode: 'auto', filter: {}, limit: 10, offset: 0 },
        queryVector: { model, vector: Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2)) },
      })
    ).hits;
  const found = await find(0.35);
  expect(found).toHaveLength(10);
  expect(found.every(({ score }) => score > 0)).toBe(true);
  expect(await find(0.05)).toEqual([]);
});
