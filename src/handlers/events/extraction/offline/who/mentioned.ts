import { isGivenName } from '../document/given-names.ts';
import { announces } from '../document/headings.ts';
import type { Language } from '../document/language.ts';
import type { Candidate } from '../features/context.ts';
import { readClause } from '../grammar/clause.ts';
import { readings } from '../grammar/verb-group.ts';
import type { Mention } from './mention.ts';
import { mentionsIn } from './mentions.ts';
import type { Registry } from './registry.ts';

/** Who a sentence names, and those before it. */

/** "Completed: Ben writes it": what follows the label is the sentence. */
const lead = /^[^\p{L}]{0,8}(\p{L}[\p{L} ]{1,24})[*_]{0,2}:[*_]{0,2}\s+/u;
/** "ACTION Ana: …": whom it is for follows the mark. */
const marker = /^[^\p{L}]{0,8}(?:ACTION(?: ITEM)?|TODO|AI|AP)(?::|\s)\s{0,4}(?=@?[\p{L}\p{N}])/u;
const state = /^(?:completed|done|open|pending|in progress|ongoing|new|closed|erledigt|offen|fait|hecho)$/i;

/** Sentences are asked again by those after them. */
const known = new WeakMap<Candidate, Mention[]>();

export function mentionsOf(candidate: Candidate, registry: Registry, language: Language): Mention[] {
  const found = known.get(candidate) ?? findMentions(candidate, registry, language);
  known.set(candidate, found);
  return found;
}

const link = /\[([^\][]{1,160})\]\([^()\s]{1,400}\)/g;

function findMentions(candidate: Candidate, registry: Registry, language: Language): Mention[] {
  const german = language === 'de';
  // The address of a link is no part of the sentence.
  const text = candidate.unit.text.replace(link, '$1');
  const isSame = text === candidate.unit.text;
  const clause = isSame || language !== 'en' ? candidate.clause : readClause(text);
  const unit = isSame ? candidate.unit : { ...candidate.unit, text };
  const [marked = ''] = marker.exec(unit.text) ?? [];
  if (marked !== '') {
    const rest = unit.text.slice(marked.length);
    return mentionsIn(rest, registry, language === 'en' ? readClause(rest) : undefined, german);
  }
  const [all = '', label = ''] = lead.exec(unit.text) ?? [];
  if (label !== '' && !registry.isKnown(label) && (announces(label) !== undefined || state.test(label))) {
    const rest = unit.text.slice(all.length);
    return mentionsIn(rest, registry, language === 'en' ? readClause(rest) : undefined, german);
  }
  const mentions = mentionsIn(unit.text, registry, clause, german);
  if (unit.block.speaker === undefined) return mentions;
  // Who is addressed: "@ana yes, I will", "Thanks Ana, ...".
  const addressed =
    /^[\s>]*@?([\p{L}\p{N}_-]{2,38})(?:[,:]|(?<=@\S{2,39}))(?=\s)/u.exec(unit.text)?.[1] ??
    /^[\s>]*(?:thanks|thank you|thx|hi|hello|hey|danke|hallo|merci|bonjour|gracias|hola),? @?([\p{L}\p{N}_-]{2,38})(?=[\s,.!])/iu.exec(
      unit.text,
    )?.[1];
  // "@ana sent the report" tells of her.
  const after = /^[\s>]*@\S+ (\p{Ll}+)/u.exec(unit.text)?.[1];
  const acts = readings(after).some(({ form }) => form === 'past' || form === 'third');
  return mentions.map((one) => (one.name === addressed && !acts ? { ...one, place: 'vocative' } : one));
}

/** How far back a "he" is looked for. */
const reach = 4;

/** Those named as subject or speaker a little earlier in the section, nearest first. */
export function earlier(
  candidate: Candidate,
  registry: Registry,
  language: Language,
): (Mention & { steps: number; within: 'sentence' | 'block' | 'section' })[] {
  const { block, sentence } = candidate.unit;
  let before = candidate.before;
  for (let steps = 1; steps <= reach && before !== undefined; steps += 1, before = before.before) {
    if (before.unit.block.path.at(-1)?.text !== block.path.at(-1)?.text) return [];
    const found = mentionsOf(before, registry, language).filter(
      ({ name, place }) =>
        (place === 'label' &&
          (!/ /.test(name) || registry.isKnown(name) || isGivenName(name.split(' ')[0] ?? ''))) ||
        place === 'group' ||
        place === 'party' ||
        ((place === 'subject' || place === 'opener') && (registry.isKnown(name) || / /.test(name))),
    );
    const { unit } = before;
    const within = unit.sentence === sentence ? 'sentence' : unit.block === block ? 'block' : 'section';
    if (found.length > 0) return found.slice(0, 2).map((one) => ({ ...one, steps, within }));
  }
  return [];
}
