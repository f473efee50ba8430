import type { Extraction, SourceDocument } from '../../handlers/events/domain/event.ts';
import { offlineExtractor } from '../../handlers/events/offline/index.ts';
import { answerQuestions } from '../threads.ts';

/** A document and whether its text may leave this machine. */
export type ExtractionQuestion = { document: SourceDocument; mayLeave: boolean };
export type ExtractionAnswer = { extractor: string; extraction: Extraction };

answerQuestions<ExtractionQuestion, ExtractionAnswer>(async ({ document }) => ({
  extractor: offlineExtractor.name,
  extraction: await offlineExtractor.extract(document, new AbortController().signal),
}));
