import { isGivenName } from '../document/given-names.ts';
import { announces } from '../document/headings.ts';
import { isName } from '../grammar/clause.ts';
import { readings } from '../grammar/verb-group.ts';
import { listed, notNames, people, roleNouns } from '../grammar/words.ts';
import type { Registry } from './registry.ts';

/** Whether a run of capitalised words is a name, and which of them. */

/** Capitalised words that are rarely people. */
const things =
  /^(?:github|gitlab|slack|zoom|discord|google|docs?|api|apis|pr|prs|ci|cd|ui|ux|html|css|json|yaml|http|https|sql|url|linux|windows|macos|mac|ubuntu|debian|python|java|javascript|typescript|node|rust|go|ruby|php|docker|kubernetes|k8s|aws|gcp|azure|jira|faq|readme|todo|adr|rfc|spec|sdk|cli|gpu|cpu|ram|ip|dns|tls|ssl|ssh|id|ids|note|issue|issues|internet|english|german|french|spanish|europe|release|version|meeting|agenda|minutes|status|context|decision|consequences|action|actions|update|updates|summary|discussion|monday|tuesday|wednesday|thursday|friday|saturday|sunday|utc|gmt|pst|cet|est|ok|eof|lgtm|wip|tbd|montag|dienstag|mittwoch|donnerstag|freitag|lundi|mardi|mercredi|jeudi|vendredi|lunes|martes|miércoles|jueves|viernes|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|eur|euro|usd|chf|gbp|uhr|mez|mesz|cest|est|pdt|edt|top|am|pm|pt|et)$/i;

/** Words that only the beginning of a sentence capitalises, in French, Spanish and German; articles before a body, too. */
const openers =
  listed(`le la les l un une des du au aux ce cet cette ces il elle ils elles on nous vous je dans pour par sur sous avec
  sans après avant lors depuis pendant selon suite afin si comme mais donc car que qui quand chaque tous toutes tout aucun aucune son sa
  ses leur leurs notre nos votre vos mon ma mes plusieurs certains certaines autre autres après en et ou y el los las una unos unas al del
  lo se con por para sin sobre tras según este esta estos estas esa ese esos esas cada todo toda todos todas su sus nuestro nuestra
  nuestros nuestras pero como cuando der die das den dem des ein eine einen einem einer es wir sie er ich ihr due according prior
  similar contrary regarding concerning further instead difficult impossible unable unclear willing reminder answer question idea`);
/** "Can't", "It's". */
const contracted = /(?:n['’]t|['’](?:s|ll|ve|re|d|m))$/;

/** German writes every noun with a capital: a name is known, or has a given name, an acronym or a word like OpenStreetMap. */
const isGermanName = (parts: readonly string[], registry: Registry): boolean =>
  registry.isKnown(parts[0] ?? '') ||
  isGivenName(parts[0] ?? '') ||
  (parts.length > 1 &&
    !inArticle.test(parts[0] ?? '') &&
    parts.some((part) => /\p{Lu}{2}|\p{Ll}\p{Lu}/u.test(part)));
const inArticle =
  /^(?:der|die|das|den|dem|des|eine?[nmrs]?|diese[nmrs]?|jede[nmrs]?|alle[nmrs]?|welche[nmrs]?|unsere?[nmrs]?)$/i;

/** A name that ends so is of no one: "Final Due Date", "Summer Event". */
const endsAsThing =
  /(?:^| )(?:dates?|deadlines?|times?|events?|meetings?|slides?|reports?|documents?|pages?|plans?|schedules?|roadmaps?|notes?|emails?|surveys?|forms?|timelines?)$/i;

const initial = /^\p{Lu}\.$/u;
/** "M. Patel", and no "A. Budget": what follows an initial is no word of another kind. */
const isSurname = (word: string): boolean =>
  initial.test(word) ||
  (/^\p{Lu}\p{L}/u.test(word) &&
    !notNames.has(word.toLowerCase()) &&
    !things.test(word) &&
    !roleNouns.has(word.toLowerCase()) &&
    announces(word) === undefined);

/** A run as a name: without words that are capitalised for another reason; undefined when nothing is left. */
export function nameIn(
  words: string,
  starts: boolean,
  registry: Registry,
  german: boolean,
): string | undefined {
  if (registry.isKnown(words)) return words;
  const parts = words.split(' ');
  // "JC Suggests …": the verb of a headline is no part of the name.
  const verb = parts.findIndex((part, at) => at > 0 && readings(part.toLowerCase()).length > 0);
  if (verb > 0 && registry.isKnown(parts.slice(0, verb).join(' '))) return parts.slice(0, verb).join(' ');
  while (parts.length > 0) {
    const [first = '', second = ''] = parts;
    if (!german && initial.test(first) && isSurname(second)) break;
    const low = first.toLowerCase().replace(/\.$/, '');
    const full = low.replace(contracted, '');
    const drop =
      (german && !isGermanName(parts, registry)) ||
      notNames.has(low) ||
      (full !== low &&
        (notNames.has(full) ||
          /^(?:ca|wo|do|does|did|is|are|was|were|has|have|had|could|should|would)$/.test(full))) ||
      (starts && openers.has(low)) ||
      things.test(low) ||
      roleNouns.has(low) ||
      (people.has(low) && parts.length === 1) ||
      (parts.length === 1 && registry.isOrdinary(first.replace(/['’]s$|[.,]$/, ''))) ||
      (starts &&
        parts.length === words.split(' ').length &&
        !isName({ raw: first, low }, true) &&
        !registry.isKnown(first) &&
        (!/^\p{Lu}{2,}/u.test(first) || readings(low).length > 0));
    if (!drop) break;
    parts.shift();
  }
  while (
    parts.length > 0 &&
    /^(?:of|the|for|and|van|von|de|da|di|del|la|le|der|du|des)$/.test(parts[0] ?? '')
  )
    parts.shift();
  const name = parts.join(' ').replace(/['’]s$|[.,]$/, '');
  // "Meeting", "Réunion": what a heading announces is no one.
  if (!name.includes(' ') && announces(name) !== undefined && !registry.isKnown(name)) return undefined;
  if (endsAsThing.test(name) && !registry.isKnown(name)) return undefined;
  // "R6" is a release, "Q2" a quarter.
  if (name.length < 2 || /^\p{Lu}(?:\.|\d{1,2})?$/u.test(name)) return undefined;
  return name;
}
