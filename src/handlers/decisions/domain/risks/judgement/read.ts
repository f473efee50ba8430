import { rulesFor } from '../cases.ts';
import { generalRules } from '../pack/general.ts';
import type { Rule } from '../pack/rule.ts';
import { cuesOf, type Found } from '../polarity.ts';
import { judge, thresholds } from './judge.ts';

/** A rule that a statement falls under. */
export type Risk = Omit<Rule, 'severity'> & {
  severity: Rule['severity'] | 'low';
  /** The words that weighed most, where no case of the pack describes it. */
  telling?: readonly string[];
  /** Its words alone would not have been enough. */
  byMeaning?: boolean;
};

/** What is read of the further text of a decision, in characters and in sentences. */
const mostRead = 20_000;
const mostSentences = 40;
/** What a statement must mean that only uses or shows something: its words alone ("full", "invoices") are general ones. */
const leastOfUse = 1;
const things = new Set('service sensitive valuable strongdata precious userinput template scale'.split(' '));
const sentenceEnd = /(?<=[.!?])\s+|\n+/u;

/**
 * The rules of the pack that a decision falls under. The statement as a whole is judged first: only a danger falls under any.
 * Where none of the pack's cases describes it, the general rule of its area stands for it. Sentences of the further text (why
 * it is done, and how) count each for itself, where a case of the pack describes them; a safeguard named anywhere excuses.
 *
 * @param danger how dangerous the statement is by its meaning, as a logarithm of odds; without it, its words decide.
 */
export function risksIn(statement: string, more = '', danger?: number): Risk[] {
  const further = more.slice(0, mostRead);
  const known = further === '' ? undefined : rulesFor(cuesOf(`${statement}\n${further}`).found);
  const excused = (rule: Rule) => known !== undefined && !known.some(({ id }) => id === rule.id);
  const own = casesOf(statement);
  const { share, least, leastAlone } = danger === undefined ? thresholds.words : thresholds.meaning;
  const meant = share * (danger ?? 0);
  const said = further === '' ? [] : further.split(sentenceEnd).slice(0, mostSentences).map(casesOf);
  const found = [
    ...(own.rules.length > 0 && own.judged().score + meant >= least ? [own] : []),
    ...said.filter((one) => one.rules.length > 0 && one.judged().score >= thresholds.words.least),
  ].flatMap(({ rules }) => rules.filter((rule) => !excused(rule)));
  if (found.length > 0) return found.filter((rule, i) => found.findIndex(({ id }) => id === rule.id) === i);
  if (own.rules.length > 0 || own.isHarmless) return [];
  const { score, area, telling } = own.judged();
  const general = generalRules.find((rule) => rule.area === area);
  if (!general || score + meant < leastAlone) return [];
  if (danger !== undefined && danger < leastOfUse && own.isPlainUse) return [];
  return score >= thresholds.words.leastAlone
    ? [{ ...general, telling }]
    : [{ ...general, severity: 'low', telling, byMeaning: true }];
}

function casesOf(text: string) {
  const { found } = cuesOf(text);
  const rules = rulesFor(found);
  const ids = rules.map(({ id }) => id);
  return {
    rules,
    isPlainUse: isPlainUse(found),
    isHarmless: isHarmless(found),
    judged: () => judge(text, found, ids),
  };
}

const ofPublicApi = new Set('put grant publicapi service'.split(' '));

/** A weak way in is closed ("Disable root login"), or what is public by design is published: words alone mislead there. */
const isHarmless = (found: readonly Found[]): boolean =>
  found.some(({ name, polarity }) => name === 'weaklogin' && polarity === -1) ||
  (found.some(({ name }) => name === 'publicapi') && found.every(({ name }) => ofPublicApi.has(name)));

/** Something is put to use or on show, and nothing else is said but what and where: no act on it, no excuse, no safeguard. */
const isPlainUse = (found: readonly Found[]): boolean =>
  found.some(({ name }) => name === 'put') && found.every(({ name }) => name === 'put' || things.has(name));
