import type { Category } from '../../domain/event.ts';
import type { Clause } from '../grammar/clause.ts';
import type { VerbClass } from '../grammar/verbs.ts';
import { months, roleNouns, weekdays } from '../grammar/words.ts';

/** The category a clause reports, and the confidence of the cue: 0 to 1. */
export type Finding = { category: Category; confidence: number };

/** A cue: words in the clause, with a condition on its verb. */
export type Rule = { cue: RegExp; confidence: number; where?: (clause: Clause) => boolean };

/** Matches any clause: the rule depends on the verb alone. */
export const any = /^/;

export const role = `(?:${[...roleNouns].join('|')})s?`;
export const time = String.raw`(?:(?:${months})\b|${weekdays}|week|month|quarter|spring|summer|autumn|winter|year|\d{1,2}(?:st|nd|rd|th)\b|\d{1,2}[:.]\d\d|noon|midnight|o'clock|deadline|date)`;

export const has = ({ verb }: Clause, kind: VerbClass): boolean => verb?.classes.includes(kind) ?? false;

/** Reported as having happened: past, perfect, or a passive used for one of them. */
export const happened = ({ verb, subject }: Clause): boolean =>
  verb !== undefined &&
  !verb.negated &&
  (verb.tense === 'past' || verb.tense === 'perfect' || (verb.passive && verb.tense === 'present')) &&
  subject !== 'second';

/** Reported as a present state. */
export const stands = ({ verb }: Clause): boolean =>
  verb !== undefined && !verb.negated && (verb.tense === 'present' || verb.tense === 'progressive');

export const future = ({ verb }: Clause): boolean => verb?.tense === 'future';
export const modal = ({ verb }: Clause): boolean => verb?.tense === 'modal';
export const negated = ({ verb }: Clause): boolean => verb?.negated === true;
/** Reported as a fact, past or future: not a wish, a possibility or a denial. */
export const factual = (clause: Clause): boolean => !negated(clause) && !modal(clause);

/** The subject is a person. */
export const agent = ({ subject }: Clause): boolean => subject === 'first' || subject === 'person';
/** The subject is not known to be a thing. */
export const agentish = ({ subject, verb }: Clause): boolean =>
  subject !== 'thing' || verb === undefined || verb.passive;
/** No verb, or a linking verb. */
export const linking = ({ verb }: Clause): boolean => verb === undefined || verb.base === undefined;
