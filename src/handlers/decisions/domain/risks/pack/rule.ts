export const areas = [
  'data loss',
  'secrets',
  'crypto',
  'migration',
  'rollout',
  'injection',
  'access',
  'cost',
  'safeguards',
] as const;
export type Area = (typeof areas)[number];

/** A rule of the curated pack. It warns when one of its cases holds and none of its exceptions. */
export type Rule = {
  /** Stable: dismissals and catches refer to it. */
  id: string;
  area: Area;
  severity: 'medium' | 'high' | 'critical';
  /** The danger in a few words. */
  title: string;
  /**
   * Cues that must all occur in the statement, as classes of ../cues: `name+` brought about, `name-` done away with or absent,
   * `name` either, `a/b` one of these, `!name` not at all.
   */
  when: readonly string[];
  unless?: readonly string[];
  /** An antipattern that says the same: where it matches, the rule is silent. */
  antipattern?: string;
  recommendation: string;
  /** Where the rule comes from. */
  source: string;
};
