import type { Told } from '../../../../db/events/facts.ts';
import { stem, stopWords } from '../../../../db/search/text/stem.ts';

/** Share of the words of both, weighed by rarity, that they have in common. */
const leastOfBoth = 0.5;
const leastWords = 3;
/**
 * Of how many words of the shorter telling one may be missing in the other. In a short sentence the word that differs is what
 * it is about: "we plant the quince in the courtyard" and "we plant the sorrel in the courtyard" are two facts.
 */
const wordsForOneMissing = 6;
/** A decision is retold within days; what is told again a season later is another one. */
const daysApart = 8;
const day = 86_400_000;

const negations = new Set(
  'no not never none cannot without nicht kein keine keinen keiner nie ohne pas jamais aucun aucune sans nunca ningún sin'.split(
    ' ',
  ),
);

/** They tell that something was decided or promised, and not what. */
const telling = new Set('decid decis agre agreement approv resolv promis commit shall'.split(' '));

/** Of these it matters who: two people who promise the same do two things. */
const personal: ReadonlySet<string> = new Set(['Commitment', 'Execution', 'Feedback', 'Stakeholder']);

type Read = { told: Told; words: ReadonlySet<string>; numbers: ReadonlySet<string>; negated: boolean };

function read(told: Told): Read {
  const words = new Set<string>();
  const numbers = new Set<string>();
  let negated = false;
  // Who tells it, or does it, is compared as names are.
  const people = new Set(told.actors.flatMap(partsOf));
  for (const [word] of `${told.narrative} ${told.subject}`
    .toLowerCase()
    .slice(0, 2000)
    .matchAll(/\p{N}+|[\p{L}\p{M}]+/gu))
    if (/^\p{N}/u.test(word)) numbers.add(word.replace(/^0+(?=.)/, ''));
    else if (negations.has(word)) negated = true;
    else if (word.length > 2 && !stopWords.has(word) && !people.has(word)) {
      const term = stem(word, 'english');
      if (!telling.has(term)) words.add(term);
    }
  return { told, words, numbers, negated: negated || /n['’]t\b/i.test(told.narrative) };
}

const within = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].every((one) => b.has(one));

const partsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** False where the two name different people: `Anna` may be `Anna Berg`. */
function namesAgree(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return true;
  const others = new Set(b.flatMap(partsOf));
  return a.flatMap(partsOf).some((part) => others.has(part));
}

const apart = (a: string | null, b: string | null, most: number): boolean =>
  a !== null && b !== null && Math.abs(Date.parse(a) - Date.parse(b)) > most;

/** Whether nothing that the two tell contradicts that it is one fact. */
const compatible = (a: Read, b: Read): boolean =>
  a.told.category === b.told.category &&
  a.negated === b.negated &&
  (within(a.numbers, b.numbers) || within(b.numbers, a.numbers)) &&
  !apart(a.told.eventTime, b.told.eventTime, daysApart * day) &&
  !apart(a.told.due, b.told.due, day - 1) &&
  (!personal.has(a.told.category) || namesAgree(a.told.actors, b.told.actors));

/**
 * The known tellings of facts that fresh ones tell again, by the ids of the fresh ones: same category, nothing that
 * contradicts, and enough rare words in common. Words count by the logarithm of how rare they are among all tellings given, so
 * that the name of the project decides nothing.
 */
export function toldBefore(fresh: readonly Told[], known: readonly Told[]): Map<string, string> {
  const before = known.map(read);
  const holders = new Map<string, number[]>();
  for (const [i, { words }] of before.entries())
    for (const word of words) {
      const those = holders.get(word);
      if (those) those.push(i);
      else holders.set(word, [i]);
    }
  const weight = (word: string) =>
    Math.log(1 + (before.length + 1) / ((holders.get(word)?.length ?? 0) + 0.5));
  const sum = (words: Iterable<string>) => [...words].reduce((all, word) => all + weight(word), 0);
  const sums = before.map(({ words }) => sum(words));
  const matches = new Map<string, string>();
  for (const one of fresh.map(read)) {
    const common = new Map<number, { words: number; weight: number }>();
    for (const word of one.words)
      for (const i of holders.get(word) ?? []) {
        const so = common.get(i) ?? { words: 0, weight: 0 };
        common.set(i, { words: so.words + 1, weight: so.weight + weight(word) });
      }
    const own = sum(one.words);
    let best: { id: string; share: number } | undefined;
    for (const [i, { words, weight: shared }] of common) {
      const [other, its] = [before[i], sums[i]];
      if (words < leastWords || other === undefined || its === undefined) continue;
      const fewer = Math.min(one.words.size, other.words.size);
      const share = (2 * shared) / (own + its);
      if (share < leastOfBoth || fewer - words > Math.floor(fewer / wordsForOneMissing)) continue;
      if (share > (best?.share ?? 0) && compatible(one, other)) best = { id: other.told.eventId, share };
    }
    if (best) matches.set(one.told.eventId, best.id);
  }
  return matches;
}
