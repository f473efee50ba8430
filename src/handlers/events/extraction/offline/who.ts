import type { Actor, Category, Role, Subject } from '../domain/event.ts';
import { type Clause, isName, type Word } from './grammar/clause.ts';
import { determiners, isPerson, months, roleNouns, weekdays } from './grammar/words.ts';

/** The speaker, the people addressed, and the subject of the whole text. */
export type Speech = { speaker: string | undefined; listener: string | undefined; title: string | null };

type Named = { ref: string; at: number };

const joiner = new Set(['of', 'van', 'von', 'de', 'da', 'di', 'al', 'bin', 'del', 'la', 'le']);

const day = new RegExp(`^(?:${months}|${weekdays})$`);
const number = /^\d{1,4}(?:st|nd|rd|th)?$/;
/** "Jan 1", "20 December", "Friday": a day, neither a person nor a subject. */
const isDay = (words: readonly Word[], at: number): boolean => {
  const [before, low, after] = [words[at - 1]?.low ?? '', words[at]?.low ?? '', words[at + 1]?.low ?? ''];
  if (number.test(low)) return day.test(before) || day.test(after);
  return day.test(low) && (low.length > 4 || number.test(before) || number.test(after));
};

/** Names among the words: runs of capitalised words that do not just start a sentence. */
function namesIn(words: readonly Word[]): Named[] {
  const names: Named[] = [];
  let run: string[] = [];
  let begun = 0;
  const close = () => {
    if (run.length > 0) names.push({ ref: run.join(' ').replace(/ \. ?/g, '. ').trim(), at: begun });
    run = [];
  };
  words.forEach((word, at) => {
    const title = /^(?:Mr|Mrs|Ms|Dr|Prof|Professor|Nurse|Aunt|Uncle|Councillor)$/.test(word.raw);
    const initial =
      run.length > 0 &&
      (word.raw === '.' || /^\p{Lu}$/u.test(word.raw)) &&
      (run.length < 2 || /^(?:Mr|Mrs|Ms|Dr|Prof)$/.test(run[0] ?? ''));
    const within = run.length > 0 && joiner.has(word.low) && isName(words[at + 1] ?? word, false);
    const initialStart =
      /^\p{Lu}$/u.test(word.raw) &&
      words[at + 1]?.raw === '.' &&
      words[at + 2] !== undefined &&
      isName(words[at + 2] ?? word, false);
    if (
      title ||
      (isName(word, at === 0) && !isDay(words, at)) ||
      (initial && !(word.raw === '.' && at === words.length - 1)) ||
      within ||
      initialStart
    ) {
      if (run.length === 0) begun = at;
      run.push(word.raw);
    } else close();
  });
  close();
  return names.slice(0, 8);
}

const roleOf: Record<Category, [before: Role, after: Role]> = {
  Commitment: ['owner', 'other'],
  Execution: ['owner', 'contributor'],
  Decision: ['owner', 'stakeholder'],
  Collaboration: ['contributor', 'contributor'],
  QualityRisk: ['other', 'other'],
  Feedback: ['reviewer', 'other'],
  Change: ['other', 'other'],
  Stakeholder: ['stakeholder', 'stakeholder'],
};

/** The actors, without repetition: the speaker for "I" or "we", then names and groups. */
export function actorsOf(clause: Clause, category: Category, { speaker, listener }: Speech): Actor[] {
  const [before, after] = roleOf[category];
  const actors = new Map<string, Actor>();
  const add = (ref: string | undefined, role: Role) => {
    const known = ref?.trim();
    if (known && !actors.has(known)) actors.set(known, { ref: known.slice(0, 200), role });
  };
  const verbAt = clause.verb?.from ?? clause.words.length;
  const own = clause.words.some(({ low }) => low === 'i' || low === 'we' || low === 'me' || low === 'us');
  if (own || clause.subject === 'none') add(speaker, before);
  if (clause.words.some(({ low }) => low === 'you'))
    add(listener, category === 'Collaboration' ? 'contributor' : 'other');
  for (const { ref, at } of namesIn(clause.words)) add(ref, at < verbAt ? before : after);
  if (actors.size === 0)
    for (const { low } of clause.words.slice(0, Math.min(verbAt, 5))) if (isPerson(low)) add(low, before);
  if (category === 'Feedback' && actors.size === 0) add(speaker, 'reviewer');
  return [...actors.values()].slice(0, 8);
}

const endsPhrase =
  /^(?:[^\p{L}\p{N}]|by|on|at|in|for|from|to|with|because|since|until|before|after|that|which|who|and|but|so|when|while|if|as|is|are|was|were|has|have|will|would|instead|rather|yesterday|today|tomorrow|again|now|this|next|last)$/u;

/** The subject: a person for people's duties, else the phrase after or before the verb, else the document. */
export function subjectIn(clause: Clause, category: Category, { title, speaker }: Speech): Subject {
  const { words, verb } = clause;
  const names = namesIn(words);
  if (category === 'Stakeholder') {
    const ref = names[0]?.ref ?? words.find(({ low }) => roleNouns.has(low))?.raw ?? speaker;
    if (ref !== undefined) return { type: 'person', ref };
  }
  const after = verb === undefined ? words : words.slice(verb.at + 1);
  const before = verb === undefined ? [] : words.slice(0, verb.from);
  const passive = verb?.passive === true || clause.subject === 'thing';
  const ref =
    (passive ? phrase(before) || phrase(after) : phrase(after) || phrase(before)) ||
    title?.trim() ||
    'unnamed';
  if (names.some((name) => name.ref === ref)) return { type: 'person', ref };
  if (
    /\b(?:project|release|launch|migration|programme|program|study|trial|campaign|rollout|roadmap|pilot|version)\b/i.test(
      ref,
    )
  )
    return { type: 'project', ref };
  return { type: ref === title ? 'other' : 'object', ref };
}

/** The first noun phrase of the words, without its article. */
function phrase(words: readonly Word[]): string {
  const taken: string[] = [];
  for (const [at, { raw, low }] of words.entries()) {
    if (
      taken.length === 0 &&
      (isDay(words, at) ||
        determiners.has(low) ||
        endsPhrase.test(low) ||
        /^(?:i|we|he|she|they|it|you|me|us|him|her|them|already|just|also|not|n't|be|been)$/.test(low))
    )
      continue;
    if (endsPhrase.test(low) || taken.length === 6) break;
    taken.push(raw);
  }
  return taken.join(' ').slice(0, 200);
}
