import type { Category } from '../../domain/event.ts';
import { announces, columns } from '../document/headings.ts';
import { namesInList } from '../document/names.ts';
import { vacant } from '../document/owners.ts';
import type { Candidate, Context } from '../features/context.ts';
import type { ActorChoice, ActorOption } from './choose.ts';
import { followedBy } from './follows.ts';
import { formOf } from './form.ts';
import { isLineOfNames, isOfNames, isPersonal, looksOf } from './looks.ts';
import { isMatter } from './matter.ts';
import type { Mention } from './mention.ts';
import { earlier, mentionsOf } from './mentioned.ts';
import { mentionsIn } from './mentions.ts';
import { personOf } from './person.ts';
import type { Registry } from './registry.ts';
import { bracketed, leadIn, reporterIn } from './sections.ts';

/** What the document says beside the unit. */
export type Company = {
  authors: readonly string[];
  deciders: readonly string[];
  body: string | undefined;
  project: string | undefined;
  /** The organisation that it is a report of. */
  reporting: string | undefined;
  /** How much the document speaks of "we". */
  we: 'never' | 'seldom' | 'often';
  /** Whether its words speak of a team or community of the project. */
  party: boolean;
  /** Whether the title, or the text of itself, names the project. */
  titled: boolean;
  /** How much the document speaks of "I". */
  self: 'no' | 'some' | 'mostly';
  /** Whether it speaks of "the team" that no more is said of. */
  team: boolean;
};

const conversations: ReadonlySet<string> = new Set(['chat', 'mail', 'thread']);

