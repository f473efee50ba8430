import { describe, expect, it } from 'vitest';
import { collections } from '../../../../src/db/collections.ts';
import { messages } from '../../../../src/db/conversations/collection.ts';
import { decisions } from '../../../../src/db/decisions/collection.ts';
import { similarDecisions } from '../../../../src/db/decisions/similar.ts';
import { experiences } from '../../../../src/db/experience/collection.ts';
import { rankExperiences } from '../../../../src/db/experience/search.ts';
import { isSpread } from '../../../../src/db/postgres/spread.ts';
import { collectionIds } from '../../../../src/db/search/collection/ids.ts';
import { flush } from '../../../../src/db/search/index/flush.ts';
import { searchTexts } from '../../../../src/db/search/search-texts.ts';
import { domains } from '../../../../src/handlers/decisions/domain/domains.ts';
import { verbsOfDeciding } from '../../../../src/handlers/decisions/domain/similarity.ts';
import recordExperience from '../../../../src/handlers/experience/record-experience.ts';
import tagExperience from '../../../../src/handlers/experience/tag-experience.ts';
import { call } from '../../../support/call.ts';
import { useDecisions } from '../../../support/decisions.ts';
import { experience, madeUp } from '../../../support/experience.ts';
import { useLake } from '../../../support/lake.ts';
import { freshSearch } from '../support.ts';

const lake = useLake();
const { capture, conclude } = useDecisions(lake);

/** Flushes all collections; tests run their queries while texts are pending, and again after this. */
const flushAll = async () => {
  for (const collection of collections) await flush(lake.db.sql, collection, 'english', 1000);
};
const found = { text: '', mode: 'auto' as const, limit: 20, offset: 0 };

describe('the collections in one engine', () => {
  it('have unique ids', () => {
    const numbers = collections.map(({ collectionId: toolset }) => toolset);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(new Set(Object.values(collectionIds)).size).toBe(Object.keys(collectionIds).length);
  });

  // Those who write messages say so themselves: test/db/conversations/writers.test.ts. So do those who write texts and events of
  // documents where these are spread over nodes: test/db/artifacts/writers.test.ts.
  it.each(collections.filter(({ name }) => name !== messages.name))(
    'are notified of everything stored, changed and deleted: $name',
    async ({ collectionId: toolset }) => {
      const triggers = await lake.db.sql<{ name: string }[]>`
      select p.proname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where not t.tgisinternal and t.tgargs = ${`\\x${Buffer.from(`${toolset}\0`).toString('hex')}`}::text::bytea
        and p.proname like 'search_%' order by name`;
      const ofDocuments: number[] = [collectionIds.chunks, collectionIds.events];
      const isSpreadThere = (await isSpread(lake.db.sql)) && ofDocuments.includes(toolset);
      const expected = isSpreadThere ? [] : ['search_bury', 'search_enqueue', 'search_renumber'];
      expect(triggers.map(({ name }) => name)).toEqual(expected);
    },
  );

  it('find similar decisions, those of the domain first, and know at once which are concluded', async () => {
    const ids = {
      orders: await capture('Keep orders in PostgreSQL', 'database'),
      logins: await capture('Keep login attempts in PostgreSQL', 'auth'),
      redis: await capture('Use Redis for sessions', 'database'),
    };
    const alike = async (completed: boolean, domain = 'database') => {
      const query = { statement: 'Use PostgreSQL for orders', domain, completed, limit: 5 };
      const similar = await similarDecisions(lake.db.sql, freshSearch(lake), {
        ...query,
        ignore: verbsOfDeciding,
      });
      return similar.map(({ id }) => id);
    };
    for (const flushed of [false, true]) {
      if (flushed) await flushAll();
      expect(await alike(false)).toEqual([ids.orders, ids.logins]);
      expect(await alike(false, 'auth')).toEqual([ids.logins, ids.orders]);
    }
    expect(await alike(true)).toEqual([]);
    await conclude(ids.logins, 0.9);
    expect(await alike(true)).toEqual([ids.logins]);
    expect(await alike(false)).toEqual([ids.orders, ids.logins]);
    await flushAll();
    expect(await alike(true)).toEqual([ids.logins]);
  });

  it.each(domains)('separate decisions of the domain %s from the others', async (domain) => {
    const id = await capture(`Paint the walrus of ${domain}`, domain === 'general' ? undefined : domain);
    const within = async (elsewhere: boolean) => {
      const filter = { domain, elsewhere, concluded: false };
      const { hits } = await freshSearch(lake).find(decisions, { ...found, text: 'walrus', filter });
      const rows = await lake.db.sql<{ id: string; domain: string }[]>`
        select id, domain from decisions where doc_no = any(${hits.map(({ docNo }) => docNo)}::int[])`;
      return rows;
    };
    expect(await within(false)).toEqual([{ id, domain }]);
    expect((await within(true)).map((row) => row.domain)).not.toContain(domain);
  });

  it('find experiences by their tags as soon as these are added', async () => {
    const first = { ...madeUp(1), outcome: 'A heron nested', confidence: 0.4, project: 'marsh' };
    const second = { ...madeUp(2), outcome: 'Two herons nested', domain: 'Process' };
    const { experience_id: id } = await call(recordExperience, experience(first), lake.deps);
    await call(recordExperience, experience(second), lake.deps);
    await flushAll();
    const ids = async (query: string, filter = {}) => {
      const { ranked, total } = await rankExperiences(lake.db.sql, freshSearch(lake), query, filter, 10);
      expect(total).toBe(ranked.length);
      return ranked.map((one) => one.id);
    };
    expect(await ids('wading')).toEqual([]);
    await call(tagExperience, { id, tags: ['wading-birds'] }, lake.deps);
    expect(await ids('wading')).toEqual([id]);
    expect(await ids('heron')).toHaveLength(2);
    expect(await ids('heron', { projects: ['marsh'] })).toEqual([id]);
    expect(await ids('heron', { minConfidence: 0.5 })).toEqual([]);
    await lake.db.sql`update experiences set deleted_at = now() where id = ${id}`;
    expect(await ids('wading heron')).toHaveLength(1);
    await lake.db.sql`update experiences set deleted_at = null where id = ${id}`;
    expect(await ids('wading heron')).toHaveLength(2);
  });

  it('return matching passages, however far into a text', async () => {
    const situation = 'reeds and water '.repeat(1200);
    const approach = 'mud and more mud '.repeat(1100);
    const outcome = 'At last a bittern boomed at dawn';
    await call(recordExperience, experience({ ...madeUp(3), situation, approach, outcome }), lake.deps);
    const query = { ...found, text: 'bittern', filter: {} };
    const { hits, total } = await searchTexts(lake.db.sql, freshSearch(lake), experiences, query);
    expect(total).toBe(1);
    expect(hits).toMatchObject([{ snippet: expect.stringContaining('a **bittern** boomed at dawn') }]);
  });
});
