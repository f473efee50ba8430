import { beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../../src/db/conversations/collection.ts';
import { modelNumber, storeEmbeddings } from '../../../src/db/search/embeddings.ts';
import { useLake } from '../../support/lake.ts';
import { converse, freshSearch } from './support.ts';

const lake = useLake();
/** Three directions: a text is about pumps, about gardens, or about neither. */
const pumps = Float32Array.of(1, 0, 0);
const gardens = Float32Array.of(0, 1, 0);
const other = Float32Array.of(0, 0, 1);
let model: number;

/** The texts found, best first; by words alone without a vector. */
async function found(text: string, vector?: Float32Array): Promise<string[]> {
  const { hits } = await freshSearch(lake).find(messages, {
    ...{ text, mode: 'auto', filter: {}, limit: 100, offset: 0 },
    ...(vector ? { queryVector: { model, vector } } : {}),
  });
  const rows = await lake.db.sql<{ docNo: number; content: string }[]>`select doc_no, content from messages`;
  const texts = new Map(rows.map(({ docNo, content }) => [docNo, content]));
  return hits.map(({ docNo }) => texts.get(docNo) ?? '');
}

beforeAll(async () => {
  model = await modelNumber(lake.db.sql, 'directions');
  const about = new Map<string, Float32Array>();
  const say = async (vector: Float32Array, text: string) => {
    about.set(text, vector);
    await converse(lake, [text]); // a conversation of its own: it has no neighbours
  };
  for (let i = 0; i < 4; i++)
    await say(other, `quartz valve note ${i}, with much else that was said on that day`);
  for (let i = 0; i < 30; i++) await say(pumps, `quartz ${i}`);
  await say(gardens, 'water the roses in the evening');
  await say(other, 'roses are red');
  const dialogue = ['Which flowers did you pick?', 'The white ones', 'I see'];
  await converse(lake, dialogue);
  await converse(lake, ['The white ones as well', 'I see, too']);
  about.set('Which flowers did you pick?', gardens);
  const rows = await lake.db.sql<{ docNo: number; content: string }[]>`select doc_no, content from messages`;
  const vectors = rows.map(({ docNo, content }) => ({ docNo, vector: about.get(content) ?? other }));
  await storeEmbeddings(lake.db.sql, messages, model, vectors);
});

describe('a search by words and meaning', () => {
  it('loses no message with every word that words alone have among the first ten', async () => {
    for (const query of ['quartz valve', '"valve note"', 'note quartz valve']) {
      const exact = (texts: string[]) =>
        texts
          .slice(0, 10)
          .filter((text) => text.includes('valve'))
          .sort();
      const byWords = exact(await found(query));
      expect(byWords).toHaveLength(4);
      expect(exact(await found(query, pumps))).toEqual(byWords);
    }
  });

  it('still ranks by meaning what words leave equal, and finds what has none of them', async () => {
    const texts = await found('quartz roses', gardens);
    expect(texts[0]).toBe('water the roses in the evening');
    expect(await found('blossoms', gardens)).toEqual(
      expect.arrayContaining(['water the roses in the evening', 'Which flowers did you pick?']),
    );
    expect(await found('blossoms')).toEqual([]);
  });

  it('lets a message after one that is alike count more than one that is not', async () => {
    const texts = await found('white ones', gardens);
    expect(texts.indexOf('The white ones')).toBeLessThan(texts.indexOf('The white ones as well'));
  });
});
