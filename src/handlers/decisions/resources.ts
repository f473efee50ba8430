import * as z from 'zod';
import { type Resource, type ResourceCard, resource } from '../tool/resource.ts';
import { addresses } from './addresses.ts';
import getAllCalibrations from './get-all-calibrations.ts';
import getCalibration from './get-calibration.ts';
import getDecision from './get-decision.ts';
import getSkills from './get-skills.ts';
import { getCausalChain, getSimilarDecisions } from './graph-tools.ts';
import { getAnomalies, listDecisions } from './resource-tools.ts';

/** Query parameters are text; the tools want numbers where numbers are meant. */
const withNumbers = (values: Record<string, string>, ...numbers: string[]): object =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, numbers.includes(key) ? Number(value) : value]),
  );

const known = (card: Omit<ResourceCard<unknown>, 'mimeType' | 'output'>): Resource =>
  resource({ ...card, mimeType: 'application/json', output: z.unknown() });

/** What is known of decisions, by address. Filters are query parameters named as the tool's fields. */
export const decisionResources: readonly Resource[] = [
  known({
    uri: addresses.decisions,
    name: 'decisions',
    title: 'All decisions',
    description: 'Decisions, newest first; ?module=, ?status=, ?project= and ?limit= choose.',
    tool: listDecisions,
    filtered: true,
    input: (values) => withNumbers(values, 'limit'),
  }),
  known({
    uri: addresses.decision,
    name: 'decision',
    title: 'A decision',
    description: 'A decision with all that is known of it.',
    tool: getDecision,
    input: (values) => values,
  }),
  known({
    uri: addresses.calibrations,
    name: 'calibrations',
    title: 'All calibrations',
    description: 'How well confidence matched outcomes, by domain; ?min_sample_size= and ?sort_by= choose.',
    tool: getAllCalibrations,
    filtered: true,
    input: (values) => withNumbers(values, 'min_sample_size'),
  }),
  known({
    uri: addresses.calibration,
    name: 'calibration',
    title: 'A calibration',
    description: 'How well confidence matched outcomes in one domain.',
    tool: getCalibration,
    input: (values) => values,
  }),
  known({
    uri: addresses.skills,
    name: 'skills',
    title: 'Skills of a domain',
    description: 'What completed decisions of a domain taught; ?min_confidence= and ?limit= choose.',
    tool: getSkills,
    filtered: true,
    input: (values) => withNumbers(values, 'min_confidence', 'limit'),
  }),
  known({
    uri: addresses.causalChain,
    name: 'causal chain',
    title: 'The causal chain of a decision',
    description: 'All that followed from a decision.',
    tool: getCausalChain,
    input: (values) => values,
  }),
  known({
    uri: addresses.similarDecisions,
    name: 'similar decisions',
    title: 'Decisions like one',
    description: 'The decisions most like one, its domain first.',
    tool: getSimilarDecisions,
    input: (values) => values,
  }),
  known({
    uri: addresses.anomalies,
    name: 'anomalies',
    title: 'Current anomalies',
    description:
      'Surprises, incidents, and domains that are off or getting worse; ?module= and ?limit= choose.',
    tool: getAnomalies,
    filtered: true,
    input: (values) => withNumbers(values, 'limit'),
  }),
];
