import { addressOf } from '../tool/resource.ts';

/** Resource URIs of the decisions toolset. */
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

/** URIs that change with a decision. */
export const touchedByDecision = (ids: Ids): string[] => [
  addresses.decisions,
  ...[addresses.decision, addresses.causalChain].map((address) => addressOf(address, ids)),
];

/** URIs that change when an outcome is recorded or removed, including those of its domain. */
export const touchedByOutcome = (ids: Ids, domains: readonly string[]): string[] => [
  ...touchedByDecision(ids),
  addresses.calibrations,
  addresses.anomalies,
  ...touchedByLearning(domains),
];

/** URIs that change when a domain is learned again. */
export const touchedByLearning = (domains: readonly string[]): string[] =>
  domains.flatMap((domain) =>
    [addresses.calibration, addresses.skills].map((address) => addressOf(address, { domain })),
  );
