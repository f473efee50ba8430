import { addressOf } from '../tool/resource.ts';

/** The addresses of what is known of decisions. */
export const addresses = {
  decisions: 'membria://decisions/all',
  decision: 'membria://decisions/{decision_id}',
  calibrations: 'membria://calibrations/all',
  calibration: 'membria://calibrations/{domain}',
  skills: 'membria://skills/{domain}',
  causalChain: 'membria://graph/causal-chain/{decision_id}',
  similarDecisions: 'membria://graph/similar-decisions/{decision_id}',
  anomalies: 'membria://anomalies/current',
} as const;

type Ids = { decision_id: string };

/** Where a change of a decision shows. */
export const touchedByDecision = (ids: Ids): string[] => [
  addresses.decisions,
  ...[addresses.decision, addresses.causalChain].map((address) => addressOf(address, ids)),
];

/** Where an outcome that came or went shows: also in what is known of its domain. */
export const touchedByOutcome = (ids: Ids, domains: readonly string[]): string[] => [
  ...touchedByDecision(ids),
  addresses.calibrations,
  addresses.anomalies,
  ...touchedByLearning(domains),
];

/** Where it shows that a domain has been learned from. */
export const touchedByLearning = (domains: readonly string[]): string[] =>
  domains.flatMap((domain) =>
    [addresses.calibration, addresses.skills].map((address) => addressOf(address, { domain })),
  );
