import { type Basis, suggested } from './advice.ts';
import type { Antipattern } from './antipatterns.ts';
import { matching, mentions } from './antipatterns.ts';
import { exceeds } from './numbers.ts';
import type { RoleOfOption } from './options/relation.ts';
import { type Risk, risksIn } from './risks/judgement/read.ts';

export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];
export const warningTypes = [
  'low_confidence',
  'few_alternatives',
  'antipattern',
  'risk',
  'certainty_language',
  'time_pressure',
  'overconfidence',
] as const;

export type Warning = {
  type: (typeof warningTypes)[number];
  severity: Severity;
  message: string;
  evidence?: string;
  /** Id of the antipattern or rule behind it, by which it can be dismissed. */
  rule?: string;
  recommendation: string;
};

export type Proposal = {
  statement: string;
  /** Further text to check: reasoning, file paths. */
  context?: string | undefined;
  domain: string;
  confidence?: number | undefined;
  /** Undefined when unknown; their number is then not checked. */
  alternatives?: readonly string[] | undefined;
  /** What it chooses and rejects; read by the grammar otherwise. */
  options?: readonly RoleOfOption[] | undefined;
  /** How dangerous the statement is by its meaning, as a logarithm of odds; undefined when unknown. */
  danger?: number | undefined;
};

export const firewallStatuses = ['clear', 'caution', 'block'] as const;
export type Verdict = {
  warnings: Warning[];
  status: (typeof firewallStatuses)[number];
  riskScore: number;
};

const weights: Record<Severity, number> = { low: 0.2, medium: 0.4, high: 0.7, critical: 1 };

const certainty = [
  'definitely',
  'certainly',
  'obviously',
  'clearly',
  'undoubtedly',
  'without doubt',
  'no doubt',
  'guaranteed',
  'always',
  'never',
  'surely',
  'no risk',
  'cannot fail',
  "can't fail",
  'bulletproof',
  'foolproof',
];
const timePressure = [
  'quick fix',
  'quickly',
  'urgent',
  'urgently',
  'asap',
  'deadline',
  'hurry',
  'rush',
  'rushed',
  'no time',
  'right now',
  'immediately',
  'hotfix',
  'temporary hack',
  'for now',
  'by tomorrow',
  'by tonight',
];

/**
 * Warnings against making a decision in its present form.
 *
 * Risk score: min(1, sum of the weights / 3), with low .2, medium .4, high .7, critical 1. Any critical warning or two
 * high ones block; one high or two medium ones mean caution.
 *
 * @param basis the class of decisions that the confidence is compared with, when one has enough outcomes.
 * @param dismissed ids of the rules that no longer warn.
 */
export function firewall(
  proposal: Proposal,
  known: readonly Antipattern[],
  basis?: Basis,
  dismissed: ReadonlySet<string> = new Set(),
): Verdict {
  const warnings = [
    ...aboutAlternatives(proposal),
    ...aboutAntipatterns(
      proposal,
      known.filter(({ id }) => !dismissed.has(id)),
    ),
    ...aboutRisks(proposal, known, dismissed),
    ...aboutWords(proposal),
    ...aboutConfidence(proposal, basis),
  ].sort((a, b) => weights[b.severity] - weights[a.severity]);
  const count = (severity: Severity) => warnings.filter((warning) => warning.severity === severity).length;
  const sum = warnings.reduce((total, { severity }) => total + weights[severity], 0);
  return { warnings, status: verdict(count), riskScore: Math.min(1, sum / 3) };
}

function verdict(count: (severity: Severity) => number): Verdict['status'] {
  if (count('critical') > 0 || count('high') >= 2) return 'block';
  return count('high') > 0 || count('medium') >= 2 ? 'caution' : 'clear';
}

