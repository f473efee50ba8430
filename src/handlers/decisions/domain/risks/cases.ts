import { pack } from './pack/index.ts';
import type { Rule } from './pack/rule.ts';
import type { Found } from './polarity.ts';

type Need = { names: string[]; polarity: string; none: boolean };
type Case = readonly Need[];

const compiled = pack.map((rule) => ({
  rule,
  when: rule.when.map(caseOf),
  unless: (rule.unless ?? []).map(caseOf),
}));

function caseOf(text: string): Case {
  return text.split(' ').map((need) => {
    const polarity = /[+~-]$/u.exec(need)?.[0] ?? '';
    const bare = need.replace(/^!/u, '').replace(/[+~-]$/u, '');
    return { names: bare.split('/'), polarity, none: need.startsWith('!') };
  });
}

/** The rules of the pack with a case that the cues of a statement fulfil, and no exception. */
export function rulesFor(found: readonly Found[]): Rule[] {
  const holds = (parts: Case): boolean =>
    parts.every(({ names, polarity, none }) => found.some((one) => fits(one, names, polarity)) !== none);
  return compiled
    .filter(({ when, unless }) => when.some(holds) && !unless.some(holds))
    .map(({ rule }) => rule);
}

const fits = (one: Found, names: readonly string[], polarity: string): boolean =>
  names.includes(one.name) &&
  (polarity === '' || (polarity === '~' ? one.polarity !== 1 : one.polarity === (polarity === '+' ? 1 : -1)));
