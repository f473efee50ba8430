import { describe, expect, it } from 'vitest';
import artifactGet from '../../../src/handlers/artifacts/artifact-get.ts';
import eventGet from '../../../src/handlers/events/event-get.ts';
import eventListForRevision from '../../../src/handlers/events/event-list-for-revision.ts';
import { call, fail } from '../../support/call.ts';
import { extractAll, ingest, longText } from '../../support/documents.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

describe('event_get', () => {
  it('returns evidence exact to the character, in a whole text and in chunks', async () => {
    const whole = await ingest(lake, {
      source_id: 'whole',
      content: '🦉 Hello.\nDecision: We will buy oak shelves.',
    });
    const cut = await ingest(lake, {
      source_id: 'cut',
      content: longText({ last: '🦉 I will send the order on Friday.' }),
    });
    await extractAll(lake);
    for (const { artifact_id, artifact_uid, is_chunked } of [whole, cut]) {
      const text = await call(
        artifactGet,
        { artifact_id, include_content: true, include_chunks: true, max_chars: 1_000_000 },
        lake.deps,
      );
      const { events } = await call(eventListForRevision, { artifact_uid }, lake.deps);
      expect(events.length).toBeGreaterThan(0);
      for (const { event_id } of events) {
        const event = await call(eventGet, { event_id }, lake.deps);
        expect(event).toMatchObject({
          event_id,
          artifact_uid,
          extraction_run_id: expect.any(String),
          extractor: 'offline',
          source: { source_system: 'notes', artifact_type: 'note' },
        });
        expect(event.evidence.length).toBeGreaterThan(0);
        for (const { quote, chunk_id, start_char, end_char, artifact_start_char } of event.evidence) {
          expect(chunk_id !== null).toBe(is_chunked);
          const piece = is_chunked
            ? text.chunks.find((chunk: { chunk_id: string }) => chunk.chunk_id === chunk_id).text
            : text.content;
          expect(
            Array.from(piece as string)
              .slice(start_char, end_char)
              .join(''),
          ).toBe(quote);
          const length = end_char - start_char;
          const slice = Array.from(text.content as string).slice(
            artifact_start_char,
            artifact_start_char + length,
          );
          expect(slice.join('')).toBe(quote);
          expect(quote.split(/\s+/).length).toBeLessThanOrEqual(25);
        }
      }
    }
  });

  it('suggests how to find an unknown event', async () => {
    const event_id = '0199f3a2-5c1e-7d40-9b7a-3f1e2d4c5b6a';
    expect(await fail(eventGet, { event_id }, lake.deps)).toMatchObject({
      kind: 'not_found',
      data: { field: 'event_id', received: event_id },
    });
  });
});