export function actorOptions(
  candidate: Candidate,
  category: Category,
  { language, genre }: Context,
  registry: Registry,
  company: Company,
): ActorChoice {
  const { unit, features: known } = candidate;
  const { block, text } = unit;
  const options = new Map<string, ActorOption>();
  const mentions = mentionsOf(candidate, registry, language);
  const person = personOf(text, language);
  const certain = ({ name, place }: Mention) =>
    place === 'label' ||
    place === 'party' ||
    (place === 'subject' && (registry.isKnown(name) || / /.test(name)));
  const subject = mentions.some(certain) ? 'named' : mentions.length > 0 ? 'others' : 'nobody';
  const form = formOf(known, text, language);
  const add = (ref: string | undefined, source: string, more: readonly string[] = []) => {
    const name = ref === undefined ? '' : registry.resolve(ref).slice(0, 200);
    if (name === '') return;
    const features = [
      'bias',
      `source:${source}`,
      `${source}:${category}`,
      `${source}:${person}`,
      `${source}:${subject}`,
      `${source}:${person}:${subject}`,
      `${source}:${genre}`,
      `${source}:${form}`,
      `${source}:${registry.isKnown(name) ? 'known' : 'unknown'}`,
      / /.test(name) ? `${source}:full` : `${source}:single`,
      ...looksOf(ref ?? '', registry).map((look) => `${source}:${look}`),
      ...(name === company.project || name === company.body
        ? ['ours', `ours:${source}`, `ours:${person}`]
        : []),
      ...more,
    ];
    // "Homebrew" and "Homebrew team" are one, and so are "the board" and "Board".
    const key = name.toLowerCase().replace(/^the | team$/g, '');
    const before = options.get(key);
    if (before === undefined) options.set(key, { ref: name, features: [...new Set(features)] });
    else before.features = [...new Set([...before.features, ...features])];
  };
  const owners = block.cells.filter(({ head }) => columns.owner.test(head)).map(({ text: value }) => value);
  for (const value of owners) for (const name of namesInList(value)) add(name, 'owner');
  const { assigned } = block;
  const given = assigned === undefined ? 'ungiven' : assigned.everyone ? 'everyone' : `given:${assigned.by}`;
  for (const name of assigned?.owners ?? [])
    add(name, 'assigned', [`assigned:by:${assigned?.by}`, `assigned:by:${assigned?.by}:${category}`]);
  if (block.cells.length === 2 && columns.owner.test(block.cells[0]?.text ?? ''))
    for (const name of namesInList(block.cells[1]?.text ?? '')) add(name, 'owner');
  for (const mention of mentions) {
    if (isMatter(mention, category, { text, form, person, registry })) continue;
    const { name, place, word } = mention;
    const follows = followedBy(text, name, language);
    add(name, place, [
      `${place}:before:${word}`,
      `${place}:${/^[^\p{L}\p{N}]*$/u.test(text.slice(0, Math.max(0, text.indexOf(name)))) ? 'head' : 'inside'}`,
      ...follows.map((what) => `${place}:then:${what}`),
      ...(known.includes('looks:actor') || follows.includes('act') || follows.includes('aux')
        ? [`${place}:acts`]
        : []),
      ...(known.includes('looks:todo') ? [`${place}:todo`] : []),
      ...(candidate.clause?.verb?.classes ?? []).map((kind) => `${place}:kind:${kind}`),
      ...(leadsTo(candidate, name) ? [`${place}:adjacent`, `${place}:adjacent:${form}`] : []),
    ]);
  }
  const german = language === 'de';
  // "Parity (Fred)", "Dimitry update", "Fred:", "Ana Lopez, Ben Ito": what follows is theirs.
  const leads =
    /^[^\p{L}]*\p{L}[\p{L}'-]*(?: updates?)?:?$/iu.test(block.parent ?? '') &&
    !/^[^\p{L}]*\p{Lu}{3,}:?$/u.test(block.parent ?? '') &&
    announces(block.parent ?? '') === undefined;
  // The first word of a longer one is hardly anyone: "Budget for the next year", "Fermeture du local en mai".
  const long = (block.parent?.split(/\s+/, longLine + 1).length ?? 0) > longLine;
  const parent =
    block.parent === undefined
      ? []
      : mentionsIn(block.parent, registry, undefined, german).filter(
          ({ name, place }) => !long || place !== 'opener' || isPersonal(name, registry),
        );
  const isLine = parent.length > 0 && isOfNames(block.parent ?? '', parent, registry);
  for (const { name, place } of parent)
    add(
      name,
      isLine
        ? 'line'
        : place === 'tail' || place === 'label' || leads || registry.isKnown(name)
          ? 'parent'
          : 'parent-other',
      [`parent:${place}`, `parent:${place}:${parent.length > 1 ? 'several' : 'one'}`],
    );
  // In the round of a meeting, all below a name is of that person.
  const round = isLine
    ? undefined
    : block.above?.slice(1).find((line) => isLineOfNames(line, registry, german));
  for (const { name } of round === undefined ? [] : mentionsIn(round, registry, undefined, german))
    add(name, 'line', ['line:round']);
  const heading = block.path.at(-1)?.text ?? '';
  for (const { name } of mentionsIn(heading, registry, undefined, german).slice(0, 2))
    if (registry.isKnown(name)) add(name, 'heading');
  const reporter = [
    ...block.path.map(({ text: above }) => above),
    ...(block.above ?? []).filter(endsOpen).toReversed(),
  ]
    .map((above) => reporterIn(above, registry))
    .findLast((name) => name !== undefined);
  const led = block.lead === undefined ? undefined : leadIn(block.lead, registry, german);
  // "What I tried:"
  const mine =
    block.speaker === undefined && personOf(block.parent ?? block.lead ?? heading, language) === 'I';
  const told = reporter ?? led;
  for (const teller of told === undefined ? (mine ? company.authors : []) : [told])
    add(teller, 'reporter', [`reporter:${block.kind}`]);
  for (const { owners } of block.path) for (const name of owners) add(name, 'section');
  for (const name of bracketed(block.path, registry)) add(name, 'section');
  // "I" is who writes, not who was named before.
  const named = new Set(mentions.map(({ name }) => registry.resolve(name)));
  const pointed = (person === 'I' ? [] : earlier(candidate, registry, language)).filter(
    // Whom the sentence names itself no "he" of it is.
    ({ name }) => !named.has(registry.resolve(name)),
  );
  for (const { name, place, steps, within } of pointed)
    add(name, 'earlier', [
      `earlier:in:${within}`,
      `earlier:in:${within}:${place}`,
      `earlier:in:${within}:${person}`,
      `earlier:${place}`,
      `earlier:${place}:${steps}`,
      `earlier:steps:${steps}`,
      `earlier:${place}:${person}`,
    ]);
  if (company.body !== undefined)
    add(company.body, 'body', [
      `body:${category}:${form}`,
      `body:${category}:${person}`,
      `body:${person}:${form}`,
      `body:told:${company.we}`,
      `body:told:${company.we}:${person}`,
    ]);
  const signed = company.authors.length === 0 ? 'anonymous' : 'signed';
  const self = [
    `self:${company.self}:${person}`,
    `self:${company.self}:${genre}`,
    `self:${company.self}:${subject}:${form}`,
    `self:${company.self}:${block.kind}:${subject}`,
  ];
  if (block.speaker !== undefined && block.kind === 'item')
    add(block.speaker, 'voice', [`voice:${unit.first}`]);
  else if (block.speaker !== undefined) {
    add(block.speaker, 'speaker', [`speaker:${block.kind}`]);
    if (category === 'Collaboration' || person === 'you') add(block.listener, 'listener');
  } else
    for (const name of company.authors)
      add(
        name,
        'author',
        self.map((one) => `author:${one}`),
      );
  // "We" of a document that nobody speaks in.
  const titled = company.project === undefined ? 'none' : company.titled ? 'titled' : 'untitled';
  const party = company.party ? 'party' : 'thing';
  const ways =
    company.reporting === undefined
      ? [
          `${person}:${company.we}`,
          `${titled}:${party}`,
          `${titled}:${party}:${person}`,
          `${titled}:${company.we}`,
          `${person}:${genre}`,
          `own:${company.team}`,
          `own:${company.team}:${person}`,
        ]
      : [`reporting:${person}`, `reporting:${person}:${subject}`];
  // A project is one who acts when the title or its own words say so; what is only often mentioned may be a tool.
  const collective =
    company.project !== undefined && (party === 'party' || (titled === 'titled' && !company.team))
      ? company.project
      : undefined;
  // In a conversation, "we" are those who talk.
  if (
    block.speaker === undefined &&
    !conversations.has(genre) &&
    // "I" is one.
    !(person === 'I' && company.authors.length > 0) &&
    (person === 'we' || company.team || company.we === 'often' || collective !== undefined)
  ) {
    if (company.reporting !== undefined) add(company.reporting, 'reporting', [`reporting:${person}:${form}`]);
    else
      add(
        collective === undefined ? 'the team' : person === 'we' ? `${collective} team` : collective,
        'team',
        [
          ...ways.map((one) => `team:${one}`),
          `team:${signed}`,
          `team:self:${company.self}:${signed}`,
          `team:${company.body === undefined ? 'nobody' : 'body'}`,
        ],
      );
  }
  if (category === 'Decision' || category === 'Feedback')
    for (const name of company.deciders) add(name, 'decider');
  const nobody = [
    'nobody',
    `nobody:${category}`,
    `nobody:${genre}`,
    `nobody:${genre}:${category}`,
    `nobody:${person}`,
    `nobody:${subject}`,
    `nobody:${person}:${subject}`,
    `nobody:${form}`,
    `nobody:${form}:${person}`,
    `nobody:${block.kind}`,
    `nobody:${given}`,
    `nobody:${given}:${category}`,
    `nobody:we:${company.we}`,
    ...ways.map((one) => `nobody:${one}`),
    `nobody:body:${company.body === undefined ? 'no' : 'yes'}`,
    `nobody:${block.speaker === undefined ? 'unspoken' : 'spoken'}`,
    `nobody:${signed}`,
    ...(block.speaker === undefined ? self.map((one) => `nobody:${signed}:${one}`) : []),
    ...known
      .filter((name) => /^(?:heading:[^:]+|looks:(?:todo|did|doing|order|actor)|subject:\w+)$/.test(name))
      .map((name) => `nobody:${name}`),
  ];
  const isVacant = owners.length > 0 && owners.every((value) => vacant.test(value.trim()));
  return { options: isVacant ? [] : [...options.values()].slice(0, 14), nobody };
}

/** Words of a line that is more than a name, a role or a project. */
const longLine = 3;

/** An item that others stand below: "Ana reports:". */
const endsOpen = (line: string): boolean => line.trimEnd().endsWith(':');

/** Whether the verb follows the name at once. */
const leadsTo = ({ clause }: Candidate, name: string): boolean => {
  const before = clause?.verb === undefined ? undefined : clause.words[clause.verb.from - 1]?.raw;
  return before !== undefined && name.endsWith(before);
};
