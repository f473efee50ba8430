import * as z from 'zod';
import { lockDomains } from '../../db/decisions/calibrations.ts';
import { hideDecision, purgeDecision } from '../../db/decisions/delete.ts';
import { domainOfOutcome } from '../../db/decisions/outcomes.ts';
import { optionTopics } from '../../db/decisions/topics.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import type { Deps } from '../tool/deps.ts';
import { tool } from '../tool/tool.ts';
import { touchedByOutcome } from './addresses.ts';
import { noteDomain } from './anomalies.ts';
import { refreshCalibration } from './calibrations.ts';
import { domains } from './domain/domains.ts';
import { learnTopics } from './learn.ts';
import { decisionId, noDecision } from './shared.ts';

const input = z.strictObject({
  decision_id: decisionId,
  purge: z.boolean().default(false).describe('Remove it permanently instead of hiding it'),
  undo: z.boolean().default(false).describe('Restore a hidden decision'),
});

const fate = z.enum(['hidden', 'purged', 'restored']).describe('Result');

/**
 * Deletes a decision with everything attached to it; calibration, skills and antipatterns are recomputed without it. It
 * is a tool so that rights, audit and log apply as to every call, but it is not in the catalog: people delete decisions,
 * by REST or with `dewey forget`; agents do not.
 */
export const forgetDecision = tool({
  name: 'forget_decision',
  title: 'Forget a decision',
  description: 'Delete a decision with its outcome, signals and lessons. Imports will not restore it.',
  effect: 'delete',
  input,
  output: z.object({
    decision_id: z.string().describe('Decision id'),
    status: fate,
  }),
  touches: (reply) => touchedByOutcome(reply, domains),
  async run(input, deps) {
    await deps.db.sql.begin((tx) => forget(tx, input, deps));
    const status: z.infer<typeof fate> = input.undo ? 'restored' : input.purge ? 'purged' : 'hidden';
    return { decision_id: input.decision_id, status };
  },
});

async function forget(tx: Sql, { decision_id: id, purge, undo }: z.output<typeof input>, deps: Deps) {
  const domain = await domainOfOutcome(tx, id);
  if (domain !== undefined) await lockDomains(tx, [domain]);
  const learned = await hideDecision(tx, id, !undo);
  // A hidden decision can still be purged.
  if (learned === undefined && !purge) throw noDecision(id);
  if (learned) {
    const calibration = await refreshCalibration(tx, learned.domain);
    const topics = new Set([learned.topic, ...(await optionTopics(tx, id))]);
    await learnTopics(tx, learned.domain, [...topics], deps);
    await noteDomain(tx, learned.domain, calibration, deps, id);
  }
  if (purge && !(await purgeDecision(tx, id))) throw noDecision(id);
}
