import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import { causalChain } from '../../db/decisions/causes.ts';
import { decisions } from '../../db/schema/index.ts';
import type { Deps } from '../tool/deps.ts';
import { tool } from '../tool/tool.ts';
import { optionsOfDecision } from './options.ts';
import { decisionId, noDecision, part } from './shared.ts';
import { similarTo, toSimilar } from './similar.ts';

/** Like the tools of resource-tools.ts, these are reached only through resource URIs. */

async function decisionOf(id: string, { db }: Deps) {
  const [found] = await db
    .select()
    .from(decisions)
    .where(and(eq(decisions.id, id), isNull(decisions.deletedAt)));
  if (!found) throw noDecision(id);
  return found;
}

export const getCausalChain = tool({
  name: 'get_causal_chain',
  title: 'Get a causal chain',
  description: 'The effects of a decision, nearest first.',
  effect: 'read',
  input: z.strictObject({ decision_id: decisionId }),
  output: z.object({
    decision_id: z.string().describe('Decision id'),
    causes: z.array(part).describe('id, kind, label, depth, from and type of each'),
  }),
  async run({ decision_id }, deps) {
    await decisionOf(decision_id, deps);
    return { decision_id, causes: await causalChain(deps.db.sql, decision_id) };
  },
});

const mostSimilar = 10;

export const getSimilarDecisions = tool({
  name: 'get_similar_decisions',
  title: 'Get similar decisions',
  description: 'The decisions most similar to one: the same choice first, opposite ones last.',
  effect: 'read',
  input: z.strictObject({ decision_id: decisionId }),
  output: z.object({
    decision_id: z.string().describe('Decision id'),
    similar_decisions: z
      .array(part)
      .describe('decision_id, statement, success_rate, score and direction of each'),
  }),
  async run({ decision_id }, deps) {
    const decision = await decisionOf(decision_id, deps);
    const similar = await similarTo(deps, {
      statement: decision.statement,
      alternatives: decision.alternatives,
      options: await optionsOfDecision(deps.db.sql, decision),
      domain: decision.domain,
      except: decision_id,
      completed: false,
      limit: mostSimilar,
    });
    return { decision_id, similar_decisions: similar.map(toSimilar) };
  },
});
