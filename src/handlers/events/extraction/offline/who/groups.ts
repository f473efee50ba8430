import type { Clause } from '../grammar/clause.ts';
import { readings } from '../grammar/verb-group.ts';
import { adverbs, determiners, isPerson, notNames, people, roleNouns } from '../grammar/words.ts';
import type { Mention } from './mention.ts';

/** "Longer" is no one: nouns that are only recognised by their ending need an article, or to be many. */
const isGroup = (low: string, before: string | undefined): boolean =>
  isPerson(low) &&
  !/^(?:legal|extra|support|answers?|numbers?|members? of|other|others|sponsors?hip|project|everyone|everybody|someone|somebody)$/.test(
    low,
  ) &&
  (people.has(low) ||
    roleNouns.has(low) ||
    low.endsWith('s') ||
    /^(?:an?|the|this|that|another|one|some|our|each|every)$/.test(before ?? ''));

/** Nouns for people that nothing else names: "an attacker", "developers agree", "by the researcher". */
export function groupsIn(
  text: string,
  clause: Clause | undefined,
  verbAt: number | undefined,
): Pick<Mention, 'name' | 'place'>[] {
  const found: Pick<Mention, 'name' | 'place'>[] = [];
  if (clause !== undefined && verbAt !== undefined) {
    const words = clause.words.slice(0, clause.verb?.from ?? 0);
    const at = words.findLastIndex(({ low }, place) => isGroup(low, words[place - 1]?.low));
    // In "user experience improved" the users are not who acts.
    const isHead = words
      .slice(at + 1)
      .every(({ low }) => determiners.has(low) || adverbs.has(low) || /^(?:who|that|which|\W+)$/.test(low));
    if (at !== -1 && at >= words.length - 3 && (at === words.length - 1 || isHead)) {
      const phrase = [words[at]?.low ?? ''];
      for (let i = at - 1; i >= 0 && phrase.length < 3; i -= 1) {
        const low = words[i]?.low ?? '';
        if (!/^\p{Ll}[\p{L}-]+$/u.test(low) || determiners.has(low) || adverbs.has(low) || notNames.has(low))
          break;
        phrase.unshift(low);
      }
      found.push({ name: phrase.join(' '), place: 'group' });
    } else if (words.length > 0 && words.length < 4) {
      // "nikomatsakis wrote": a word in lower case that nothing else explains.
      for (const { raw, low } of words)
        if (
          raw === low &&
          /^\p{Ll}[\p{L}\p{N}_-]{2,}$/u.test(low) &&
          !determiners.has(low) &&
          !adverbs.has(low) &&
          !notNames.has(low) &&
          readings(low).length === 0
        )
          found.push({ name: low, place: 'bare' });
    }
  }
  for (const [, name = ''] of text.matchAll(byGroup)) {
    const last = name.split(' ').at(-1) ?? '';
    if (isGroup(last, 'the')) found.push({ name, place: 'by' });
  }
  return found;
}
const byGroup = /\bby (?:the |an? |our |some )?((?:\p{Ll}[\p{L}-]{1,24} )?\p{Ll}[\p{L}-]{2,24})(?!\p{L})/gu;