function aboutAlternatives({ confidence, alternatives }: Proposal): Warning[] {
  const few = alternatives !== undefined && alternatives.length < 2;
  const unsure = confidence !== undefined && exceeds(0.5, confidence);
  return [
    ...(unsure
      ? [
          {
            type: 'low_confidence' as const,
            severity: few ? ('critical' as const) : ('low' as const),
            message: few
              ? `Confidence is ${confidence.toFixed(2)} and there are hardly any alternatives to compare with`
              : `Confidence is ${confidence.toFixed(2)}`,
            recommendation:
              'Gather more information, or test the riskiest assumption on a small scale, before deciding',
          },
        ]
      : []),
    ...(few
      ? [
          {
            type: 'few_alternatives' as const,
            severity: 'medium' as const,
            message: `${alternatives.length === 0 ? 'No alternative was' : 'Only one alternative was'} considered`,
            recommendation: 'Consider at least two alternatives',
          },
        ]
      : []),
  ];
}

const aboutAntipatterns = (proposal: Proposal, known: readonly Antipattern[]): Warning[] =>
  matching(proposal, known).map(({ id, pattern, recommendation, failures, total }) => ({
    type: 'antipattern',
    severity: 'high',
    rule: id,
    // What was learned is a sentence of its own.
    message: / of \d+ succeeded/u.test(pattern) ? pattern : `${pattern} detected`,
    evidence: total > 0 ? `Found in ${failures} failed decisions of ${total}` : 'Known antipattern',
    recommendation,
  }));

/** The most severe rule of the curated pack in each area; rules that an antipattern has said already are left out. */
function aboutRisks(
  proposal: Proposal,
  known: readonly Antipattern[],
  dismissed: ReadonlySet<string>,
): Warning[] {
  const { statement, context, danger } = proposal;
  const said = new Set(matching(proposal, known).map(({ id }) => id));
  const found = risksIn(statement, context, danger)
    // A known antipattern says better what a general rule only suspects.
    .filter(({ telling }) => telling === undefined || said.size === 0)
    .filter(
      ({ id, antipattern }) => !dismissed.has(id) && (antipattern === undefined || !said.has(antipattern)),
    );
  const worst = found
    .toSorted((a, b) => weights[b.severity] - weights[a.severity])
    .filter((rule, i, rules) => rules.findIndex(({ area }) => area === rule.area) === i);
  return worst.map((risk) => ({
    type: 'risk',
    severity: risk.severity,
    rule: risk.id,
    message: risk.title,
    evidence: evidenceOf(risk),
    recommendation: risk.recommendation,
  }));
}

function evidenceOf({ source, telling = [], byMeaning }: Risk): string {
  if (byMeaning) return `Likely by its meaning as a whole; no rule or word says it alone. See ${source}`;
  const words = telling.map((one) => `"${one}"`).join(', ');
  return `Known danger: ${source}${words === '' ? '' : `; by the words ${words}`}`;
}

function aboutWords({ statement, context, confidence }: Proposal): Warning[] {
  const text = `${statement}\n${context ?? ''}`;
  const sure = confidence !== undefined && exceeds(confidence, 0.85) && mentions(text, certainty);
  return [
    ...(sure
      ? [
          {
            type: 'certainty_language' as const,
            severity: 'medium' as const,
            message: `Words of certainty combined with a confidence of ${confidence.toFixed(2)}`,
            recommendation: 'State what would have to happen for this to be wrong',
          },
        ]
      : []),
    ...(mentions(text, timePressure)
      ? [
          {
            type: 'time_pressure' as const,
            severity: 'medium' as const,
            message: 'The decision is made under time pressure',
            recommendation: 'Decide only what cannot wait, and set a date for review',
          },
        ]
      : []),
  ];
}

function aboutConfidence({ confidence, domain }: Proposal, basis: Basis | undefined): Warning[] {
  if (confidence === undefined || basis === undefined || !exceeds(confidence - basis.rate, 0.1)) return [];
  const rate = basis.rate.toFixed(2);
  const above = basis.option
    ? `the success rate (${rate}) of its option (${basis.evidence})`
    : `the team's success rate (${rate}) for the ${domain} domain`;
  return [
    {
      type: 'overconfidence',
      severity: 'medium',
      message: `Your confidence (${confidence.toFixed(2)}) is above ${above}`,
      recommendation: `Consider ${suggested(confidence, basis).toFixed(2)} (more realistic)`,
    },
  ];
}
