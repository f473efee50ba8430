import { workerData } from 'node:worker_threads';
import type { Extraction, SourceDocument } from '../../handlers/events/domain/event.ts';
import { clock } from '../clock-and-ids.ts';
import type { ModelConfig } from '../llm/env.ts';
import { extractorsOf } from '../llm/extractor.ts';
import { answerQuestions } from '../threads.ts';

/** A document, and whether its text may leave this machine. */
export type ExtractionQuestion = { document: SourceDocument; mayLeave: boolean };
export type ExtractionAnswer = { extractor: string; extraction: Extraction };

const extractors = extractorsOf(workerData as ModelConfig, clock);
/** Whoever gives a document up ends the thread. */
const { signal } = new AbortController();

answerQuestions<ExtractionQuestion, ExtractionAnswer>(async ({ document, mayLeave }) => {
  const { chosen, local } = await extractors;
  const extractor = chosen.remote && !mayLeave ? local : chosen;
  return { extractor: extractor.name, extraction: await extractor.extract(document, signal) };
});
