import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/gateway/config/env.ts';
import { extractorsOf } from '../../../src/gateway/llm/extractor.ts';
import { chunk } from '../../../src/handlers/events/extraction/domain/chunk.ts';
import {
  type ExtractedEvent,
  ExtractionError,
  type Piece,
} from '../../../src/handlers/events/extraction/domain/event.ts';
import { loadTokenEnds } from '../../../src/handlers/events/extraction/tokens.ts';
import type { Behaviour } from '../../support/model.ts';
import { clock, document, failure, text, useModel, whole } from '../../support/model-extraction.ts';

/** Extraction with a language model over real sockets; the model is a double that misbehaves on request. */

const { model, extract } = await useModel();

/** Every quote is exactly the slice it claims to be, in the chunk and in the whole text. */
function proven(events: ExtractedEvent[], pieces: Piece[], all: string) {
  for (const { evidence } of events)
    for (const { quote, chunkId, startChar, endChar, artifactStartChar } of evidence) {
      const piece = Array.from(pieces.find((each) => each.chunkId === chunkId)?.text ?? '');
      expect(piece.slice(startChar, endChar).join('')).toBe(quote);
      expect(
        Array.from(all)
          .slice(artifactStartChar, artifactStartChar + endChar - startChar)
          .join(''),
      ).toBe(quote);
    }
}

describe('which extractor reads a text', () => {
  it('is the offline one while no model is named, whatever keys are set', async () => {
    const { models } = readConfig({ OPENAI_API_KEY: 'sk-stray', OPENAI_BASE_URL: model.url });
    const { chosen, local } = await extractorsOf(models, clock);
    expect(chosen).toBe(local);
    expect(chosen).toMatchObject({ name: 'offline', remote: false });
    await chosen.extract(whole(text), new AbortController().signal);
    expect(model.requests).toEqual([]);
  });

  it('is the model once one is named, and it declares that texts leave this machine', async () => {
    const { models } = readConfig({ OPENAI_EVENT_MODEL: 'gpt-test', OPENAI_BASE_URL: model.url });
    expect((await extractorsOf(models, clock)).chosen).toMatchObject({
      name: 'model:gpt-test',
      remote: true,
    });
  });
});

