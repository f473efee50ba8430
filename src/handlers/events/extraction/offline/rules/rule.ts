import type { Category } from '../../domain/event.ts';
import type { Clause } from '../grammar/clause.ts';
import type { VerbClass } from '../grammar/verbs.ts';
import { months, roleNouns, weekdays } from '../grammar/words.ts';

/** What a clause reports, and how sure the cue is: 0 to 1. */
export type Finding = { category: Category; confidence: number };

/** A cue: words in the clause, and what its verb must be like for them to count. */
export type Rule = { cue: RegExp; confidence: number; where?: (clause: Clause) => boolean };

/** Any clause at all: the rule looks at its verb alone. */
export const any = /^/;

export const role = `(?:${[...roleNouns].join('|')})s?`;
export const time = String.raw`(?:(?:${months})\b|${weekdays}|week|month|quarter|spring|summer|autumn|winter|year|\d{1,2}(?:st|nd|rd|th)\b|\d{1,2}[:.]\d\d|noon|midnight|o'clock|deadline|date)`;

export const has = ({ verb }: Clause, kind: VerbClass): boolean => verb?.classes.includes(kind) ?? false;

/** Told as having happened: past, perfect, or a passive that stands for one. */
export const happened = ({ verb, subject }: Clause): boolean =>
  verb !== undefined &&
  !verb.negated &&
  (verb.tense === 'past' || verb.tense === 'perfect' || (verb.passive && verb.tense === 'present')) &&
  subject !== 'second';

/** Told as being so now. */
export const stands = ({ verb }: Clause): boolean =>
  verb !== undefined && !verb.negated && (verb.tense === 'present' || verb.tense === 'progressive');

export const future = ({ verb }: Clause): boolean => verb?.tense === 'future';
export const modal = ({ verb }: Clause): boolean => verb?.tense === 'modal';
export const negated = ({ verb }: Clause): boolean => verb?.negated === true;
/** Told as a fact, done or coming: no wish, no possibility, no denial. */
export const factual = (clause: Clause): boolean => !negated(clause) && !modal(clause);

/** Somebody does it. */
export const agent = ({ subject }: Clause): boolean => subject === 'first' || subject === 'person';
/** Nothing says that a thing does it. */
export const agentish = ({ subject, verb }: Clause): boolean =>
  subject !== 'thing' || verb === undefined || verb.passive;
/** No verb, or one that only links. */
export const linking = ({ verb }: Clause): boolean => verb === undefined || verb.base === undefined;
