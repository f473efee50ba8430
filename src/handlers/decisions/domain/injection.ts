import { percent } from './numbers.ts';
import type { Relation } from './options/relation.ts';

/** The part of a decision's context that is rendered into a prompt. */
export type Injected = {
  calibration_context: {
    domain: string;
    sample_size: number;
    team_success_rate: number | null;
    team_confidence: number | null;
    status: string;
    your_confidence: number | null;
    recommendation: string;
  };
  applicable_skills: { skill: string; confidence: number }[];
  similar_decisions: { statement: string; success_rate: number | null; direction: Relation }[];
  warnings: { message: string; severity: string }[];
};

/** Below this success rate, a similar decision is shown as a bad example. */
const good = 0.7;

/** Renders a decision's context as text for a model, in the format of the specification; empty parts are omitted. */
export function injectionText(context: Injected): string {
  const {
    calibration_context: team,
    applicable_skills: skills,
    similar_decisions: similar,
    warnings,
  } = context;
  const gap =
    team.team_confidence === null || team.team_success_rate === null
      ? ''
      : ` (gap: ${(team.team_confidence - team.team_success_rate).toFixed(2)})`;
  const status = ['no_data', 'inconclusive'].includes(team.status)
    ? team.recommendation
    : `${capital(team.status)}${gap}`;
  return [
    '## Membria Decision Context',
    '',
    `**Domain:** ${team.domain}`,
    ...(team.team_success_rate === null
      ? []
      : [`**Team Success Rate:** ${percent(team.team_success_rate)} (${team.sample_size} decisions)`]),
    ...(team.your_confidence === null
      ? []
      : [
          `**Your Confidence:** ${percent(team.your_confidence)}${team.team_confidence === null ? '' : ` vs Team Average: ${percent(team.team_confidence)}`}`,
        ]),
    `**Status:** ${status}`,
    ...section(
      '### Applicable Skills:',
      skills.map(({ skill, confidence }, i) => `${i + 1}. ${skill} (${percent(confidence)} confidence)`),
    ),
    ...section(
      '### Similar Decisions:',
      similar.map(
        ({ statement, success_rate: rate, direction }) =>
          `- ${markOf(rate, direction)} ${statement} (${direction === 'opposite' ? 'decided the other way; ' : ''}${rate === null ? 'no outcome yet' : `${percent(rate)} success`})`,
      ),
    ),
    ...section(
      '### Warnings:',
      warnings.map(({ message, severity }) => `- ⚠️ ${message} (${severity} severity)`),
    ),
  ].join('\n');
}

/** One that goes the other way is an example of neither: its success does not speak for what is asked about. */
const markOf = (rate: number | null, direction: Relation): string =>
  direction === 'opposite' ? '↔' : rate !== null && rate >= good ? '✅' : '❌';

const section = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
