import { describe, expect, it, vi } from 'vitest';
import { results } from '../../src/db/fiedler/collection.ts';
import { flush } from '../../src/db/search/index/flush.ts';
import hybridSearch from '../../src/handlers/artifacts/hybrid-search.ts';
import beginConversation from '../../src/handlers/conversations/begin-conversation.ts';
import getFiedlerResults from '../../src/handlers/fiedler/get-fiedler-results.ts';
import storeFiedlerResult from '../../src/handlers/fiedler/store-fiedler-result.ts';
import { call } from '../support/call.ts';
import { useCommands } from '../support/command.ts';
import { useServer } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';

vi.setConfig({ testTimeout: 60_000 });
const lake = useLake();
const server = useServer(lake);
const { dewey } = useCommands(lake);

const store = (correlation_id: string, model: string, more: object) =>
  call(storeFiedlerResult, { correlation_id, model, status: 'success', ...more }, lake.deps);
const found = async (query: string, project?: string) =>
  (await call(hybridSearch, { query, kinds: ['run'], project }, lake.deps)).results;
const pageOf = async (path: string) => {
  const response = await fetch(`${server.url}${path}`, { headers: { Accept: 'text/html' } });
  return { status: response.status, html: await response.text() };
};

describe('runs of orchestrators', () => {
  it('are found by prompt, answer and error, before and after they are indexed', async () => {
    await store('loans', 'gpt-5', { prompt: 'Who may lend the portolan?', output: 'The director alone.' });
    await store('loans', 'grok-4', { status: 'error', error_message: 'quota exhausted for portolan' });
    await store('other', 'gpt-5', { prompt: 'Name a bird.', output: 'A kestrel.' });
    for (let round = 0; round < 2; round += 1) {
      expect(await found('portolan')).toMatchObject([{ kind: 'run', id: 'loans' }]);
      expect(await found('kestrel')).toMatchObject([{ kind: 'run', id: 'other', title: 'gpt-5' }]);
      expect(await found('quota exhausted')).toMatchObject([{ id: 'loans', title: 'grok-4' }]);
      await flush(lake.db.sql, results, 'english', 4096);
    }
  });

  it('belong to the project of their conversation', async () => {
    const { conversation_id } = await call(beginConversation, { project: 'atlas' }, lake.deps);
    await store('of-atlas', 'gpt-5', { output: 'The gnomon is missing.', conversation_id });
    expect(await found('gnomon', 'atlas')).toHaveLength(1);
    await call(beginConversation, { project: 'elsewhere' }, lake.deps);
    expect(await found('gnomon', 'elsewhere')).toEqual([]);
  });

  it('are listed, and set side by side, on pages', async () => {
    const list = await pageOf('/runs');
    expect(list.status).toBe(200);
    expect(list.html).toContain('Who may lend the portolan?');
    expect(list.html).toContain('href="/runs/loans"');
    const one = await pageOf('/runs/loans');
    expect(one.html).toMatch(/gpt-5[\s\S]*The director alone\.[\s\S]*grok-4[\s\S]*quota exhausted/);
    const unknown = await pageOf('/runs/nothing');
    expect(unknown.status).toBe(404);
    expect(unknown.html).toContain('There is no run nothing.');
    expect((await pageOf('/search?q=portolan')).html).toContain('href="/runs/loans"');
  });

  it('are compared however long they are, and page by page', async () => {
    const long = (word: string, characters: number) =>
      `${`${word} `.repeat(characters / (word.length + 1))}end of ${word}`;
    await store('long', 'gpt-5', { output: long('alpha', 15_000) });
    await store('long', 'grok-4', { output: long('omega', 15_000) });
    await store('long', 'o4', { output: long('gamma', 30_000) });
    const { html } = await pageOf('/runs/long');
    expect(html).toMatch(/end of alpha[\s\S]*end of omega/);
    expect(html).not.toContain('end of gamma');
    const [, whole = ''] = /href="([^"]*whole=1[^"]*)"/.exec(html) ?? [];
    expect((await pageOf(whole.replaceAll('&amp;', '&'))).html).toContain('end of gamma');

    for (let i = 0; i < 55; i += 1) await store('many', `model-${i}`, { output: `Answer ${i}.` });
    const first = (await pageOf('/runs/many')).html;
    expect(first).toContain('Answer 54.');
    expect(first).not.toContain('Answer 4.');
    expect(first).toContain('href="/runs/many?offset=50"');
    expect((await pageOf('/runs/many?offset=50')).html).toContain('Answer 4.');
  });

  it('are deleted by the policy of their project, and purged without a trace', async () => {
    await lake.db.sql`
      update fiedler_results set created_at = now() - interval '100 days' where correlation_id in ('of-atlas', 'loans')`;
    await dewey('retention', 'set', '90d', '--project', 'atlas');
    expect(await dewey('retention', 'run', '--dry-run')).toMatchObject({ expired: { results: 1 } });
    expect(await dewey('retention', 'run')).toMatchObject({ expired: { results: 1 } });
    const of = async (correlation_id: string) =>
      (await call(getFiedlerResults, { correlation_id }, lake.deps)).total;
    expect([await of('of-atlas'), await of('loans')]).toEqual([0, 2]);
    expect(await found('gnomon')).toEqual([]);
    await lake.db.sql`
      update fiedler_results set deleted_at = now() - interval '31 days' where deleted_at is not null`;
    expect(await dewey('retention', 'run')).toMatchObject({ code: 0 });
    expect(await lake.db.sql`select from fiedler_results where correlation_id = 'of-atlas'`).toHaveLength(0);
    expect(await lake.db.sql`select from search_postings where shelf = 7 and term = 'gnomon'`).toHaveLength(
      0,
    );
  });
});
