import * as z from 'zod';
import { type Resource, type ResourceCard, resource } from '../tool/resource.ts';
import { addresses } from './addresses.ts';
import getAllCalibrations from './get-all-calibrations.ts';
import getCalibration from './get-calibration.ts';
import getDecision from './get-decision.ts';
import getSkills from './get-skills.ts';
import { getCausalChain, getSimilarDecisions } from './graph-tools.ts';
import listDecisions from './list-decisions.ts';
import { getAnomalies } from './resource-tools.ts';

/** Query parameters are strings; converts those the tools expect as numbers. */
const withNumbers = (values: Record<string, string>, ...numbers: string[]): object =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, numbers.includes(key) ? Number(value) : value]),
  );

const known = (card: Omit<ResourceCard<unknown>, 'mimeType' | 'output'>): Resource =>
  resource({ ...card, mimeType: 'application/json', output: z.unknown() });

/** Resources for decisions and what was learned from them. Filters are query parameters named as the tool's fields. */
export const decisionResources: readonly Resource[] = [
  known({
    uri: addresses.decisions,
    name: 'decisions',
    title: 'All decisions',
    description:
      'Decisions, newest first, in pages; the query parameters are those of membria_list_decisions.',
    tool: listDecisions,
    filtered: true,
    input: ({ due, ...values }) => ({
      ...withNumbers(values, 'limit'),
      ...(due === undefined ? {} : { due: due === 'true' }),
    }),
  }),
  known({
    uri: addresses.decision,
    name: 'decision',
    title: 'A decision',
    description: 'A decision in full.',
    tool: getDecision,
    input: (values) => values,
  }),
  known({
    uri: addresses.calibrations,
    name: 'calibrations',
    title: 'All calibrations',
    description:
      'Stated confidence compared with outcomes, by domain; options: ?min_sample_size= and ?sort_by=.',
    tool: getAllCalibrations,
    filtered: true,
    input: (values) => withNumbers(values, 'min_sample_size'),
  }),
  known({
    uri: addresses.calibration,
    name: 'calibration',
    title: 'A calibration',
    description: 'Stated confidence compared with outcomes in one domain.',
    tool: getCalibration,
    input: (values) => values,
  }),
  known({
    uri: addresses.skills,
    name: 'skills',
    title: 'Skills of a domain',
    description: 'Lessons of completed decisions in a domain; filter with ?min_confidence= and ?limit=.',
    tool: getSkills,
    filtered: true,
    input: (values) => withNumbers(values, 'min_confidence', 'limit'),
  }),
  known({
    uri: addresses.causalChain,
    name: 'causal chain',
    title: 'Causal chain of a decision',
    description: 'The effects of a decision.',
    tool: getCausalChain,
    input: (values) => values,
  }),
  known({
    uri: addresses.similarDecisions,
    name: 'similar decisions',
    title: 'Similar decisions',
    description: 'The decisions most similar to one: the same choice first, opposite ones last.',
    tool: getSimilarDecisions,
    input: (values) => values,
  }),
  known({
    uri: addresses.anomalies,
    name: 'anomalies',
    title: 'Current anomalies',
    description:
      'Surprising outcomes, incidents, and miscalibrated or worsening domains; filter with ?module=, ?limit= and ?cursor=.',
    tool: getAnomalies,
    filtered: true,
    input: (values) => withNumbers(values, 'limit'),
  }),
];
