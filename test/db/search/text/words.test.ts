import { beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../../../src/db/conversations/collection.ts';
import { flush } from '../../../../src/db/search/index/flush.ts';
import { merge } from '../../../../src/db/search/index/merge.ts';
import { useLake } from '../../../support/lake.ts';
import { converse, freshSearch, texts } from '../support.ts';

const lake = useLake();

const desk = [
  'connect ECONNREFUSED 127.0.0.1:5432',
  'see src/db/loanDesk.ts for the columns',
  'call renew_loan or returnBook',
  '私は東京都の図書館に行く',
  'قال مرحبا بك',
  'un Café noir, s’il vous plaît',
  'the quick brown fox and the lazy dog',
  'a fox alone',
  'To be, or not to be',
  'she goes home with two children',
  'Caroline: the shelf is full',
];
const [refused, path, identifiers, tokyo, arabic, cafe, quick, alone, toBe, home, caroline] = desk;

/** Query, mode, and the expected results in any order. */
const expected: [string, 'auto' | 'all' | 'any' | 'phrase', (string | undefined)[]][] = [
  ['ECONNREFUSED', 'any', [refused]],
  ['src/db/loanDesk.ts', 'all', [path]],
  ['loanDesk.ts', 'all', [path]],
  ['loandesk', 'all', [path]],
  ['desk', 'all', [path]],
  ['renew_loan', 'all', [identifiers]],
  ['renewing', 'all', [identifiers]],
  ['returnBook', 'all', [identifiers]],
  ['books', 'all', [identifiers]],
  ['東京', 'all', [tokyo]],
  ['館', 'any', [tokyo]],
  ['مرحبا', 'any', [arabic]],
  ['cafe', 'any', [cafe]],
  ['CAFÉ', 'any', [cafe]],
  ['quick brown fox', 'phrase', [quick]],
  ['brown quick fox', 'phrase', []],
  ['fox -lazy', 'any', [quick, alone]],
  ['to be or not to be', 'phrase', [toBe]],
  ['who went home', 'all', [home]],
  ['a child', 'all', [home]],
  ['Caroline', 'any', [caroline]],
  ['the', 'any', [path, quick, caroline]],
  ['giraffe', 'any', []],
];

const expectAll = async () => {
  const reader = freshSearch(lake);
  for (const [query, mode, wanted] of expected)
    expect((await texts(lake, reader, query, mode)).sort(), `${query} (${mode})`).toEqual(wanted.sort());
  const [best] = await texts(lake, reader, '"quick brown" dog');
  expect(best).toBe(quick);
  expect(await texts(lake, reader, 'fox -lazy -alone')).not.toContain(quick);
  // A phrase without matches falls back to its words.
  expect(await texts(lake, reader, '"no such phrase fox"')).toContain(alone);
};

describe('finding words', () => {
  beforeAll(() => Promise.all(desk.map((text) => converse(lake, [text]))));

  it('finds identifiers whole and in parts, any script, accents, inflections and phrases', expectAll);

  it('finds the same after messages are flushed, and after segments are merged', async () => {
    const { sql } = lake.db;
    expect(await flush(sql, messages, 'english', 5)).toBe(5);
    await expectAll();
    while ((await flush(sql, messages, 'english', 1)) > 0);
    await converse(lake, ['filler goat']);
    await flush(sql, messages, 'english', 1);
    await converse(lake, ['another goat']);
    await flush(sql, messages, 'english', 1);
    await expectAll();
    expect(await merge(sql, messages.collectionId)).toBe(true);
    expect(await sql`select from search_segments where level = 1`).toHaveLength(1);
    await expectAll();
  });
});
