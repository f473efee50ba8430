import type { DocumentModel } from '../document/block.ts';
import { isGivenName } from '../document/given-names.ts';
import { authorsIn } from '../document/names.ts';
import { bodyOf } from './body.ts';
import { linkedName } from './linked-name.ts';
import { reportingIn } from './reporting.ts';
import { selfIn, weIn } from './told.ts';

/** The party, the project and the author that a document speaks for. */

const capitalised = /(?<=[\p{Ll},;(] )(?:\p{Lu}[\p{L}\p{N}.-]*\p{L})(?: \p{Lu}[\p{L}\p{N}-]*\p{L}){0,2}/gu;
const general =
  /^(?:i|we|the|a|an|it|this|github|gitlab|google|slack|api|pr|ci|adr|rfc|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|utc|javascript|python|linux|windows|macos|docker|kubernetes)$/i;
const leastNamed = 3;

/**
 * The project that "we" of a document may be: the name that its links are to as well, if its words speak of a party of that name; else
 * the name that its sentences use most, above all one of the title; else any that its links are to. In German every noun looks like
 * a name.
 */
function projectOf(
  text: string,
  title: string | null,
  model: DocumentModel,
  language: string,
): string | undefined {
  const body = text.slice(0, 60_000);
  const people = new Set([...model.names].map((name) => name.toLowerCase()));
  const isOrdinary = ordinaryIn(body);
  const isOther = (name: string) => general.test(name) || people.has(name.toLowerCase());
  const linked = linkedName(body, title, (name) => isOther(name) || isOrdinary(name));
  if (linked?.isParty) return linked.name;
  return (language === 'de' ? undefined : mostUsed(body, title, isOther, isOrdinary)) ?? linked?.name;
}

function mostUsed(
  body: string,
  title: string | null,
  isOther: (name: string) => boolean,
  isOrdinary: (name: string) => boolean,
): string | undefined {
  const counts = new Map<string, number>();
  for (const [name] of body.matchAll(capitalised))
    if (!isOther(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const ranked = [...counts]
    .filter(([name, count]) => count >= leastNamed && !isOrdinary(name))
    .map(([name, count]) => [name, title?.includes(name) ? count * 3 : count] as const)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 10)
    .map(([name, count]) => [name, count * (isParty(name, body) ? 2 : 1)] as const)
    .sort((a, b) => b[1] - a[1]);
  return ranked[0]?.[0];
}

const plainWord = /(?<![\p{L}\p{N}_./-])\p{Ll}[\p{L}\p{N}-]*(?![\p{L}\p{N}_/-])/gu;

/** Whether a word is written small about as often: "Database" of a text that says "the database". */
function ordinaryIn(text: string): (name: string) => boolean {
  const small = new Map<string, number>();
  for (const [word] of text.matchAll(plainWord)) small.set(word, (small.get(word) ?? 0) + 1);
  return (name) => (small.get(name.toLowerCase()) ?? 0) * 2 >= text.split(name).length - 1;
}

/** Whether a text speaks of the team, the community or the maintainers of a name. */
const isParty = (name: string, text: string): boolean =>
  [
    'team',
    'community',
    'maintainer',
    'organi',
    'project',
    'group',
    'staff',
    'developers',
    'contributors',
  ].some((noun) => text.includes(`${name} ${noun}`) || text.includes(`${name}'s ${noun}`));

/** Words of names that no person has. */
const organised =
  /(?<!\p{L})(?:team|foundation|association|group|council|committee|board|project|community|network|initiative|cent(?:re|er)|zentrum|service|division|collective|society|federation|freifunk|stiftung|bund|gesellschaft|genossenschaft|universität|hochschule|fédération|fondation|collectif|ministère|direction|coopérative|institute|university|ministry|agency|office|department|consortium|cooperative|union|club|labs?|inc|ltd|llc|gmbh|eg|ev|e\. ?v|verein|vorstand|redaktion|équipe|conseil|ville|mairie|asociación|fundación|equipo|junta|ayuntamiento)(?!\p{L})/iu;
/** How much more often a text has the first word of a name than the name, where the word is no given name. */
const wordOfIts = 3;

/** Whether an author is no person: by a word of the name, as an abbreviation, or as the text uses its first word by itself. */
export function isOrganisation(author: string, text: string): boolean {
  if (organised.test(author) || /^\p{Lu}{2,6}$|^\p{Lu}[\p{L}]{1,6}-\p{Lu}{2,6}$/u.test(author)) return true;
  const [first = '', ...more] = author.split(' ');
  if (more.length === 0 || first.length < 4 || isGivenName(first)) return false;
  const body = text.slice(0, 60_000);
  const count = (part: string) => body.split(part).length - 1;
  return count(first) - count(author) >= wordOfIts;
}

/** "The team decided", "our team": a text that calls its "we" so. */
const ownTeam =
  /(?<!\p{L})(?:the|our|das|unser|l['’]|notre|el|nuestro) ?(?:team|équipe|equipo)(?!\p{L}| (?:of|für|von|de|der|des)(?!\p{L}))/iu;

/** What the document says of those who act in it. */
export function companyOf(
  author: string | null,
  title: string | null,
  model: DocumentModel,
  text: string,
  language: string,
) {
  const we = weIn(text);
  const reporting = reportingIn(title, text, we !== 'never', language);
  const project = reporting ?? projectOf(text, title, model, language);
  const signed = author ?? model.sender;
  const organisation = signed !== undefined && isOrganisation(signed, text) ? signed : undefined;
  return {
    authors: organisation !== undefined || signed === undefined ? [] : authorsIn(signed),
    deciders: model.deciders,
    body: organisation ?? bodyOf(title, model, text),
    team: ownTeam.test(text.slice(0, 60_000)),
    project,
    reporting,
    party: project !== undefined && (reporting !== undefined || isParty(project, text.slice(0, 60_000))),
    titled: project !== undefined && (reporting !== undefined || title?.includes(project) === true),
    we,
    self: selfIn(text),
  };
}
