import { describe, expect, it } from 'vitest';
import type { SourceDocument } from '../../../../src/handlers/events/extraction/domain/event.ts';
import { extractOffline } from '../../../../src/handlers/events/extraction/offline/index.ts';
import { fitted } from '../../../../src/handlers/events/extraction/offline/scoring/fitted.ts';
import {
  type Refined,
  refine,
  refined,
} from '../../../../src/handlers/events/extraction/offline/scoring/meaning.ts';
import { sourceDocument } from '../../../support/source-document.ts';

const source = (text: string, known: Partial<SourceDocument> = {}): SourceDocument =>
  sourceDocument(text, {
    artifactType: 'note',
    title: 'Notes',
    sourceTime: '2026-03-04T10:00:00Z',
    ...known,
  });

const notes = [
  'The board reviewed the oak shelves with the joiner on Tuesday.',
  'The old lamp flickers again in the reading room.',
  'Ben finds the new catalogue much easier to use.',
].join('\n\n');

/** Weights for vectors of two numbers: the first speaks against an event, the second for feedback. */
const twoNumbers: Refined = {
  bias: Array.from({ length: 9 }, () => 0),
  share: 1,
  vector: [
    [200_000, 0, 0, 0, 0, 0, 0, 0, 0],
    fitted.events.classes.map((name) => (name === 'Feedback' ? 200_000 : 0)),
  ],
  event: 0.2,
  calibration: [
    [0, 0.11],
    [1, 0.11],
  ],
};

describe('the meaning of sentences', () => {
  const { undecided = [], events } = extractOffline(source(notes));
  const sentences = undecided.map((input) => input.split('\n')[2]);
  const all = (vector: number[]) => new Map(undecided.map((text) => [text, Float32Array.from(vector)]));

  it('is asked for where words leave it open, and not again once it is known', () => {
    expect(undecided.length).toBeGreaterThan(1);
    expect(notes.split('\n\n')).toEqual(expect.arrayContaining(sentences));
    expect(extractOffline(source(notes, { meanings: all([0, 0]) }), fitted, twoNumbers).undecided).toEqual(
      [],
    );
  });

  it('is asked for with what document it is, and what stands before it', () => {
    const [first = '', second = ''] = notes.split('\n\n');
    const input = undecided.find((one) => one.endsWith(`\n${second}`));
    expect(input?.split('\n')).toEqual([expect.stringMatching(/ Notes$/), first, second]);
  });

  it('is not asked for of what is decided: an empty field, a heading', () => {
    expect(extractOffline(source('# Agenda\n\nBlockers: none\n\n## Links')).undecided).toEqual([]);
  });

  it('decides what is an event, in which category and how surely', () => {
    expect(events.length).toBeGreaterThan(0);
    const read = (vector: number[]) =>
      extractOffline(source(notes, { meanings: all(vector) }), fitted, twoNumbers).events;
    const quotes = (of: typeof events) => of.map(({ evidence }) => evidence[0]?.quote);
    expect(quotes(read([1, 0])).filter((quote) => sentences.includes(quote ?? ''))).toEqual([]);
    const feedback = read([0, 1]).filter(({ category }) => category === 'Feedback');
    expect(quotes(feedback)).toEqual(sentences);
    expect(new Set(feedback.map(({ confidence }) => confidence))).toEqual(new Set([0.11]));
  });

  it('leaves the events of words as they are where no vector is known', () => {
    expect(extractOffline(source(notes, { meanings: new Map() })).events).toEqual(events);
  });

  it('is asked for of a bounded number of sentences, the least decided ones', () => {
    const many = Array.from({ length: 100 }, (_, i) => `The lamp ${i} flickers again in reading room ${i}.`);
    const asked = extractOffline(source(many.join('\n\n'))).undecided ?? [];
    expect(asked).toHaveLength(60);
    expect(new Set(asked).size).toBe(60);
  });

  it('refuses the vector of another model', () => {
    expect(() => refine(refined, new Float64Array(9), new Float32Array(5))).toThrow('5 numbers');
    expect(refined.vector).toHaveLength(768);
    expect(refined.bias).toHaveLength(fitted.events.classes.length);
  });
});
