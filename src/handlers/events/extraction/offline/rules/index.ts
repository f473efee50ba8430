import type { Category } from '../../domain/event.ts';
import type { Clause } from '../grammar/clause.ts';
import { change } from './change.ts';
import { collaboration } from './collaboration.ts';
import { commitment } from './commitment.ts';
import { decision } from './decision.ts';
import { execution } from './execution.ts';
import { feedback } from './feedback.ts';
import { quality } from './quality.ts';
import type { Finding, Rule } from './rule.ts';
import { stakeholder } from './stakeholder.ts';

export type { Finding } from './rule.ts';

/** In order of preference among equals: stakeholders and decisions frame the work reported with them. */
const rules: [Category, Rule[]][] = [
  ['Stakeholder', stakeholder],
  ['Decision', decision],
  ['Feedback', feedback],
  ['Change', change],
  ['Collaboration', collaboration],
  ['Commitment', commitment],
  ['QualityRisk', quality],
  ['Execution', execution],
];

/** Confidence deducted from a clause about things in general: "a log is complete when …". */
const generality = 0.35;

/** Possible findings of a clause, most confident first, with the strongest cue of each category. */
export function classify(clause: Clause): Finding[] {
  const less = isGeneral(clause) ? generality : 0;
  const findings: Finding[] = [];
  for (const [category, cues] of rules) {
    let confidence = 0;
    for (const rule of cues)
      if (rule.confidence > confidence && (rule.where?.(clause) ?? true) && rule.cue.test(clause.text))
        confidence = rule.confidence;
    if (confidence > less) findings.push({ category, confidence: confidence - less });
  }
  return findings.sort((a, b) => b.confidence - a.confidence);
}

const isGeneral = ({ words, verb }: Clause): boolean => {
  const first = words[0]?.low;
  return (
    (first === 'a' || first === 'an' || first === 'whoever' || first === 'anyone') &&
    (verb?.tense === 'present' || verb?.tense === 'modal') &&
    verb.from > 1
  );
};
