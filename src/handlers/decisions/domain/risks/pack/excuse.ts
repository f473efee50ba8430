import type { Rule } from './rule.ts';

const unless = [
  'backup+',
  'testing+',
  'rollback+',
  'gradual+',
  'review+',
  'authentication+',
  'validation+',
  'secretstore+',
  'featureflag+',
  'costcap+',
  'lowstakes+ !production',
] as const;

/** A sensitive subject, an excuse and no safeguard. */
export const excuseRules: readonly Rule[] = [
  {
    id: 'risk_excused',
    area: 'rollout',
    severity: 'medium',
    title: 'A danger excused instead of handled',
    when: [
      'excuse+ destroy+ precious',
      'excuse+ migrate+ valuable',
      'excuse+ deploy+ production',
      'excuse+ grant+ power+',
      'excuse+ credential+ put+',
      'excuse+ cryptotopic+',
      'excuse+ evil+',
      'excuse+ shell+ userinput+',
      'excuse+ service+ world+',
      'excuse+ sensitive+ grant+',
    ],
    unless,
    recommendation: 'Say how the danger is handled, not why it should not matter',
    source: 'https://github.com/danluu/post-mortems',
  },
];
