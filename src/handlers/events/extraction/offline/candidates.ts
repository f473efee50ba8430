import type { SourceDocument } from '../domain/event.ts';
import { isField } from './document/assigned.ts';
import type { DocumentModel } from './document/block.ts';
import { genreOf, isOpening } from './document/genre.ts';
import { isRead, languageOf } from './document/language.ts';
import { readDocument } from './document/read.ts';
import { type Whole, wholeOf } from './document/whole.ts';
import type { Candidate, Context } from './features/context.ts';
import { candidateOf } from './features/index.ts';
import { addSiblings } from './features/siblings.ts';
import { incidentDay } from './time/incident.ts';
import { unitsOf } from './units/units.ts';
import { actingIn } from './who/acting.ts';

/** A document as read: its text, structure and language; the candidates follow one by one. */
export type Read = {
  whole: Whole;
  model: DocumentModel;
  /** ISO 639-1, or `und`. */
  language: string;
  /** Undefined for a language that is not read. */
  context: Context | undefined;
};

export function readSource(document: SourceDocument): Read {
  const whole = wholeOf(document.pieces);
  const language = languageOf(whole.text);
  const incident = isRead(language)
    ? incidentDay(document.title, whole.text, language, document.documentDate)
    : undefined;
  const model = readDocument(whole.text, {
    type: document.artifactType,
    participants: document.participants,
    author: document.author,
    language,
    day: document.documentDate,
    incident,
  });
  for (const name of actingIn(whole.text, language)) model.names.add(name);
  const context = isRead(language)
    ? {
        language,
        genre: genreOf(
          model,
          document.artifactType,
          document.title,
          whole.text.trimStart().slice(0, 200).split('\n', 1)[0],
        ),
        type: document.artifactType,
        title: document.title,
        length: whole.text.length,
      }
    : undefined;
  return { whole, model, language, context };
}

/** Standard text below messages that is not part of what the sender wrote. */
const boilerplate =
  /\b(?:(?:may|might) contain (?:confidential|privileged)|intended (?:recipient|solely for)|before printing this|received (?:this|it) (?:e-?mail |message )?in error|to unsubscribe|unsubscribe from|all rights reserved|view (?:this|it) in your browser|without warrant(?:y|ies) of any kind)\b/i;

/**
 * The candidates of a document, in order, with what those of the same section have in
 * common; it yields now and then, where a caller may let others work.
 */
export function* candidatesIn(source: Read): Generator<undefined, Candidate[]> {
  const candidates: Candidate[] = [];
  for (const candidate of eachCandidate(source)) {
    if (candidate === undefined) yield undefined;
    else {
      candidate.before = candidates.at(-1);
      candidates.push(candidate);
    }
  }
  addSiblings(candidates);
  // Of a long document, readers mark a smaller share.
  const sizes = sizesOf(candidates.length);
  for (const { features } of candidates) features.push(...sizes);
  return candidates;
}

const sizesOf = (count: number): string[] =>
  [12, 17, 22, 28, 35, 45, 60].filter((border) => count > border).map((border) => `size:${border}`);

/** The candidates, in order; `undefined` now and then, where a caller may pause. */
function* eachCandidate({ whole, model, context }: Read): Generator<Candidate | undefined> {
  if (context === undefined) return;
  let read = 0;
  for (const block of model.blocks) {
    if (boilerplate.test(whole.text.slice(block.start, Math.min(block.end, block.start + 2000)))) continue;
    for (const unit of unitsOf(whole.text, block, context.language)) {
      read += 1;
      if (read % atOnce === 0) yield undefined;
      if (unit.at > 0 && isField(unit.text, block)) continue;
      if (/\p{L}{2}/u.test(unit.text) && !(block === model.blocks[0] && isOpening(unit.text)))
        yield candidateOf(unit, context);
    }
    read += 1;
    if (read % atOnce === 0) yield undefined;
  }
}
/** Blocks and units between pauses: a block may be a single line of a megabyte. */
const atOnce = 100;
