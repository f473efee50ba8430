import type { Tool } from '../tool.ts';
import getAllCalibrations from './get-all-calibrations.ts';
import getCalibration from './get-calibration.ts';
import getDecision from './get-decision.ts';
import getSkills from './get-skills.ts';
import { getAnomalies, getCausalChain, getSimilarDecisions, listDecisions } from './resource-tools.ts';

/** A read tool with an address. */
export type Address = {
  /** With variables in braces. */
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: 'application/json';
  tool: Tool;
  /** The tool's input, from the variables of the address and its query. */
  input(variables: Record<string, string>): object;
};

/** Query parameters are text; the tools want numbers where numbers are meant. */
const withNumbers = (values: Record<string, string>, ...numbers: string[]): object =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, numbers.includes(key) ? Number(value) : value]),
  );

const mimeType = 'application/json';

/** What is known of decisions, by address. Filters are query parameters named as the tool's fields. */
export const decisionAddresses: readonly Address[] = [
  {
    uri: 'membria://decisions/all',
    name: 'decisions',
    title: 'All decisions',
    description: 'Decisions, newest first; ?module=, ?status=, ?project= and ?limit= choose.',
    mimeType,
    tool: listDecisions,
    input: (values) => withNumbers(values, 'limit'),
  },
  {
    uri: 'membria://decisions/{decision_id}',
    name: 'decision',
    title: 'A decision',
    description: 'A decision with all that is known of it.',
    mimeType,
    tool: getDecision,
    input: (values) => values,
  },
  {
    uri: 'membria://calibrations/all',
    name: 'calibrations',
    title: 'All calibrations',
    description: 'How well confidence matched outcomes, by domain; ?min_sample_size= and ?sort_by= choose.',
    mimeType,
    tool: getAllCalibrations,
    input: (values) => withNumbers(values, 'min_sample_size'),
  },
  {
    uri: 'membria://calibrations/{domain}',
    name: 'calibration',
    title: 'A calibration',
    description: 'How well confidence matched outcomes in one domain.',
    mimeType,
    tool: getCalibration,
    input: (values) => values,
  },
  {
    uri: 'membria://skills/{domain}',
    name: 'skills',
    title: 'Skills of a domain',
    description: 'What completed decisions of a domain taught; ?min_confidence= and ?limit= choose.',
    mimeType,
    tool: getSkills,
    input: (values) => withNumbers(values, 'min_confidence', 'limit'),
  },
  {
    uri: 'membria://graph/causal-chain/{decision_id}',
    name: 'causal chain',
    title: 'The causal chain of a decision',
    description: 'All that followed from a decision.',
    mimeType,
    tool: getCausalChain,
    input: (values) => values,
  },
  {
    uri: 'membria://graph/similar-decisions/{decision_id}',
    name: 'similar decisions',
    title: 'Decisions like one',
    description: 'The decisions most like one, its domain first.',
    mimeType,
    tool: getSimilarDecisions,
    input: (values) => values,
  },
  {
    uri: 'membria://anomalies/current',
    name: 'anomalies',
    title: 'Current anomalies',
    description:
      'Surprises, incidents, and domains that are off or getting worse; ?module= and ?limit= choose.',
    mimeType,
    tool: getAnomalies,
    input: (values) => withNumbers(values, 'limit'),
  },
];
