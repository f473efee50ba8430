import type { Category } from '../domain/event.ts';
import type { Block } from './block.ts';
import { type Clause, readClause } from './grammar/clause.ts';
import { verbForms } from './grammar/verbs.ts';
import { announced } from './layout.ts';
import { classify } from './rules/index.ts';
import type { Part, Sentence } from './sentences.ts';
import { type Reported, separate } from './separate.ts';

/** Cues weaker than this are wrong more often than not. */
const threshold = 0.5;

const todo = /^(?:todo|to-do|action|ai|task)\b[\s:–-]*/i;
const imperative =
  /^(?:please|do not|don't|never|always|remember|make sure|note that|feel free|let (?:me|us) know)\b/i;

const tentative =
  /^(?:to be (?:discussed|decided|confirmed|defined|done)|tb[dca]|how to|whether|wonder|wondering|hope|hoping|guess|wish)\b/i;
/** Ways of beginning that ask for nothing. */
const courtesy = /^(?:please )?(?:note|be (?:aware|advised|informed)|know) that\s+/i;

/** Labels of what a document says about itself. */
const particulars =
  /^(?:status|dated?|authors?|version|deciders?|reviewers?|attendees|present|participants|apologies|absent|chair|distribution|to|cc|bcc|from|subject|priority|requester|reporter|severity|template|location|venue|time|duration|legend|last (?:edited|updated)|next meeting)$/i;

/** "Blockers: none" */
const saysNone = ({ parts: [part] }: Sentence): boolean =>
  /^(?:none|nothing|n\/a|nil|no|keine?|[-–—])[.!]?$/i.test(part?.text ?? '');

/** What a sentence reports, in the order of its parts. */
export function reportsOf(sentence: Sentence, block: Block, first: boolean): Reported[] {
  const heading = sentence.label === undefined ? undefined : announced(sentence.label);
  const framed = heading ?? (block.item && first ? block.section : undefined);
  if (sentence.question && heading === undefined) return [];
  if (sentence.label !== undefined && (particulars.test(sentence.label) || saysNone(sentence))) return [];
  const conditional = sentence.parts.some(isCondition);
  const parts = heading === undefined ? sentence.parts : sentence.parts.slice(0, 1);
  const found = parts.flatMap((part): Reported[] => {
    const reported = reportOf(part, sentence, block, framed, heading !== undefined);
    if (reported === undefined || part.kind === 'condition') return [];
    // What always happens when something else does is no event.
    if (part.kind === 'reason' && reported.clause.verb?.tense === 'present') return [];
    // What is promised under a condition is half a promise.
    const confidence = conditional ? reported.confidence - 0.35 : reported.confidence;
    return confidence >= threshold ? [{ ...reported, confidence }] : [];
  });
  const main = found.filter((_, i) => sentence.parts[i]?.kind !== 'reason');
  return separate(
    found.length > main.length && main.length > 0 ? found.filter((one) => !reasons(sentence, one)) : found,
    sentence,
  );
}

/** "When it rains" is a condition as "if it rains" is; "when it arrived" tells. */
const isCondition = ({ kind, text }: Part): boolean =>
  kind === 'condition' ||
  (kind === 'reason' &&
    /^(?:when|once|whenever)\b/i.test(text) &&
    readClause(text).verb?.tense === 'present');

const reasons = (sentence: Sentence, one: Reported): boolean =>
  sentence.parts.some((part) => part.kind === 'reason' && part.start === one.span.start);

function reportOf(
  part: Part,
  sentence: Sentence,
  block: Block,
  framed: Category | undefined,
  labelled: boolean,
): Reported | undefined {
  const text = withoutQuotes(part.text).replace(courtesy, '');
  const clause = readClause(text.replace(todo, ''));
  const span = { start: part.start, end: part.end };
  const [surest] = classify(clause);
  // Who is asked to do something is told so; all else in such a sentence is no event.
  const best = imperative.test(text) && surest?.category !== 'Stakeholder' ? undefined : surest;
  if (tentative.test(text)) return undefined;
  const report = (category: Category, confidence: number): Reported => ({
    category,
    confidence,
    span,
    clause,
  });
  const firstPart = sentence.parts[0] === part;
  if (firstPart && (todo.test(text) || block.box === 'open')) return report('Commitment', 0.75);
  if (firstPart && block.box === 'done' && (best === undefined || best.confidence < 0.8))
    return report('Execution', 0.75);
  if (framed !== undefined && (labelled || firstPart)) {
    const hint = labelled ? 0.85 : 0.7;
    // What a sentence says of itself holds; what a heading says of it, unless it says otherwise clearly.
    if (labelled || best === undefined || best.category === framed || best.confidence < 0.85)
      return report(framed, Math.max(hint, best?.category === framed ? best.confidence : 0));
  }
  if (
    sentence.label !== undefined &&
    firstPart &&
    best === undefined &&
    /^\p{Lu}[\p{L}. -]*$/u.test(sentence.label) &&
    isOrder(clause)
  )
    return report('Commitment', 0.55);
  // Below a heading of decisions, what holds from now on is one.
  if (best === undefined && block.section === 'Decision' && part.kind === 'main' && rules(clause))
    return report('Decision', 0.55);
  if (best === undefined) return undefined;
  const bonus = block.section === best.category ? 0.1 : 0;
  return report(best.category, Math.min(0.95, best.confidence + bonus));
}

const rules = ({ verb }: Clause): boolean =>
  verb !== undefined && !verb.negated && (verb.tense === 'present' || verb.tense === 'future');

/** "Yasmin: write down the steps": it begins with what is to be done. */
const isOrder = ({ words: [word] }: Clause): boolean =>
  /^[a-z]/.test(word?.raw ?? '') &&
  (verbForms.get(word?.low ?? '')?.some(({ form }) => form === 'base') ?? false);

/** Somebody else's words, or an example: what stands between quotation marks is not said here. */
const withoutQuotes = (text: string): string =>
  /\b(?:said|says|told|wrote|commented|replied|called)\b/i.test(text)
    ? text
    : text.replace(/["“„][^"”“]{3,300}["”]/g, ' it ').trim();
