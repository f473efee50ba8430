import { describe, expect, it } from 'vitest';
import { messages } from '../../../src/db/conversations/collection.ts';
import { flush } from '../../../src/db/search/index/flush.ts';
import search from '../../../src/handlers/conversations/search.ts';
import { call } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';
import { converse } from './support.ts';

const lake = useLake();

describe('a message of ten megabytes', () => {
  it('is found by its last words, before and after the flush, with the passage as snippet', async () => {
    await converse(lake, [`${'lorem ipsum dolor '.repeat(555_000)}the zebra closes the book`]);
    for (const flushed of [false, true]) {
      if (flushed) expect(await flush(lake.db.sql, messages, 'english', 10)).toBe(1);
      const { results } = await call(
        search,
        { query: 'zebra', mode: 'any', detail: 'full', max_chars: 10 },
        lake.deps,
      );
      expect(results).toHaveLength(1);
      expect(results[0]).toMatchObject({ content: 'lorem ipsu', content_truncated: true });
      expect(results[0].snippet).toContain('the **zebra** closes the book');
      const phrase = await call(search, { query: 'zebra closes the book', mode: 'phrase' }, lake.deps);
      expect(phrase.total).toBe(1);
    }
  });
});

describe('a message of more than 20,000 characters', () => {
  it('gives the passage with the whole identifier, though parts of it stand above', async () => {
    const above = 'The desk in src was moved, and a loan is a loan. '.repeat(600);
    await converse(lake, [
      `${above}It fails in src/loan/desk_quokka.ts at night. ${'and so on '.repeat(50)}`,
    ]);
    const asked = { query: 'src/loan/desk_quokka.ts', detail: 'full', max_chars: 10 };
    const { results } = await call(search, asked, lake.deps);
    expect(results[0].snippet).toMatch(/^…[^…]*\*\*src\/loan\/desk_quokka\.ts\*\*/);
    expect(results[0].char_offset).toBeGreaterThan(20_000);
  });
});
