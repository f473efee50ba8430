import { rulesFor } from '../cases.ts';
import { generalRules } from '../pack/general.ts';
import type { Rule } from '../pack/rule.ts';
import { cuesOf } from '../polarity.ts';
import { judge, leastAlone, leastScore } from './judge.ts';

/** A rule that a statement falls under; `telling`: the words that weighed most, where no case of the pack describes it. */
export type Risk = Rule & { telling?: readonly string[] };

/** What is read of the further text of a decision, in characters and in sentences. */
const mostRead = 20_000;
const mostSentences = 40;
const sentenceEnd = /(?<=[.!?])\s+|\n+/u;

/**
 * The rules of the pack that a decision falls under. The statement as a whole is judged first: only a danger falls under any.
 * Where none of the pack's cases describes it, the general rule of its area stands for it. Sentences of the further text (why
 * it is done, and how) count each for itself, where a case of the pack describes them; a safeguard named anywhere excuses.
 */
export function risksIn(statement: string, more = ''): Risk[] {
  const further = more.slice(0, mostRead);
  const known = further === '' ? undefined : rulesFor(cuesOf(`${statement}\n${further}`).found);
  const excused = (rule: Rule) => known !== undefined && !known.some(({ id }) => id === rule.id);
  const own = casesOf(statement);
  const said = further === '' ? [] : further.split(sentenceEnd).slice(0, mostSentences).map(casesOf);
  const found = [own, ...said]
    .filter((one) => one.rules.length > 0 && one.judged().score >= leastScore)
    .flatMap(({ rules }) => rules.filter((rule) => !excused(rule)));
  if (found.length > 0) return found.filter((rule, i) => found.findIndex(({ id }) => id === rule.id) === i);
  if (own.rules.length > 0) return [];
  const { score, area, telling } = own.judged();
  const general = score >= leastAlone ? generalRules.find((rule) => rule.area === area) : undefined;
  return general ? [{ ...general, telling }] : [];
}

function casesOf(text: string) {
  const { found } = cuesOf(text);
  const rules = rulesFor(found);
  const ids = rules.map(({ id }) => id);
  return { rules, judged: () => judge(text, found, ids) };
}
