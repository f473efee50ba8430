import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { converse, texts } from '../db/search/support.ts';
import { useLake } from '../support/lake.ts';
import { embedded, type OpenEngine, openSearch, openSearchNodes } from './engines.ts';

/** What search promises, held by both engines. */

const available = openSearchNodes().length > 0;
describe.skipIf(available)('OpenSearch', () => {
  it.skip('is not tested: run "npm run test:opensearch", or name a cluster by OPENSEARCH_URL', () => {});
});

describe.each(available ? [embedded, openSearch] : [embedded])('$name', (engine) => {
  const lake = useLake();
  let open: OpenEngine;
  beforeAll(async () => {
    open = await engine.open(lake);
  });
  afterAll(() => open.close());

  it('finds a message as soon as it is stored, and once it is indexed', async () => {
    await converse(lake, ['The capybara bathes.', 'The okapi hides.']);
    expect(await texts(lake, open.search, 'capybara')).toEqual(['The capybara bathes.', 'The okapi hides.']);
    await open.settle();
    expect(await texts(lake, open.search, 'capybara')).toEqual(['The capybara bathes.', 'The okapi hides.']);
  });
});
