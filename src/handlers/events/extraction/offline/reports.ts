import type { Category } from '../domain/event.ts';
import type { Block } from './block.ts';
import { type Clause, readClause } from './grammar/clause.ts';
import { verbForms } from './grammar/verbs.ts';
import { announced } from './layout.ts';
import { classify } from './rules/index.ts';
import type { Part, Sentence } from './sentences.ts';
import { type Reported, separate } from './separate.ts';

/** Cues with a lower confidence are wrong more often than right. */
const threshold = 0.5;

const todo = /^(?:todo|to-do|action|ai|task)\b[\s:–-]*/i;
const imperative =
  /^(?:please|do not|don't|never|always|remember|make sure|note that|feel free|let (?:me|us) know)\b/i;

const tentative =
  /^(?:to be (?:discussed|decided|confirmed|defined|done)|tb[dca]|how to|whether|wonder|wondering|hope|hoping|guess|wish)\b/i;
/** Openings that look like requests but are not. */
const courtesy = /^(?:please )?(?:note|be (?:aware|advised|informed)|know) that\s+/i;

/** Labels of a document's own metadata. */
const particulars =
  /^(?:status|dated?|authors?|version|deciders?|reviewers?|attendees|present|participants|apologies|absent|chair|distribution|to|cc|bcc|from|subject|priority|requester|reporter|severity|template|location|venue|time|duration|legend|last (?:edited|updated)|next meeting)$/i;

/** "Blockers: none" */
const saysNone = ({ parts: [part] }: Sentence): boolean =>
  /^(?:none|nothing|n\/a|nil|no|keine?|[-–—])[.!]?$/i.test(part?.text ?? '');

/** The events a sentence reports, in the order of its parts. */
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
    // A habitual consequence ("when X, Y happens") is not an event.
    if (part.kind === 'reason' && reported.clause.verb?.tense === 'present') return [];
    // A conditional promise counts less.
    const confidence = conditional ? reported.confidence - 0.35 : reported.confidence;
    return confidence >= threshold ? [{ ...reported, confidence }] : [];
  });
  const main = found.filter((_, i) => sentence.parts[i]?.kind !== 'reason');
  return separate(
    found.length > main.length && main.length > 0 ? found.filter((one) => !reasons(sentence, one)) : found,
    sentence,
  );
}

/** "When it rains" is a condition like "if it rains"; "when it arrived" is a report. */
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
  // A request counts for the person asked; nothing else in such a sentence is an event.
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
    // A sentence's own label wins; a heading wins unless the sentence clearly reports something else.
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
  // Below a heading for decisions, a rule that holds from now on is a decision.
  if (best === undefined && block.section === 'Decision' && part.kind === 'main' && rules(clause))
    return report('Decision', 0.55);
  if (best === undefined) return undefined;
  const bonus = block.section === best.category ? 0.1 : 0;
  return report(best.category, Math.min(0.95, best.confidence + bonus));
}

const rules = ({ verb }: Clause): boolean =>
  verb !== undefined && !verb.negated && (verb.tense === 'present' || verb.tense === 'future');

/** "Yasmin: write down the steps": starts with the verb of an instruction. */
const isOrder = ({ words: [word] }: Clause): boolean =>
  /^[a-z]/.test(word?.raw ?? '') &&
  (verbForms.get(word?.low ?? '')?.some(({ form }) => form === 'base') ?? false);

/** Removes quotations and examples: text between quotation marks is not a statement of the author. */
const withoutQuotes = (text: string): string =>
  /\b(?:said|says|told|wrote|commented|replied|called)\b/i.test(text)
    ? text
    : text.replace(/["“„][^"”“]{3,300}["”]/g, ' it ').trim();
