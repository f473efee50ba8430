import { describe, expect, it } from 'vitest';
import { messages } from '../../../src/db/conversations/collection.ts';
import { flush } from '../../../src/db/search/index/flush.ts';
import { merge } from '../../../src/db/search/index/merge.ts';
import { createSearch } from '../../../src/db/search/search.ts';
import { useLake } from '../../support/lake.ts';
import { serve } from '../../support/process.ts';
import { eventually } from '../../support/waiting.ts';
import { converse } from './support.ts';

const lake = useLake();

const state = async () => {
  const [row] = await lake.db.sql<{ queued: number; segments: number; flushed: number }[]>`
    select (select coalesce(sum(cardinality(doc_nos)), 0)::int from search_queue where shelf = 1) as queued,
           (select count(*)::int from search_segments where shelf = 1) as segments,
           (select coalesce(sum(n_docs), 0)::int from search_segments where shelf = 1) as flushed`;
  return row;
};

/** Pages through all messages. */
async function everything(total: number): Promise<number[]> {
  // A generous budget for busy machines: this tests completeness, not speed.
  const reader = createSearch(lake.db.sql, { budgetMs: 120_000 });
  const docs: number[] = [];
  for (let offset = 0; offset < total; offset += 100) {
    const query = { text: 'capybara', mode: 'any' as const, filter: {}, limit: 100, offset };
    const found = await reader.find(messages, query);
    expect(found).toMatchObject({ total, totalIsExact: true, pending: 0 });
    docs.push(...found.hits.map(({ docNo }) => docNo));
  }
  return docs.sort((a, b) => a - b);
}

const waitsForUs = async () => {
  const rows = await lake.db.sql`
    select from pg_stat_activity
    where application_name = 'dewey search' and wait_event_type = 'Lock' and datname = current_database()`;
  return rows.length > 0;
};
const isGone = async () => {
  const rows = await lake.db.sql`
    select from pg_stat_activity where application_name = 'dewey search' and datname = current_database()`;
  return rows.length === 0;
};

/** Runs a server until its search thread blocks on the lock that `hold` takes, and kills it there. */
async function killWhereHeld(hold: string): Promise<void> {
  await lake.db.sql.begin(async (tx) => {
    await tx.unsafe(hold);
    const server = await serve({ DATABASE_URL: lake.url, DEWEY_LOG_LEVEL: 'warn' });
    await eventually(waitsForUs);
    await server.end('SIGKILL');
  });
  await eventually(isGone);
}

describe('a server killed with -9', { timeout: 120_000 }, () => {
  it('in the middle of a flush leaves queue and segments unchanged, and nothing is lost or counted twice', async () => {
    await converse(
      lake,
      Array.from({ length: 600 }, (_, i) => `capybara ${i}`),
    );
    await killWhereHeld('lock table search_postings in exclusive mode');
    expect(await state()).toEqual({ queued: 600, segments: 0, flushed: 0 });
    const before = await everything(600);
    expect(new Set(before).size).toBe(600);
    while (await flush(lake.db.sql, messages, 'english', 75));
    expect(await state()).toEqual({ queued: 0, segments: 1, flushed: 600 });
    expect(await everything(600)).toEqual(before);
  });

  it('in the middle of a merge leaves the original segments for the next merge', async () => {
    for (let i = 0; i < 6; i += 1) {
      await converse(lake, [`capybara of segment ${i}`]);
      await flush(lake.db.sql, messages, 'english', 1);
    }
    // The eighth segment is the server's own; then it merges.
    await converse(
      lake,
      Array.from({ length: 300 }, (_, i) => `capybara again ${i}`),
    );
    const before = await everything(906);
    await killWhereHeld('select from search_postings where shelf = 1 for update');
    expect(await state()).toEqual({ queued: 0, segments: 8, flushed: 906 });
    expect(await everything(906)).toEqual(before);
    expect(await merge(lake.db.sql, messages.collectionId)).toBe(true);
    expect(await state()).toEqual({ queued: 0, segments: 1, flushed: 906 });
    expect(await everything(906)).toEqual(before);
  });
});
