import { rulesFor } from '../cases.ts';
import { generalRules } from '../pack/general.ts';
import type { Rule } from '../pack/rule.ts';
import { cuesOf } from '../polarity.ts';
import { type Judgement, judge, leastAlone, leastScore } from './judge.ts';

/** A rule that a statement falls under; `telling`: the words that weighed most, where no case of the pack describes it. */
export type Risk = Rule & { telling?: readonly string[] };

/** What is read of the further text of a decision. */
const mostSentences = 40;
const sentenceEnd = /(?<=[.!?])\s+|\n+/u;

/**
 * The rules of the pack that a decision falls under. The statement as a whole is judged first: only a danger falls under any.
 * Where none of the pack's cases describes it, the general rule of its area stands for it. Sentences of the further text (why
 * it is done, and how) count each for itself, where a case of the pack describes them; a safeguard named anywhere excuses.
 */
export function risksIn(statement: string, further = ''): Risk[] {
  const known = further === '' ? undefined : rulesFor(cuesOf(`${statement}\n${further}`).found);
  const excused = (rule: Rule) => known !== undefined && !known.some(({ id }) => id === rule.id);
  const own = read(statement);
  const said = further === '' ? [] : further.split(sentenceEnd).slice(0, mostSentences).map(read);
  const found = [own, ...said]
    .filter(({ judgement }) => judgement.score >= leastScore)
    .flatMap(({ rules }) => rules.filter((rule) => !excused(rule)));
  if (found.length > 0) return found.filter((rule, i) => found.findIndex(({ id }) => id === rule.id) === i);
  if (own.judgement.score < leastAlone || own.rules.length > 0) return [];
  const general = generalRules.find(({ area }) => area === own.judgement.area);
  return general ? [{ ...general, telling: own.judgement.telling }] : [];
}

function read(text: string): { rules: Rule[]; judgement: Judgement } {
  const { found } = cuesOf(text);
  const rules = rulesFor(found);
  const judgement = judge(
    text,
    found,
    rules.map(({ id }) => id),
  );
  return { rules, judgement };
}