describe('a model that answers well', () => {
  it('gives events whose quotes are verified, astral characters included', async () => {
    const from = whole(text);
    const { events, dropped } = await extract(from);
    expect(dropped).toEqual([]);
    expect(events).toMatchObject([
      { category: 'Decision', evidence: [{ quote: 'Decision: We will use the blue tiles.', startChar: 13 }] },
      { category: 'Commitment', actors: [{ ref: 'Ana', role: 'owner' }], confidence: 0.9, eventTime: null },
    ]);
    proven(events, from.pieces, text);
    expect(model.requests.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/chat/completions']);
    expect(model.requests[0]).toMatchObject({
      authorization: 'Bearer sk-test',
      body: { model: 'gpt-test', response_format: { type: 'json_schema', json_schema: { strict: true } } },
    });
  });

  it('leaves nothing on the signal, which a thread uses for all its documents', async () => {
    const { chosen } = await extractorsOf(
      readConfig({ OPENAI_EVENT_MODEL: 'gpt-test', OPENAI_BASE_URL: model.url }).models,
      clock,
    );
    const { signal } = new AbortController();
    await chosen.extract(whole(text), signal);
    expect(model.requests).toHaveLength(2);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('finds an event of two overlapping chunks once', async () => {
    const ends = await loadTokenEnds();
    const filler = 'The 𝔸ssembly hall is quiet and nothing happens there today. ';
    const long = `${filler.repeat(62)}Decision: We will paint the hall green. ${filler.repeat(60)}Change: The opening moves to May. ${filler.repeat(20)}`;
    const pieces = chunk(long, ends).chunks.map((each, i) => ({ chunkId: `c${i}`, ...each }));
    expect(pieces.length).toBeGreaterThan(2);
    const { events } = await extract(document(pieces));
    proven(events, pieces, long);
    const found = events.map(({ category, evidence }) => [
      category,
      evidence.map((each) => each.artifactStartChar),
    ]);
    expect(new Set(found.map(([category]) => category))).toEqual(new Set(['Decision', 'Change']));
    expect(model.requests).toHaveLength(pieces.length + 1);
  });

  it('is not asked to merge nothing', async () => {
    expect(await extract(whole('Nothing here.'))).toEqual({ events: [], dropped: [] });
    expect(model.requests).toHaveLength(1);
    expect(await extract(whole('  \n'))).toEqual({ events: [], dropped: [] });
    expect(model.requests).toHaveLength(1);
  });

  it('is asked in several parts when the answer would be too long for one', async () => {
    const many = Array.from({ length: 90 }, (_, i) => `Decision: Point ${i} is accepted.`).join('\n');
    const { events, dropped } = await extract(whole(many));
    expect(events).toHaveLength(90);
    expect(dropped).toEqual([]);
    expect(model.requests).toHaveLength(1 + 3);
  });
});

describe('what a model returns is checked', () => {
  it('miscounted offsets are corrected by search', async () => {
    model.otherwise = 'wrong-offsets';
    const from = whole(text);
    const { events } = await extract(from);
    expect(events).toHaveLength(2);
    proven(events, from.pieces, text);
  });

  it('an event whose quote is not in the text is dropped with the reason', async () => {
    model.otherwise = 'invented-quote';
    const { events, dropped } = await extract(whole(text));
    expect(events).toEqual([]);
    expect(dropped).toMatchObject(
      [
        { reason: 'The quote is not in the text.', quote: /^nowhere Decision/ },
        { reason: 'The quote is not in the text.' },
      ].map((each) => ({ ...each, ...(each.quote && { quote: expect.stringMatching(each.quote) }) })),
    );
  });

  it('an event invented by merging is dropped, and one it changed or left out is named', async () => {
    model.next('valid', 'invented-event');
    const invented = await extract(whole(text));
    expect(invented.events).toHaveLength(2);
    expect(invented.dropped).toEqual([
      { reason: 'Merging named no evidence that was found.', quote: 'never said by anybody' },
    ]);

    const evidence = {
      chunk_id: null,
      quote: 'Decision: We will use the blue tiles.',
      start_char: 13,
      end_char: 50,
    };
    const about = {
      subject: { type: 'object', ref: 'tiles' },
      actors: [],
      event_time: '2026-03-02',
      confidence: 1,
    };
    model.next('valid', {
      content: {
        canonical_events: [
          { category: 'Change', narrative: 'Changed.', ...about, evidence_list: [evidence] },
          { category: 'Decision', narrative: 'Kept.', ...about, evidence_list: [evidence] },
        ],
      },
    });
    const changed = await extract(whole(text));
    expect(changed.events).toMatchObject([{ narrative: 'Kept.', eventTime: '2026-03-02T00:00:00.000Z' }]);
    expect(changed.dropped).toEqual([
      { reason: 'Merging changed its category.', quote: evidence.quote },
      { reason: 'Merging left it out.', quote: 'Commitment: Ana orders them by Friday.' },
    ]);
  });

  it.each<Behaviour>(['malformed', 'wrong-schema', 'truncated', 'obeys'])(
    'a reply that is %s gets one more try',
    async (behaviour) => {
      model.next(behaviour);
      expect((await extract(whole(text))).events).toHaveLength(2);
      expect(model.requests).toHaveLength(3);
      expect(model.requests[1]?.body.messages.at(-1).content).toMatch(
        /^That reply cannot be used: .+\. Answer again/,
      );
    },
  );

  it.each<[Behaviour, string, number]>([
    ['malformed', 'malformed_reply', 2],
    ['wrong-schema', 'malformed_reply', 2],
    ['obeys', 'malformed_reply', 2],
    ['truncated', 'truncated_reply', 2],
    ['refusal', 'refused', 1],
    [{ content: '' }, 'malformed_reply', 2],
    [{ content: { events: [], entities: [], more: 1 } }, 'malformed_reply', 2],
  ])(
    '%j to the end fails permanently as %s: it never becomes "no events"',
    async (behaviour, code, asked) => {
      model.otherwise = behaviour;
      const error = await failure(extract(whole(text)));
      expect(error).toBeInstanceOf(ExtractionError);
      expect(error).toMatchObject({ code, permanent: true });
      expect(model.requests).toHaveLength(asked);
    },
  );

  it('merging that returns none of the events fails as well', async () => {
    const nothing: Behaviour = { content: { canonical_events: [] } };
    model.next('valid', nothing, nothing);
    expect(await failure(extract(whole(text)))).toMatchObject({ code: 'malformed_reply', permanent: true });
  });

  it.each([
    ['a confidence above 1', { confidence: 1.2 }],
    ['a day that does not exist', { event_time: '2026-13-40' }],
    ['a time in words', { event_time: 'next Friday' }],
    ['an unknown role', { actors: [{ ref: 'Ana', role: 'boss' }] }],
    ['an empty narrative', { narrative: ' \u0000 ' }],
  ])('%s is rejected', async (_, wrong) => {
    const event = {
      category: 'Decision',
      subject: { type: 'object', ref: 'tiles' },
      actors: [],
      event_time: null,
      narrative: 'Blue tiles.',
      evidence: { quote: 'blue tiles', start_char: 0, end_char: 10 },
      confidence: 0,
    };
    model.next({ content: { entities: [], events: [{ ...event, ...wrong }] } });
    await extract(whole(text));
    expect(model.requests[1]?.body.messages.at(-1).content).toMatch(/events\.0\./);
    // Zero is a value.
    model.next({ content: { entities: [], events: [event] } });
    expect((await extract(whole(text))).events[0]?.confidence).toBe(0);
  });
});
