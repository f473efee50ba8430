import * as z from 'zod';
import { lockDomains } from '../../db/decisions/calibrations.ts';
import { topicsOf } from '../../db/decisions/topics.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import type { Deps } from '../tool/deps.ts';
import { tool } from '../tool/tool.ts';
import { addresses, touchedByLearning } from './addresses.ts';
import { noteDomain } from './anomalies.ts';
import { refreshCalibration } from './calibrations.ts';
import { domains } from './domain/domains.ts';
import { learnTopic } from './learn.ts';
import { domain } from './shared.ts';

/**
 * Derives everything that outcomes teach once more: each outcome does so for its own topic when it lands, so this is for
 * after a change of the rules or of the data. Not in the catalog: `dewey decisions learn` calls it.
 */
export const learnDecisions = tool({
  name: 'learn_decisions',
  title: 'Learn from all outcomes',
  description: 'Derive calibrations, skills, antipatterns and anomalies from the recorded outcomes anew.',
  effect: 'change',
  input: z.strictObject({
    domain: domain.optional().describe('Only this domain'),
  }),
  output: z.object({
    domains: z
      .array(
        z.object({
          domain: z.string().describe('Domain'),
          outcomes: z.int().describe('Outcomes it has'),
          topics: z.int().describe('Groups of like decisions'),
          skills: z.int().describe('Skills in force that they teach'),
          antipatterns: z.int().describe('Antipatterns in force that they teach'),
        }),
      )
      .describe('What was learned, by domain'),
  }),
  touches: ({ domains }) => [
    addresses.calibrations,
    addresses.anomalies,
    ...touchedByLearning(domains.map((one) => one.domain)),
  ],
  async run(input, deps) {
    const learned = [];
    // A transaction a domain: its outcomes wait, those of the others do not.
    for (const one of input.domain === undefined ? domains : [input.domain]) {
      const found = await deps.db.sql.begin((tx) => learnDomain(tx, one, deps));
      if (found) learned.push(found);
    }
    return { domains: learned };
  },
});

async function learnDomain(tx: Sql, domain: string, deps: Deps) {
  await lockDomains(tx, [domain]);
  const topics = await topicsOf(tx, domain);
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
