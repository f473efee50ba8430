import type { Rule } from './rule.ts';

/** Cost without a limit. */
export const costRules: readonly Rule[] = [
  {
    id: 'risk_runaway_cost',
    area: 'cost',
    severity: 'high',
    title: 'Cost without a limit',
    when: [
      'expensive+ costcap-',
      'expensive+ ratelimit-',
      'pricey+ frequent+',
      'selfloop+ execute+',
      'scale+ costcap-',
      'selfloop+ ratelimit-',
      'retain+ costcap-',
      'budget-',
      'costcap- pricey',
      'costcap- expensive',
      'costcap- scale',
      'costcap- lavish',
      'costcap- selfloop',
      'costcap- frequent',
      'lavish+ retain+ log',
      'lavish+ expensive+',
      'lavish+ scale+',
      'put+ selfloop+',
    ],
    unless: ['costcap+', 'ratelimit+', 'selfloop-', 'lowstakes+ !production'],
    recommendation: 'Set a limit, a budget alarm and a stop before it runs',
    source: 'https://cheatsheetseries.owasp.org/cheatsheets/Serverless_FaaS_Security_Cheat_Sheet.html',
  },
];
