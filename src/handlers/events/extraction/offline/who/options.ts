import type { Category } from '../../domain/event.ts';
import { columns } from '../document/headings.ts';
import { namesInList } from '../document/names.ts';
import type { Candidate, Context } from '../features/context.ts';
import { mentionsIn } from './mentions.ts';
import type { Registry } from './registry.ts';

/** Someone who may be the actor of an event, with the reasons. */
export type ActorOption = { ref: string; features: string[] };

/** What the document says beside the unit. */
export type Company = {
  author: string | undefined;
  deciders: readonly string[];
  body: string | undefined;
  project: string | undefined;
};

const pronoun = {
  I: /(?<!\p{L})(?:i|i'm|i've|i'll|i'd|me|my|ich|mir|mich|je|j'|moi|yo)(?![\p{L}])/iu,
  we: /(?<!\p{L})(?:we|we're|we've|we'll|us|our|wir|uns|nous|notre|on|nosotros|nuestr\p{L}*|\p{L}+mos)(?![\p{L}])/iu,
  you: /(?<!\p{L})(?:you|your|du|ihr|euch|vous|votre|tu|usted)(?![\p{L}])/iu,
  they: /(?<!\p{L})(?:he|she|they|er|sie|il|elle|ils|elles|él|ella|ellos)(?![\p{L}])/iu,
};

export function actorOptions(
  { unit, features: known, clause }: Candidate,
  category: Category,
  { language, genre }: Context,
  registry: Registry,
  company: Company,
): ActorOption[] {
  const { block, text } = unit;
  const options = new Map<string, ActorOption>();
  const mentions = mentionsIn(text, registry, clause, language === 'de');
  const person = pronoun.I.test(text)
    ? 'I'
    : pronoun.we.test(text)
      ? 'we'
      : pronoun.they.test(text)
        ? 'they'
        : pronoun.you.test(text)
          ? 'you'
          : 'none';
  const subject = mentions.some(
    ({ place, name }) =>
      place === 'label' ||
      place === 'party' ||
      (place === 'subject' && (registry.isKnown(name) || / /.test(name))),
  )
    ? 'named'
    : mentions.length > 0
      ? 'others'
      : 'nobody';
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
      `${source}:${registry.isKnown(name) ? 'known' : 'unknown'}`,
      / /.test(name) ? `${source}:full` : `${source}:single`,
      ...more,
    ];
    const key = name.toLowerCase();
    const before = options.get(key);
    if (before === undefined) options.set(key, { ref: name, features: [...new Set(features)] });
    else before.features = [...new Set([...before.features, ...features])];
  };
  for (const { head, text: value } of block.cells)
    if (columns.owner.test(head)) for (const name of namesInList(value)) add(name, 'owner');
  if (block.cells.length === 2 && columns.owner.test(block.cells[0]?.text ?? ''))
    for (const name of namesInList(block.cells[1]?.text ?? '')) add(name, 'owner');
  for (const { name, place, word } of mentions)
    add(name, place, [
      `${place}:before:${word}`,
      ...(known.includes('looks:actor') ? [`${place}:acts`] : []),
      ...(known.includes('looks:todo') ? [`${place}:todo`] : []),
    ]);
  const parent = block.parent === undefined ? [] : mentionsIn(block.parent, registry, undefined);
  // "Parity (Fred)", "Dimitry update", "Fred:": what follows is theirs.
  const leads = /^[^\p{L}]*\p{L}[\p{L}'-]*(?: updates?)?:?$/iu.test(block.parent ?? '');
  for (const { name, place } of parent)
    add(
      name,
      place === 'tail' || place === 'label' || leads || registry.isKnown(name) ? 'parent' : 'parent-other',
    );
  const heading = block.path.at(-1)?.text ?? '';
  for (const { name } of mentionsIn(heading, registry, undefined).slice(0, 2))
    if (registry.isKnown(name)) add(name, 'heading');
  for (const { owners } of block.path) for (const name of owners) add(name, 'section');
  if (company.body !== undefined) add(company.body, 'body');
  if (block.speaker !== undefined) {
    add(block.speaker, 'speaker');
    if (category === 'Collaboration' || person === 'you') add(block.listener, 'listener');
  } else if (company.author !== undefined) add(company.author, 'author');
  // "We" of a document that nobody speaks in.
  if (person === 'we' && block.speaker === undefined)
    add(company.project ?? company.body ?? 'the team', company.project === undefined ? 'team' : 'project', [
      `we:${genre}`,
      `we:${company.author === undefined ? 'anonymous' : 'signed'}`,
    ]);
  if (category === 'Decision' || category === 'Feedback')
    for (const name of company.deciders) add(name, 'decider');
  return [...options.values()].slice(0, 12);
}
