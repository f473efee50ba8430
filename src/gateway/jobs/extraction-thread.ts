import { workerData } from 'node:worker_threads';
import type { Extraction, SourceDocument } from '../../handlers/events/extraction/domain/event.ts';
import type { ModelConfig } from '../config/models.ts';
import { extractorsOf } from '../llm/extractor.ts';
import { clock } from '../runtime/clock-and-ids.ts';
import { answerQuestions } from '../runtime/worker-threads.ts';

/** A document, and whether its text may leave this machine. */
export type ExtractionQuestion = { document: SourceDocument; mayLeave: boolean };
export type ExtractionAnswer = { extractor: string; extraction: Extraction };

const extractors = extractorsOf(workerData as ModelConfig, clock);
/** Cancelling ends the whole thread. */
const { signal } = new AbortController();

answerQuestions<ExtractionQuestion, ExtractionAnswer>(async ({ document, mayLeave }) => {
  const { chosen, local } = await extractors;
  const extractor = chosen.remote && !mayLeave ? local : chosen;
  return { extractor: extractor.name, extraction: await extractor.extract(document, signal) };
});
