import type { Rule } from './rule.ts';

/**
 * One rule for each area, for dangers that no case of the pack describes: the judgement of the whole statement decides
 * whether it is one (see ../judgement).
 */
export const generalRules: readonly Rule[] = [
  {
    id: 'risk_data_loss',
    area: 'data loss',
    severity: 'medium',
    title: 'Data may be lost',
    when: [],
    recommendation: 'Say how the data would come back, and try that first',
    source: 'https://sre.google/sre-book/data-integrity/',
  },
  {
    id: 'risk_exposed_secret',
    area: 'secrets',
    severity: 'medium',
    title: 'A secret or personal data may become readable',
    when: [],
    recommendation: 'Keep it in a secret store or leave it out, and let as few as possible read it',
    source: 'https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html',
  },
  {
    id: 'risk_weak_crypto',
    area: 'crypto',
    severity: 'medium',
    title: 'Protection by cryptography may be weakened',
    when: [],
    recommendation: 'Use what a well-kept library offers by default, and leave verification on',
    source: 'https://cheatsheetseries.owasp.org/cheatsheets/Cryptographic_Storage_Cheat_Sheet.html',
  },
  {
    id: 'risk_hasty_migration',
    area: 'migration',
    severity: 'medium',
    title: 'A change of data or schema that may not go well in one step',
    when: [],
    recommendation: 'Rehearse it on a copy, go in steps that old and new code bear, and keep a way back',
    source: 'https://github.com/ankane/strong_migrations',
  },
  {
    id: 'risk_hasty_rollout',
    area: 'rollout',
    severity: 'medium',
    title: 'A rollout that may reach everybody before it is noticed',
    when: [],
    recommendation: 'Begin with a few, watch, and keep a way back',
    source: 'https://sre.google/workbook/canarying-releases/',
  },
  {
    id: 'risk_untrusted_input',
    area: 'injection',
    severity: 'medium',
    title: 'Input of others may be executed or believed',
    when: [],
    recommendation: 'Treat input as data: bind it, escape it, check it against what is allowed',
    source: 'https://cheatsheetseries.owasp.org/cheatsheets/Injection_Prevention_Cheat_Sheet.html',
  },
  {
    id: 'risk_wide_access',
    area: 'access',
    severity: 'medium',
    title: 'More people or programs may get in than need to',
    when: [],
    recommendation: 'Grant the least that is needed, to named users, for a limited time',
    source: 'https://cheatsheetseries.owasp.org/cheatsheets/Authorization_Cheat_Sheet.html',
  },
  {
    id: 'risk_open_cost',
    area: 'cost',
    severity: 'medium',
    title: 'Cost or load may grow without a stop',
    when: [],
    recommendation: 'Set a limit, an alarm and a stop before it runs',
    source: 'https://sre.google/sre-book/handling-overload/',
  },
  {
    id: 'risk_safeguard_lowered',
    area: 'safeguards',
    severity: 'medium',
    title: 'A safeguard seems to be missing or lowered',
    when: [],
    recommendation:
      'Say which check, limit or way back covers this; repair a safeguard rather than do without it',
    source: 'https://github.com/danluu/post-mortems',
  },
];
