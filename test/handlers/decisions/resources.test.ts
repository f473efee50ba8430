import { describe, expect, it } from 'vitest';
import decisionContextPrompt from '../../../src/handlers/decisions/decision-context-prompt.ts';
import { decisionResources } from '../../../src/handlers/decisions/resources.ts';
import { call, fail } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { capture, conclude, completed } = useDecisions(lake);

/** Reads a resource URI as a client does. */
const find = (uri: string) => {
  for (const resource of decisionResources) {
    const variables = resource.match(uri);
    if (variables) return { tool: resource.tool, input: { ...resource.input(variables) } };
  }
  throw new Error(`nothing at ${uri}`);
};
const read = (uri: string) => call(find(uri).tool, find(uri).input, lake.deps);

describe('the resources of decisions', () => {
  it('return what the tools know', async () => {
    await completed('Use connection pooling for PostgreSQL', 'database', 0.8, [1, 1]);
    const id = await capture('Use connection pooling for PostgreSQL', 'database', { confidence: 0.8 });
    await conclude(id, 1);
    const surprise = await capture('Use PostgreSQL as a message queue', 'backend', { confidence: 0.9 });
    await conclude(surprise, 0);

    const { decisions } = await read('membria://decisions/all?module=database&limit=1');
    expect(decisions).toMatchObject([{ decision_id: id, status: 'completed', outcome: 'success' }]);
    expect((await read('membria://decisions/all?status=pending')).decisions).toEqual([]);
    expect(await read(`membria://decisions/${id}`)).toMatchObject({
      outcome: 'success',
    });
    const all = await read('membria://calibrations/all?min_sample_size=1');
    expect(all.domains).toHaveLength(2);
    expect(await read('membria://calibrations/database')).toMatchObject({
      sample_size: 3,
    });
    expect((await read('membria://skills/database')).skills).toHaveLength(1);
    const { causes } = await read(`membria://graph/causal-chain/${id}`);
    expect(causes.map(({ kind }: { kind: string }) => kind)).toEqual(['decision', 'outcome', 'skill']);
    const { similar_decisions } = await read(`membria://graph/similar-decisions/${surprise}`);
    expect(similar_decisions).toHaveLength(3);
    const { anomalies } = await read('membria://anomalies/current');
    expect(anomalies).toMatchObject([{ kind: 'surprise', decision_id: surprise, domain: 'backend' }]);
  });

  it('page through all decisions, each once, with the filter kept', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await capture(`Use queue number ${i} for the mails`, 'infra'));
    await capture('Use OAuth for partner logins', 'auth');
    const pages: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await read(`membria://decisions/all?module=infra&limit=2${next}`);
      pages.push(page.decisions.map((one: { decision_id: string }) => one.decision_id));
      cursor = page.next_cursor;
    }
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(pages.flat().toSorted()).toEqual(ids.toSorted());
  });

  it('report unknown decisions and domains', async () => {
    for (const graph of ['causal-chain', 'similar-decisions']) {
      const { tool, input } = find(`membria://graph/${graph}/dec_nowhere`);
      expect(await fail(tool, input, lake.deps)).toMatchObject({ code: -32003 });
    }
    const { tool, input } = find('membria://decisions/all?colour=green');
    expect(await fail(tool, input, lake.deps)).toMatchObject({ status: 400, data: { field: 'colour' } });
  });
});

it('the prompt completes a module to any that the tools take', async () => {
  expect(await decisionContextPrompt.complete.module?.('gen', lake.deps)).toEqual(['general']);
});
