import type { Actor, Subject } from '../domain/event.ts';
import type { Clause, Word } from './grammar/clause.ts';
import { determiners } from './grammar/words.ts';
import type { Unit } from './units/units.ts';

const endsPhrase =
  /^(?:[^\p{L}\p{N}]|by|on|at|in|for|from|to|with|because|since|until|before|after|that|which|who|and|but|so|when|while|if|as|is|are|was|were|has|have|will|would|instead|rather|yesterday|today|tomorrow|again|now|this|next|last)$/u;
const skipped =
  /^(?:i|we|he|she|they|it|you|me|us|him|her|them|already|just|also|not|n't|be|been|\d+|e\.g|i\.e|z\.b|d\.h)$/;

/** What the event is about: a person for roles, else the phrase after or before the verb, else the topic. */
export function subjectOf(
  clause: Clause | undefined,
  unit: Unit,
  actors: readonly Actor[],
  role: boolean,
  title: string | null,
): Subject {
  const [first] = actors;
  if (role && first !== undefined) return { type: 'person', ref: first.ref };
  const words = clause?.words ?? [];
  const verb = clause?.verb;
  const after = verb === undefined ? words : words.slice(verb.at + 1);
  const before = verb === undefined ? [] : words.slice(0, verb.from);
  const passive = verb?.passive === true || clause?.subject === 'thing';
  const topic = unit.block.path.findLast(({ announces }) => announces === undefined)?.text ?? title?.trim();
  const ref =
    (passive ? phrase(before) || phrase(after) : phrase(after) || phrase(before)) || topic || 'unnamed';
  if (actors.some((actor) => actor.ref === ref)) return { type: 'person', ref };
  if (
    /\b(?:project|release|launch|migration|programme|program|study|trial|campaign|rollout|roadmap|pilot|version)\b/i.test(
      ref,
    )
  )
    return { type: 'project', ref: ref.slice(0, 200) };
  return { type: ref === topic || ref === 'unnamed' ? 'other' : 'object', ref: ref.slice(0, 200) };
}

/** The first noun phrase of the words, without its article. */
function phrase(words: readonly Word[]): string {
  const taken: string[] = [];
  for (const { raw, low } of words) {
    if (taken.length === 0 && (determiners.has(low) || endsPhrase.test(low) || skipped.test(low))) continue;
    if (endsPhrase.test(low) || taken.length === 6) break;
    taken.push(raw);
  }
  return taken.join(' ').slice(0, 200);
}
