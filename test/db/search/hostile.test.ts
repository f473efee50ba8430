import { beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../../src/db/conversations/collection.ts';
import { createSearch } from '../../../src/db/search/search.ts';
import { searchModes } from '../../../src/db/search/text/parse-query.ts';
import search from '../../../src/handlers/conversations/search.ts';
import { call } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';
import { converse, freshSearch } from './support.ts';

const lake = useLake();

const hostile: Record<string, string> = {
  'ten thousand words': `${Array.from({ length: 10_000 }, (_, i) => `word${i}`).join(' ')} fox`,
  'stop words only': 'the of and to',
  'punctuation only': '!!! ??? … ;;',
  'unbalanced quotes': '"the lazy fox',
  'query operators': ':* & | ! <-> ( fox',
  'a NUL': 'fo\0x fox',
  'emoji only': '🦊🦊',
  'right-to-left text': 'مرحبا fox',
  'only exclusions': '-fox -dog',
  'only or': 'or or OR',
  'a regular expression bomb': `${'a'.repeat(5000)}!(a+)+$`,
  'five megabytes in one word': 'x'.repeat(5_000_000),
  'a phrase repeated two thousand times': `"${'quick brown fox '.repeat(2000)}"`,
  'thousands of quotes': '"'.repeat(5001),
  'lone surrogates': '\ud800 fox \udfff',
};

describe('a hostile query', () => {
  beforeAll(() =>
    converse(lake, ['the quick brown fox and the lazy dog', 'a fox alone', 'to be or not to be']),
  );

  it.each(Object.keys(hostile))('is answered in every mode: %s', async (name) => {
    const reader = freshSearch(lake);
    for (const mode of searchModes) {
      const text = hostile[name] ?? '';
      const found = await reader.find(messages, { text, mode, filter: {}, limit: 5, offset: 0 });
      expect(found.total).toBeGreaterThanOrEqual(found.hits.length > 0 ? 1 : 0);
    }
  });

  it('that contains a word of a text finds the text, whatever surrounds it', async () => {
    for (const query of [
      'ten thousand words',
      'query operators',
      'right-to-left text',
      'unbalanced quotes',
    ]) {
      const reader = createSearch(lake.db.sql, { budgetMs: 60_000 });
      const text = hostile[query] ?? '';
      const found = await reader.find(messages, { text, mode: 'auto', filter: {}, limit: 5, offset: 0 });
      expect(found.total, query).toBeGreaterThan(0);
    }
  });

  it('of only stop words finds them', async () => {
    const found = await call(search, { query: 'to be or not to be', mode: 'phrase' }, lake.deps);
    expect(found.results.map((result: { content: string }) => result.content)).toEqual([
      'to be or not to be',
    ]);
  });
});
