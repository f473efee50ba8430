import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embedder } from '../../../src/db/search/embedder.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { localDecisionModel, localEmbedder, localModel } from '../../../src/gateway/llm/local/embedder.ts';
import { createEmbeddingWorker, type EmbeddingWorker } from '../../../src/gateway/search/embeddings.ts';
import captureDecision from '../../../src/handlers/decisions/capture-decision.ts';
import getDecisionContext from '../../../src/handlers/decisions/get-decision-context.ts';
import recordOutcome from '../../../src/handlers/decisions/record-outcome.ts';
import { candidatesFor, similarTo } from '../../../src/handlers/decisions/similar.ts';
import type { Deps } from '../../../src/handlers/tool/deps.ts';
import { call } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';
import { eventually } from '../../support/waiting.ts';

const lake = useLake();
let deps: Deps;
let worker: EmbeddingWorker;

const stored = {
  same: 'Store credentials as salted bcrypt digests',
  other: 'Render the password form on the server',
  far: 'Publish the release notes every second Tuesday',
};
const asked = { statement: 'Hash user passwords with argon2id', alternatives: [], domain: 'general' };

beforeAll(async () => {
  deps = { ...lake.deps, embedder: localEmbedder };
  for (const statement of Object.values(stored)) {
    const decision = { statement, alternatives: ['do nothing'], confidence: 0.7 };
    const { decision_id } = await call(captureDecision, decision, lake.deps);
    if (statement === stored.same)
      await call(recordOutcome, { decision_id, final_status: 'success', final_score: 0.9 }, lake.deps);
  }
  worker = createEmbeddingWorker(lake.db.sql, localEmbedder, createLog('silent'), { idleMs: 50 });
  worker.begin();
  await eventually(async () => {
    const rows = await lake.db.sql<{ name: string }[]>`
      select m.name from search_embeddings e join search_models m on m.id = e.model
      group by m.name having count(*) = 3 order by m.name`;
    const names = rows.map(({ name }) => name);
    return names.length === 2 && names[0] === localModel && names[1] === localDecisionModel;
  });
});
afterAll(() => worker.stop());

describe('decisions with the local model', () => {
  it('are compared by what they mean, and by the question that they answer', async () => {
    const found = await candidatesFor(deps, { ...asked, completed: false, limit: 5 });
    const meaningOf = (text: string) => found.find(({ statement }) => statement === text)?.meaning;
    const question = (text: string) => meaningOf(text)?.question?.decision ?? Number.NaN;
    expect(question(stored.same)).toBeGreaterThan(question(stored.other));
    expect(found.map(({ statement }) => statement)).not.toContain(stored.far);
    // By the model as it is, the word in common counts for more.
    const plain = (text: string) => meaningOf(text)?.decision ?? Number.NaN;
    expect(question(stored.same) - question(stored.other)).toBeGreaterThan(
      plain(stored.same) - plain(stored.other),
    );
    const likenessBy = async (embedder: Embedder) => {
      const similar = await similarTo({ ...deps, embedder }, { ...asked, completed: false, limit: 5 });
      return similar.find(({ statement }) => statement === stored.same)?.likeness ?? 0;
    };
    const { decisions: _, ...withoutQuestions } = localEmbedder;
    expect(await likenessBy(localEmbedder)).toBeGreaterThan(await likenessBy(withoutQuestions));
  });

  it('are compared by meaning alone where the embedder has no way of its own for decisions', async () => {
    const { decisions: _, ...plain } = localEmbedder;
    const found = await candidatesFor({ ...deps, embedder: plain }, { ...asked, completed: false, limit: 5 });
    expect(found.map(({ statement }) => statement)).toContain(stored.same);
    for (const { meaning } of found) expect(meaning).toMatchObject({ question: undefined });
  });

  it('are found before they are embedded, among those that are', async () => {
    await worker.stop();
    const fresh = { statement: 'Use Cassandra for the notes', alternatives: ['PostgreSQL'], confidence: 0.7 };
    const { decision_id } = await call(captureDecision, fresh, deps);
    await call(recordOutcome, { decision_id, final_status: 'failure', final_score: 0.1 }, deps);
    const about = { statement: 'Store the digests of credentials in Cassandra' };
    const byWords = await call(getDecisionContext, about, lake.deps);
    const { similar_decisions, causal_context } = await call(getDecisionContext, about, deps);
    expect(similar_decisions).toContainEqual(expect.objectContaining({ statement: stored.same }));
    const isFresh = ({ statement }: { statement: string }) => statement === fresh.statement;
    // As likely as where nothing is embedded.
    const found = byWords.similar_decisions.find(isFresh);
    expect(found).toMatchObject({ direction: 'same' });
    expect(similar_decisions.find(isFresh)).toEqual(found);
    expect(causal_context.previous_failed_decisions).toEqual([fresh.statement]);
  });
});
