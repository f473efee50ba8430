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
    (before === undefined && people.has(`${low}s`)) ||
    providers.test(low) ||
    /^(?:an?|the|this|that|another|one|some|our|each|every)$/.test(before ?? ''));

const providers = /^(?:provider|supplier|maintainer|contributor|researcher)$/;

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
      .every(
        ({ low }) =>
          determiners.has(low) || adverbs.has(low) || /^(?:who|that|which|\W+|[a-z]{3,}ly)$/.test(low),
      );
    if (at !== -1 && at >= words.length - 3 && (at === words.length - 1 || isHead)) {
      const phrase = [words[at]?.low ?? ''];
      for (let i = at - 1; i >= 0 && phrase.length < 3; i -= 1) {
        const { raw = '', low = '' } = words[i] ?? {};
        if (!/^\p{Ll}[\p{L}-]+$/u.test(low) || determiners.has(low) || adverbs.has(low) || notNames.has(low))
          break;
        phrase.unshift(raw);
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
          !low.endsWith('ly') &&
          readings(low).length === 0
        )
          found.push({ name: low, place: 'bare' });
    }
  }
  if (clause !== undefined) {
    // "… where core developers have to moderate": subjects of other clauses.
    for (const [, name = '', verb = ''] of text.matchAll(acting)) {
      const parts = name.split(' ');
      if (
        isGroup(parts.at(-1)?.toLowerCase() ?? '', undefined) &&
        (auxiliary.test(verb) || readings(verb).length > 0)
      )
        found.push({
          name: parts.filter((part, at) => at === parts.length - 1 || !isLesser(part)).join(' '),
          place: 'clause',
        });
    }
  }
  for (const [, name = ''] of text.matchAll(byGroup)) {
    const last = name.split(' ').at(-1) ?? '';
    if (isGroup(last, 'the')) found.push({ name, place: 'by' });
  }
  return found;
}
const isLesser = (part: string): boolean =>
  determiners.has(part.toLowerCase()) || adverbs.has(part.toLowerCase()) || notNames.has(part.toLowerCase());
const acting =
  /(?<![\p{L}\p{N}'’-])((?:[\p{L}][\p{L}-]{1,24} ){0,1}\p{Ll}[\p{L}-]{2,24}s|(?:[\p{L}][\p{L}-]{1,24} )?(?:team|staff|community|provider|support)) (\p{Ll}{2,14})(?!\p{L})/gu;
const auxiliary =
  /^(?:have|has|had|are|is|were|was|will|would|should|can|could|may|might|must|do|did|need|agree|decided)$/;
const byGroup = /\bby (?:the |an? |our |some )?((?:\p{Ll}[\p{L}-]{1,24} )?\p{Ll}[\p{L}-]{2,24})(?!\p{L})/gu;
