import { accessRules } from './access.ts';
import { changeRules } from './change.ts';
import { costRules } from './cost.ts';
import { cryptoRules } from './crypto.ts';
import { dataRules } from './data.ts';
import { excuseRules } from './excuse.ts';
import { generalRules } from './general.ts';
import { injectionRules } from './injection.ts';
import type { Rule } from './rule.ts';
import { secretRules } from './secrets.ts';

/** The curated pack: what is known to go wrong, with where that is known from. */
export const pack: readonly Rule[] = [
  ...dataRules,
  ...secretRules,
  ...cryptoRules,
  ...changeRules,
  ...injectionRules,
  ...accessRules,
  ...costRules,
  ...excuseRules,
  ...generalRules,
];
