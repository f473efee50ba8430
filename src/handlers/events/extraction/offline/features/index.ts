import { announces } from '../document/headings.ts';
import type { Unit } from '../units/units.ts';
import type { Candidate, Context } from './context.ts';
import { cuesIn } from './cues/index.ts';
import { grammarOf } from './english.ts';
import { layoutFeatures } from './layout.ts';
import { stemOf, tokensOf } from './words.ts';

/** A unit without its marks, in one line. */
export const cleaned = (text: string): string =>
  text
    .replace(/(?<!\s)\s+>+ ?|\s+/g, ' ')
    .replace(/[*_]{2,3}|~~/g, '')
    .trim();

/** Longest text that words are taken from: the rest of a long sentence repeats what it says. */
const longest = 400;

export function candidateOf(unit: Unit, context: Context): Candidate {
  const { language } = context;
  const text = cleaned(unit.text).slice(0, longest);
  const features = layoutFeatures(unit, context);
  const tokens = tokensOf(text, language);
  const words = [...new Set(tokens)];
  for (const word of words) features.push(`w:${language}:${word}`);
  for (let at = 0; at + 1 < tokens.length && at < 40; at += 1)
    features.push(`b:${language}:${tokens[at]}_${tokens[at + 1]}`);
  features.push(
    `first:${language}:${tokens[0] ?? ''}`,
    `first2:${language}:${tokens[0] ?? ''}_${tokens[1] ?? ''}`,
  );
  const cues = cuesIn(text, language);
  for (const cue of cues) features.push(`c:${cue}`);
  const has = new Set<string>(cues);
  const time = has.has('future') ? 'future' : has.has('past') ? 'past' : 'now';
  for (const cue of cues)
    if (strong.has(cue)) features.push(`c:${cue}:${time}${has.has('negation') ? ':not' : ''}`);
  if (has.has('hypothetical') && has.has('condition')) features.push('c:if');
  const heading = unit.block.path.findLast(({ announces: kind }) => kind !== undefined)?.announces ?? 'none';
  features.push(`heading:${heading}:${time}`);
  const [label] = [unit.sentence.label];
  if (unit.first && label !== undefined) {
    features.push(`label:${announces(label) ?? 'other'}`);
    for (const word of label.toLowerCase().split(/\s+/).slice(0, 3))
      features.push(`label:${stemOf(word, language)}`);
  }
  const grammar = language === 'en' ? grammarOf(text) : undefined;
  if (grammar !== undefined) features.push(...grammar.features);
  return { unit, features: [...new Set(features)], clause: grammar?.clause, context };
}

/** Cues whose tense matters. */
const strong = new Set(
  'promise assign need done decide reject propose meet help request problem risk change postpone cancel deprecate join leave role release fix underway praise'.split(
    ' ',
  ),
);
