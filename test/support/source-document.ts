import type { SourceDocument } from '../../src/handlers/events/extraction/domain/event.ts';

/** A text as an extractor gets it, with what else is known of it. */
export const sourceDocument = (text: string, known: Partial<SourceDocument> = {}): SourceDocument => ({
  artifactType: 'doc',
  title: null,
  author: null,
  participants: [],
  sourceTime: null,
  documentDate: null,
  pieces: [{ chunkId: null, text, start: 0 }],
  ...known,
});
