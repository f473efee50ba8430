import type { Category, ExtractedEvent, Extraction, Extractor, SourceDocument } from '../domain/event.ts';
import { layoutOf } from './layout.ts';
import { reportsOf } from './reports.ts';
import { sentencesOf } from './sentences.ts';
import { clockOf, directionOf } from './when.ts';
import { actorsOf, type Speech, subjectIn } from './who.ts';
import { wholeOf } from './whole.ts';

/**
 * Extracts events from linguistic cues alone: no model, no network, and the same text always gives the same events.
 * English only; it does not see what is implied. `confidence` never exceeds the measured precision of the cues.
 */
export const offlineExtractor: Extractor = {
  name: 'offline',
  remote: false,
  async extract(document, signal) {
    const reading = read(document);
    for (;;) {
      signal.throwIfAborted();
      const step = reading.next();
      if (step.done) return step.value;
      // Yield, so that a long text does not block the heartbeats of its job.
      await new Promise((resolve) => setTimeout(resolve));
    }
  },
};

/** Extracts synchronously, without yielding. */
export function extractOffline(document: SourceDocument): Extraction {
  const reading = read(document);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

/** Blocks and sentences processed between yields: a block may be a single line of a megabyte. */
const atOnce = 200;
/** An opinion that spans more sentences is split. */
const mostQuotes = 10;
/** Standard text below messages that is not part of what the sender wrote. */
const boilerplate =
  /\b(?:(?:may|might) contain (?:confidential|privileged)|intended (?:recipient|solely for)|before printing this|received (?:this|it) (?:e-?mail |message )?in error|to unsubscribe|unsubscribe from|all rights reserved|view (?:this|it) in your browser|without warrant(?:y|ies) of any kind)\b/i;

function* read(document: SourceDocument): Generator<void, Extraction> {
  const whole = wholeOf(document.pieces);
  const layout = layoutOf(whole.text, document.artifactType, document.participants);
  const clock = clockOf(document.documentDate, document.sourceTime);
  const events: ExtractedEvent[] = [];
  const sender = document.author ?? layout.sender;
  let previous: string | undefined;
  let begun = 0;
  for (const block of layout.blocks) {
    begun += 1;
    if (begun % atOnce === 0) yield;
    const speech: Speech = {
      speaker: block.speaker ?? sender,
      listener: block.speaker === undefined ? layout.recipient : previous,
      title: document.title,
    };
    let last: { category: Category; event: ExtractedEvent } | undefined;
    let first = true;
    if (boilerplate.test(whole.text.slice(block.start, Math.min(block.end, block.start + 2000)))) continue;
    for (const sentence of sentencesOf(whole.text, block)) {
      begun += 1;
      if (begun % atOnce === 0) yield;
      const reported = reportsOf(sentence, block, first);
      first = false;
      for (const { category, confidence, span, clause } of reported) {
        const evidence = whole.evidence(span);
        if (evidence === undefined) continue;
        const short = span.end - span.start < 24;
        if (
          last?.category === category &&
          last.event.evidence.length < mostQuotes &&
          (category === 'Feedback' || (category === 'Decision' && short))
        ) {
          // One opinion in several sentences; one decision and its "That's final."
          last.event.evidence.push(evidence);
          continue;
        }
        const own = whole.text.slice(span.start, span.end);
        const direction = directionOf(category, clause, own);
        const event: ExtractedEvent = {
          category,
          eventTime:
            clock.timeOf(own, direction) ??
            (own.length < sentence.text.length ? clock.timeOf(sentence.text, direction) : null),
          narrative: narrate(sentence.text, block.speaker),
          subject: subjectIn(clause, category, speech),
          actors: actorsOf(clause, category, speech),
          confidence: Math.round(confidence * 100) / 100,
          evidence: [evidence],
        };
        events.push(event);
        last = { category, event };
      }
      if (reported.length === 0) last = undefined;
    }
    if (block.speaker !== undefined && block.speaker !== previous) previous = block.speaker;
  }
  return { events, dropped: [] };
}

const narrate = (sentence: string, speaker: string | undefined): string => {
  const text = sentence.replace(/\s+/g, ' ');
  return `${speaker === undefined ? '' : `${speaker}: `}${text.length > 400 ? `${text.slice(0, 400).toWellFormed()}…` : text}`;
};
