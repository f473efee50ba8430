import { isGivenName } from '../document/given-names.ts';
import { announces } from '../document/headings.ts';
import { type Clause, isName } from '../grammar/clause.ts';
import { readings } from '../grammar/verb-group.ts';
import { adverbs, determiners, isPerson, notNames, people, roleNouns } from '../grammar/words.ts';
import { partiesIn } from './parties.ts';
import type { Registry } from './registry.ts';

/** A person or party that a text mentions, and its part in the sentence. */
export type Mention = {
  name: string;
  /** `label`: before a colon or a dash; `subject`: before the verb; `tail`: in brackets at the end. */
  place:
    | 'label'
    | 'subject'
    | 'by'
    | 'with'
    | 'to'
    | 'from'
    | 'tail'
    | 'handle'
    | 'object'
    | 'party'
    | 'opener'
    | 'group'
    | 'bare'
    | 'vocative';
  /** The word before, in lower case. */
  word: string;
};

/** SED4906 is one, 3G is none. */
const word = String.raw`[\p{Lu}][\p{L}\p{M}\p{N}'’-]*\.?`;
const joiner = '(?:of|the|for|van|von|de|da|di|del|la|le|der|du|des)';
/** A run of capitalised words. */
const run = new RegExp(String.raw`(?<![\p{L}\p{N}@_./-])${word}(?: (?:${joiner} )?${word}){0,4}`, 'gu');
const handle = /(?<![\p{L}\p{N}./])@\*{0,2}([\p{L}\p{N}][\p{L}\p{N}_-]{1,38})/gu;
const single = /(?<![\p{L}\p{N}@_./-])[\p{L}\p{N}][\p{L}\p{N}_'’-]{1,38}/gu;
/** Capitalised words that are rarely people. */
const things =
  /^(?:github|gitlab|slack|zoom|discord|google|docs?|api|apis|pr|prs|ci|cd|ui|ux|html|css|json|yaml|http|https|sql|url|linux|windows|macos|mac|ubuntu|debian|python|java|javascript|typescript|node|rust|go|ruby|php|docker|kubernetes|k8s|aws|gcp|azure|jira|faq|readme|todo|adr|rfc|spec|sdk|cli|gpu|cpu|ram|ip|dns|tls|ssl|ssh|id|ids|note|issue|issues|internet|english|german|french|spanish|europe|release|version|meeting|agenda|minutes|status|context|decision|consequences|action|actions|update|updates|summary|discussion|monday|tuesday|wednesday|thursday|friday|saturday|sunday|utc|gmt|pst|cet|est|ok|eof|lgtm|wip|tbd|montag|dienstag|mittwoch|donnerstag|freitag|lundi|mardi|mercredi|jeudi|vendredi|lunes|martes|miércoles|jueves|viernes|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|eur|euro|usd|chf|gbp|uhr|mez|mesz|cest|est|pdt|edt|top)$/i;

/** The mentions in a text, in order. */
export function mentionsIn(
  text: string,
  registry: Registry,
  clause: Clause | undefined,
  german = false,
): Mention[] {
  const body = text.slice(0, 600);
  const verbAt = verbOffset(body, clause);
  const found: (Mention & { start: number })[] = [];
  const add = (name: string, start: number, end: number, kind?: Mention['place']) => {
    if (found.some((one) => start < one.start + one.name.length && one.start < end)) return;
    const before =
      /(?<![\p{L}'’])([\p{L}'’]{1,24})[\s"“(*_`@-]{0,8}$/u
        .exec(body.slice(Math.max(0, start - 24), start))?.[1]
        ?.toLowerCase() ?? '';
    found.push({ name, start, word: before, place: kind ?? placeOf(body, start, end, before, verbAt) });
  };
  for (const match of body.matchAll(handle)) {
    const [before = ''] =
      /(?<!\p{L})\p{L}{1,12}(?=\s{1,2}$)/u.exec(body.slice(Math.max(0, match.index - 12), match.index)) ?? [];
    const place = placeOf(body, match.index, match.index + match[0].length, before.toLowerCase(), verbAt);
    add(match[1] ?? '', match.index, match.index + match[0].length, place === 'object' ? 'handle' : place);
  }
  for (const match of body.matchAll(run)) {
    const name = nameIn(
      match[0],
      match.index === 0 || /[.!?:]\s*$/.test(body.slice(0, match.index)),
      registry,
      german,
    );
    if (name === undefined) continue;
    const start = match.index + match[0].indexOf(name);
    // One unknown word at the start may be capitalised for its place alone.
    const opens = /^[^\p{L}]*$/u.test(body.slice(0, start)) && !name.includes(' ') && !registry.isKnown(name);
    const place = placeOf(body, start, match.index + match[0].length, '', verbAt);
    add(name, start, match.index + match[0].length, opens && place === 'subject' ? 'opener' : undefined);
  }
  for (const match of body.matchAll(single)) {
    const raw = match[0].replace(/_+$/, '');
    const low = raw.toLowerCase();
    if (registry.words.has(low) && (low.length > 3 || raw === raw.toUpperCase()) && !ordinary.has(low))
      add(raw, match.index, match.index + match[0].length);
  }
  for (const { name, start, end, by } of partiesIn(body, german))
    add(name, start, end, by ? 'by' : verbAt === undefined || start < verbAt ? 'party' : 'object');
  for (const { name, place } of groupsIn(body, clause, verbAt)) {
    const start = body.toLowerCase().indexOf(name);
    if (start !== -1) add(name, start, start + name.length, place);
  }
  for (const [all, bracketed, first] of body.matchAll(tagged)) {
    const name = bracketed ?? first ?? '';
    const start = body.indexOf(name);
    if (/\p{L}{2}/u.test(name) && !notNames.has(name) && !announces(name))
      add(name, start, all.length, 'label');
  }
  return found.sort((a, b) => a.start - b.start).slice(0, 8);
}

/** `conda: …`, `[mamba] …`: who, in lower case, before what they do. */
const tagged =
  /^[\s*•-]{0,6}(?:\[([\p{Ll}\p{N}][\p{L}\p{N}_-]{1,24})\]\s|[_*]{0,2}([\p{Ll}][\p{L}\p{N}-]{0,23}[\p{L}\p{N}])[_*]{0,2} ?:[_*]{0,2}\s)/gu;

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
function groupsIn(
  text: string,
  clause: Clause | undefined,
  verbAt: number | undefined,
): Pick<Mention, 'name' | 'place'>[] {
  const found: Pick<Mention, 'name' | 'place'>[] = [];
  if (clause !== undefined && verbAt !== undefined) {
    const words = clause.words.slice(0, clause.verb?.from ?? 0);
    const at = words.findLastIndex(({ low }, place) => isGroup(low, words[place - 1]?.low));
    if (at !== -1 && at >= words.length - 3) {
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

const ordinary = new Set(
  'will mark may can all team note just like time next open work code data'.split(' '),
);

/** Where the verb stands, so that those before it are the subject. */
function verbOffset(text: string, clause: Clause | undefined): number | undefined {
  const verb = clause?.verb;
  if (clause === undefined || verb === undefined) return undefined;
  let at = 0;
  for (const { raw } of clause.words.slice(0, verb.from + 1)) {
    const next = text.indexOf(raw, at);
    if (next !== -1) at = next + (clause.words[verb.from]?.raw === raw ? 0 : raw.length);
  }
  return at;
}

function placeOf(
  text: string,
  start: number,
  end: number,
  before: string,
  verbAt: number | undefined,
): Mention['place'] {
  const after = text.slice(end, end + 12);
  const head = text.slice(0, start);
  if (/^[\s*_-]*[([]$/.test(head) && /^[)\]]/.test(after)) return 'label';
  if (/^[\s*_\d[\]().-]*$/.test(head) && /^[*_\])]*(?: ?\([^()]*\))? ?(?::|[-–—]\s|→|to\s)/u.test(after))
    return 'label';
  if (/(?:,| and| &|\/)\s*$/.test(head) && /^[*_]*\s*(?::|[-–—]\s)/.test(after) && start < 60) return 'label';
  if (/^(?:by|par|von|durch|por)$/.test(before)) return 'by';
  if (/^(?:with|mit|avec|con)$/.test(before)) return 'with';
  if (/^(?:to|for|an|für|à|pour|para)$/.test(before)) return 'to';
  if (/^(?:from|aus|de)$/.test(before)) return 'from';
  if (/[([]\s*@?$/.test(head) && /^[^()]{0,12}[)\]]\.?\s*$/.test(after)) return 'tail';
  if (/[-–—>]\s*@?$/.test(head) && /^\s*[.)]?$/.test(after)) return 'tail';
  return verbAt !== undefined ? (start < verbAt ? 'subject' : 'object') : start < 25 ? 'subject' : 'object';
}

/** German writes every noun with a capital: a name is known, or has a given name, an acronym or a word like OpenStreetMap. */
const isGermanName = (parts: readonly string[], registry: Registry): boolean =>
  registry.isKnown(parts[0] ?? '') ||
  isGivenName(parts[0] ?? '') ||
  (parts.length > 1 &&
    !inArticle.test(parts[0] ?? '') &&
    parts.some((part) => /\p{Lu}{2}|\p{Ll}\p{Lu}/u.test(part)));
const inArticle =
  /^(?:der|die|das|den|dem|des|eine?[nmrs]?|diese[nmrs]?|jede[nmrs]?|alle[nmrs]?|welche[nmrs]?|unsere?[nmrs]?)$/i;

/** A run as a name: without words that are capitalised for another reason; undefined when nothing is left. */
function nameIn(words: string, starts: boolean, registry: Registry, german: boolean): string | undefined {
  if (registry.isKnown(words)) return words;
  const parts = words.split(' ');
  // "JC Suggests …": the verb of a headline is no part of the name.
  const verb = parts.findIndex((part, at) => at > 0 && readings(part.toLowerCase()).length > 0);
  if (verb > 0 && registry.isKnown(parts.slice(0, verb).join(' '))) return parts.slice(0, verb).join(' ');
  while (parts.length > 0) {
    const [first = ''] = parts;
    const low = first.toLowerCase().replace(/\.$/, '');
    const drop =
      (german && !isGermanName(parts, registry)) ||
      notNames.has(low) ||
      things.test(low) ||
      roleNouns.has(low) ||
      (people.has(low) && parts.length === 1) ||
      (starts &&
        parts.length === words.split(' ').length &&
        !isName({ raw: first, low }, true) &&
        !registry.isKnown(first) &&
        !/^\p{Lu}{2,}/u.test(first));
    if (!drop) break;
    parts.shift();
  }
  while (
    parts.length > 0 &&
    /^(?:of|the|for|and|van|von|de|da|di|del|la|le|der|du|des)$/.test(parts[0] ?? '')
  )
    parts.shift();
  const name = parts.join(' ').replace(/['’]s$|[.,]$/, '');
  if (name.length < 2 || /^\p{Lu}\.?$/u.test(name)) return undefined;
  return name;
}
