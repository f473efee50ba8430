import { afterAll, beforeEach } from 'vitest';
import { extractorsOf } from '../../src/gateway/llm/extractor.ts';
import type {
  ExtractionError,
  Piece,
  SourceDocument,
} from '../../src/handlers/events/extraction/domain/event.ts';
import { startModel } from './model.ts';

export const clock = () => new Date('2026-03-01T00:00:00Z');
/** A decision and a commitment, among characters beyond the basic plane. */
export const text =
  '👩‍🚀 Minutes. Decision: We will use the blue tiles. Everybody 𝔸greed.\nCommitment: Ana orders them by Friday.';
export const document = (pieces: Piece[]): SourceDocument => ({
  artifactType: 'note',
  title: 'Minutes',
  author: null,
  participants: [],
  sourceTime: null,
  documentDate: null,
  pieces,
});
export const whole = (content: string) => document([{ chunkId: null, text: content, start: 0 }]);

/**
 * A model for the test file it is called in, which answers correctly at the start of each test, and extraction with it.
 */
export async function useModel() {
  const model = await startModel();
  afterAll(() => model.close());
  beforeEach(() => {
    model.requests.length = 0;
    model.otherwise = 'valid';
  });
  return {
    model,
    async extract(from: SourceDocument, timeoutMs = 10_000, signal = new AbortController().signal) {
      const { chosen } = await extractorsOf(
        {
          apiKey: 'sk-test',
          baseUrl: model.url,
          eventModel: 'gpt-test',
          embedModel: undefined,
          localModel: false,
          timeoutMs,
        },
        clock,
      );
      return chosen.extract(from, signal);
    },
  };
}

export const failure = (from: Promise<unknown>): Promise<ExtractionError> =>
  from.then(
    () => Promise.reject(new Error('It did not fail.')),
    (error) => error as ExtractionError,
  );
