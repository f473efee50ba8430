import type { Block } from '../document/block.ts';
import type { Language } from '../document/language.ts';
import type { Span } from '../document/whole.ts';
import { readClause } from '../grammar/clause.ts';
import { type Part, type Sentence, sentencesOf } from './sentences.ts';

/** The stretch of text that is judged at once, and can be quoted: a sentence, or a part of one that says something itself. */
export type Unit = Span & {
  text: string;
  block: Block;
  sentence: Sentence;
  /** The text before it in its block, as far as it is in the same sentence. */
  first: boolean;
  /** Number of the sentence in its block. */
  at: number;
};

const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0;
/** Quotes have at most 25 words. */
const most = 25;

/** The units of a block, in order. */
export function* unitsOf(text: string, block: Block, language: Language): Generator<Unit> {
  let at = 0;
  for (const sentence of sentencesOf(text, block)) {
    for (const span of spansOf(text, sentence, language))
      yield {
        ...span,
        text: text.slice(span.start, span.end),
        block,
        sentence,
        first: at === 0 && span.start === sentence.start,
        at,
      };
    at += 1;
  }
}

function spansOf(text: string, sentence: Sentence, language: Language): Span[] {
  const { parts } = sentence;
  const words = countWords(sentence.text);
  if (parts.length < 2) return [sentence];
  const spans: Span[] = [];
  for (const part of parts) {
    const last = spans.at(-1);
    const joined = last && countWords(text.slice(last.start, part.end)) <= most;
    const apart =
      words > most
        ? !joined
        : part.kind === 'main' && stands(part, language) && last !== undefined && stood(text, last, language);
    if (last === undefined) spans.push({ start: sentence.start, end: part.end });
    else if (apart && countWords(part.text) >= 4) spans.push({ start: part.start, end: part.end });
    else last.end = part.end;
  }
  const last = spans.at(-1);
  if (last !== undefined) last.end = sentence.end;
  return spans;
}

/** Whether a part has a subject and a verb of its own. */
const stands = (part: Part, language: Language): boolean => {
  if (countWords(part.text) < 4) return false;
  if (language !== 'en') return /^\p{L}+(?: \p{L}+){3}/u.test(part.text) && countWords(part.text) > 6;
  const clause = readClause(part.text);
  return clause.verb !== undefined && clause.subject !== 'none' && clause.verb.tense !== 'modal';
};
const stood = (text: string, span: Span, language: Language): boolean =>
  stands({ ...span, text: text.slice(span.start, span.end), kind: 'main' }, language);
