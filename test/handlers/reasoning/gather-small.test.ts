import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../src/gateway/deps.ts';
import { localEmbedder } from '../../../src/gateway/llm/local/embedder.ts';
import { createEmbeddingWorker, type EmbeddingWorker } from '../../../src/gateway/search/embeddings.ts';
import gatherContext from '../../../src/handlers/reasoning/gather-context.ts';
import { embeddingHealth } from '../../../src/handlers/shared/embedding-health.ts';
import type { Deps } from '../../../src/handlers/tool/deps.ts';
import { call } from '../../support/call.ts';
import { ingest } from '../../support/documents.ts';
import { useLake } from '../../support/lake.ts';
import { begin } from '../../support/reasoning.ts';
import { eventually } from '../../support/waiting.ts';

const lake = useLake();
let deps: Deps;
let worker: EmbeddingWorker;

/** Minutes of a library: all a small lake has. */
const minutes = {
  heating:
    'The boiler of the reading room failed twice. Maria asks the caretaker for a new pump before November.',
  opening:
    'We decided to open on Sundays from May on; the desk is staffed by two people, the budget is enough.',
  catalogue:
    'The new catalogue software is tested until June. Jonas reports that the search for authors is slow.',
  loans:
    'Late loans: readers get one letter less. The board wants figures of the last year at the next meeting.',
  building:
    'The stairs to the archive are repaired in August, the archive is closed for two weeks in that time.',
  readings:
    'Three readings in autumn; the publisher pays travel, we pay the hotel. Posters are printed by Ines.',
  children: 'The corner for children gets a carpet and lower shelves. Two volunteers read aloud on Fridays.',
  network: 'The wireless network drops out in the evening; the provider changes the router on Monday.',
};

beforeAll(async () => {
  deps = { ...lake.deps, embedder: localEmbedder };
  for (const [source_id, content] of Object.entries(minutes)) await ingest(lake, { source_id, content });
  worker = createEmbeddingWorker(lake.db.sql, localEmbedder, createLog('silent'), { idleMs: 100 });
  worker.begin();
  await eventually(async () => (await embeddingHealth(deps)).pending === 0);
});
afterAll(() => worker.stop());

const textOf = async (problem: string, given: Deps) =>
  (await call(gatherContext, { session_id: await begin(given, { problem }) }, given)).synthesized_context;

describe('gather_context in a lake of eight minutes', () => {
  it.each([
    'The new release of the payment service is tested on Monday; who writes to the customers of last year?',
    'Two unit tests of the parser fail after the last change; the desk lamp model is closed early in that time.',
    'Should two services share one database in the next year, or is a schema of their own enough?',
    'Wie backe ich ein Brot, das im Sommer nicht schimmelt?',
  ])('cites nothing that merely shares words: %j', async (problem) => {
    expect(await textOf(problem, deps)).toBe('');
    expect(await textOf(problem, lake.deps)).toBe('');
  });

  it.each([
    ['The wifi disconnects every night. Who takes care of the router?', 'wireless network'],
    ['The radiators in the reading room stay cold, the boiler pump is broken again.', 'boiler'],
    ['How many letters do readers get about late loans?', 'Late loans'],
  ])('finds what is about %j', async (problem, words) => {
    expect(await textOf(problem, deps)).toContain(words);
  });
});
