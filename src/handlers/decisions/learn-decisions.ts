import * as z from 'zod';
import { lockDomains } from '../../db/decisions/calibrations.ts';
import { retireOthers } from '../../db/decisions/learned.ts';
import { topicsOf } from '../../db/decisions/topics.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import type { Deps } from '../tool/deps.ts';
import { tool } from '../tool/tool.ts';
import { addresses, touchedByLearning } from './addresses.ts';
import { noteDomain } from './anomalies.ts';
import { refreshCalibration } from './calibrations.ts';
import { domains } from './domain/domains.ts';
import { everywhere, learnEverywhere, learnTopic, moveOutcomes } from './learn.ts';
import { domain } from './shared.ts';

/**
 * Derives all lessons from the recorded outcomes again. Each outcome already does so for its own topic when recorded, so
 * this is for use after a change of the rules or of the data. Not in the catalog; called by `dewey decisions learn`.
 */
export const learnDecisions = tool({
  name: 'learn_decisions',
  title: 'Learn from all outcomes',
  description: 'Recompute calibrations, skills, antipatterns and anomalies from the recorded outcomes.',
  effect: 'change',
  input: z.strictObject({
    domain: domain.optional().describe('Only this domain'),
  }),
  output: z.object({
    domains: z
      .array(
        z.object({
          domain: z.string().describe('Domain'),
          outcomes: z.int().describe('Number of outcomes'),
          topics: z.int().describe('Number of groups of similar decisions'),
          skills: z.int().describe('Number of current skills'),
          antipatterns: z.int().describe('Number of current antipatterns'),
        }),
      )
      .describe('Result by domain'),
  }),
  touches: ({ domains }) => [
    addresses.calibrations,
    addresses.anomalies,
    ...touchedByLearning(domains.map((one) => one.domain)),
  ],
  async run(input, deps) {
    const learned = [];
    // One transaction per domain: outcomes of a domain wait for it, those of other domains do not.
    for (const one of input.domain === undefined ? domains : [input.domain]) {
      const found = await deps.db.sql.begin((tx) => learnDomain(tx, one, deps));
      if (found) learned.push(found);
    }
    await deps.db.sql.begin(async (tx) => {
      await lockDomains(tx, [everywhere]);
      const topics = await topicsOf(tx, undefined);
      await retireOthers(tx, everywhere, topics);
      for (const topic of topics) await learnEverywhere(tx, topic, deps);
    });
    return { domains: learned };
  },
});

async function learnDomain(tx: Sql, domain: string, deps: Deps) {
  await lockDomains(tx, [domain]);
  await moveOutcomes(tx, domain);
  const topics = await topicsOf(tx, domain);
  await retireOthers(tx, domain, topics);
  if (topics.length === 0) return undefined;
  const calibration = await refreshCalibration(tx, domain);
  const kinds: (string | undefined)[] = [];
  for (const topic of topics) kinds.push((await learnTopic(tx, domain, topic, deps))?.kind);
  await noteDomain(tx, domain, calibration, deps);
  return {
    domain,
    outcomes: calibration.sampleSize,
    topics: topics.length,
    skills: kinds.filter((kind) => kind === 'skill').length,
    antipatterns: kinds.filter((kind) => kind === 'antipattern').length,
  };
}
