import type { Category } from '../domain/event.ts';

/** What a sentence says of itself before its colon. */
const labels: [RegExp, Category][] = [
  [/^(?:decisions?|decided|agreed|resolved)$/i, 'Decision'],
  [/^(?:commitments?|actions?|action items?|todos?|to do)$/i, 'Commitment'],
  [/^(?:execution|done|completed|delivered|shipped)$/i, 'Execution'],
  [/^(?:quality ?risks?|risks?|issues?|blockers?)$/i, 'QualityRisk'],
  [/^feedback$/i, 'Feedback'],
  [/^changes?$/i, 'Change'],
  [/^stakeholders?$/i, 'Stakeholder'],
  [/^collaborations?$/i, 'Collaboration'],
];
const label = /^[^\p{L}\n]{0,12}(\p{L}[\p{L} ]{1,20}):\s/u;

/**
 * A sentence that names its kind, as `Decision: We will move.`, is of that kind, whatever its words would say alone: it
 * is one event then.
 */
export function asLabelled<Report extends { category: Category }>(
  sentence: string,
  reports: Report[],
): Report[] {
  const named = label.exec(sentence)?.[1]?.trim();
  const category = named && labels.find(([pattern]) => pattern.test(named))?.[1];
  const [first] = reports;
  if (!category || !first) return reports;
  return [reports.find((report) => report.category === category) ?? { ...first, category }];
}
