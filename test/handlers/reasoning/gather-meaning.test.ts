import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../src/gateway/deps.ts';
import { localEmbedder } from '../../../src/gateway/llm/local/embedder.ts';
import { createEmbeddingWorker, type EmbeddingWorker } from '../../../src/gateway/search/embeddings.ts';
import hybridSearch from '../../../src/handlers/artifacts/hybrid-search.ts';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import captureDecision from '../../../src/handlers/decisions/capture-decision.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import memoryStore from '../../../src/handlers/memory/memory-store.ts';
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

beforeAll(async () => {
  deps = { ...lake.deps, embedder: localEmbedder };
  worker = createEmbeddingWorker(lake.db.sql, localEmbedder, createLog('silent'), { idleMs: 100 });
  worker.begin();
});
afterAll(() => worker.stop());

describe('context by meaning, with the local model', () => {
  const problem = 'All our CI jobs fail since last night: the TLS cert of the artifact mirror ran out.';

  it('is found in other words, and nothing is found for another matter', async () => {
    const renewed = await call(
      recordExperience,
      {
        type: 'effective',
        domain: 'Process',
        situation: 'Every pipeline broke because the SSL certificate of the package registry had expired',
        approach: 'Renewed the certificate and restarted the registry',
        outcome: 'The pipelines passed again',
        reasoning: 'Nobody had been told that the certificate was about to expire',
      },
      lake.deps,
    );
    const memory = await call(
      memoryStore,
      {
        content: 'The TLS certificate of the package mirror runs out each November, and CI jobs fail then.',
        type: 'fact',
        confidence: 1,
      },
      lake.deps,
    );
    const decision = await call(
      captureDecision,
      {
        statement: 'Renew the TLS certificate of the artifact mirror by a job in CI',
        confidence: 0.8,
        alternatives: ['Renew it by hand'],
      },
      lake.deps,
    );
    const content = 'An expired SSL certificate stopped all build pipelines for a night.';
    const { artifact_id } = await ingest(lake, { source_id: 'certs', title: 'Outage', content });
    await call(
      storeMessage,
      { role: 'user', content: 'Lunch is at noon in the garden on Friday.' },
      lake.deps,
    );
    await eventually(async () => (await embeddingHealth(deps)).pending === 0);

    const gather = async (asked: string) =>
      call(gatherContext, { session_id: await begin(deps, { problem: asked }) }, deps);
    const found = await gather(problem);
    expect(found.citations.map(({ ref }: { ref: string }) => ref).sort()).toEqual(
      [
        `artifact:${artifact_id}`,
        `decision:${decision.decision_id}`,
        `experience:${renewed.experience_id}`,
        `memory:${memory.memory_id}`,
      ].sort(),
    );
    const nothing = await gather('Which font should the invoices of the choir have?');
    expect(nothing.citations).toEqual([]);

    const { results, legs } = await call(hybridSearch, { query: 'expired TLS cert' }, deps);
    expect(legs).toEqual(['lexical', 'semantic']);
    expect(results[0].title).toBe('Outage');
  });
});
