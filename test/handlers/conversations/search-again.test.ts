import { beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../../src/db/conversations/collection.ts';
import type { Embedder, MessageText } from '../../../src/db/search/embedder.ts';
import { modelNumber, storeEmbeddings } from '../../../src/db/search/embeddings.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { createEmbeddingWorker } from '../../../src/gateway/search/embeddings.ts';
import search from '../../../src/handlers/conversations/search.ts';
import { converse } from '../../db/search/support.ts';
import { call } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';
import { hashingVector } from '../../support/model.ts';
import { eventually } from '../../support/waiting.ts';

const lake = useLake();
const question = 'which database did we take for the invoices';
const answer = 'PostgreSQL, for its transactions: the database of the invoices';
const texts = [
  'which database do we take for the invoices?',
  answer,
  'we did not take the database of the invoices for a walk',
  'the weather is fine',
];

/** A double that places a text by its words, and by those that mean what a question asks for. */
const read: MessageText[] = [];
const asked: string[] = [];
const like = (text: string) =>
  Float32Array.from(hashingVector(text.includes('PostgreSQL') ? 'the answer' : text));
const embedder: Embedder = {
  provider: 'double',
  model: 'double',
  embed: async (all) => all.map(like),
  messages: {
    model: 'double, after what was said before',
    embed: async (all) => {
      read.push(...all);
      return all.map(({ text }) => like(text));
    },
    ask: async (text) => {
      asked.push(text);
      return like('PostgreSQL');
    },
  },
};
const ask = (query: string, more = {}, withMeaning = true) =>
  call(search, { query, ...more }, { ...lake.deps, embedder: withMeaning ? embedder : undefined });
const contents = ({ results }: { results: { content: string }[] }) => results.map(({ content }) => content);

describe('a question', () => {
  let byWords: string[];

  beforeAll(async () => {
    await converse(lake, texts);
    byWords = contents(await ask(question, {}, false));
  });

  it('leaves texts without a vector in their order by words', async () => {
    const model = await modelNumber(lake.db.sql, 'double, after what was said before');
    const [row] = await lake.db.sql<
      { docNo: number }[]
    >`select doc_no from messages where content = ${answer}`;
    await storeEmbeddings(lake.db.sql, messages, model, [{ docNo: row?.docNo ?? 0, vector: like(answer) }]);
    expect(byWords[0]).not.toBe(answer);
    const told = (all: string[]) => all.filter((text) => !text.endsWith('?'));
    expect(told(contents(await ask(question)))).toEqual(told(byWords));
  });

  it('finds what words find, and what answers it first, once they are embedded', async () => {
    const worker = createEmbeddingWorker(lake.db.sql, embedder, createLog('silent'), { idleMs: 50 });
    worker.begin();
    const vectors = () =>
      lake.db.sql<{ name: string; count: number }[]>`
        select name, count(*)::int from search_embeddings e join search_models m on m.id = e.model group by name order by name`;
    // Each message is also compared with texts of other kinds, which have vectors by the other model.
    const all = ['double', 'double, after what was said before'].map((name) => ({
      name,
      count: texts.length,
    }));
    await eventually(
      async () => (await vectors()).reduce((sum, { count }) => sum + count, 0) === 2 * texts.length,
    );
    await worker.stop();
    expect(await vectors()).toEqual(all);
    expect(read).toHaveLength(texts.length - 1);
    expect(read).toContainEqual({ docNo: expect.any(Number), text: texts[2], before: answer });
    expect(read).toContainEqual({ docNo: expect.any(Number), text: texts[0], before: '' });
    const found = await ask(question);
    expect(contents(found)[0]).toBe(answer);
    expect([...contents(found)].sort()).toEqual([...byWords].sort());
    expect(found.mode_used).toBe('auto');
    expect(found.legs).toEqual(['lexical', 'semantic']);
  });

  it('puts what asks the same below what tells', async () => {
    const order = contents(await ask(question));
    expect(order.indexOf(texts[0] ?? '')).toBeGreaterThan(order.indexOf(texts[2] ?? ''));
  });

  it.each([
    ['a few words', 'invoices database', {}],
    ['a phrase', '"database of the invoices" again', {}],
    ['another mode', question, { mode: 'any' }],
  ])('is not asked of the model where it is %s', async (_, query, more) => {
    asked.length = 0;
    const found = await ask(query, more);
    expect(asked).toEqual([]);
    expect(found.legs).toEqual(['lexical']);
  });

  it('shows every match once on its pages, however many there are', async () => {
    const many = Array.from({ length: 160 }, (_, i) =>
      i % 3 === 0 ? `the auditor of tranche ${i} came late?` : `the auditor of tranche ${i} came late`,
    );
    await converse(lake, many, { session_id: 'tranches' });
    const seen: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: { results: { content: string }[]; total: number; next_offset?: number; legs: string[] } =
        await ask('why did the auditor of the tranche come late', {
          ...{ session_id: 'tranches', detail: 'full', limit: 40, offset },
        });
      expect(page).toMatchObject({ total: 160, legs: ['lexical', 'semantic'] });
      seen.push(...contents(page));
      offset = page.next_offset;
    }
    expect(seen.toSorted()).toEqual(many.toSorted());
  });
});
