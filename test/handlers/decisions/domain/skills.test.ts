import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contextHash } from '../../../../src/handlers/decisions/domain/context-hash.ts';
import { estimatedSuccess } from '../../../../src/handlers/decisions/domain/signals.ts';
import { contentWords, dice, nearest } from '../../../../src/handlers/decisions/domain/similarity.ts';
import { deriveLesson, type Evidence } from '../../../../src/handlers/decisions/domain/skills.ts';

const evidence = (score: number, more: Partial<Evidence> = {}): Evidence => ({
  decisionId: 'dec_1',
  statement: 'Use PostgreSQL with a connection pool',
  words: new Set(['postgresql', 'connect', 'pool']),
  alternatives: ['MongoDB'],
  score,
  success: score >= 0.5,
  lessons: [],
  ...more,
});

describe('deriveLesson', () => {
  it('derives nothing before three outcomes', () => {
    expect(deriveLesson([evidence(1), evidence(1)], 'database')).toBeUndefined();
  });

  it('derives a skill from three successes, with the posterior mean as its confidence', () => {
    const group = [evidence(1), evidence(1, { lessons: ['Pool at 8k req/s'] }), evidence(1)];
    expect(deriveLesson(group, 'database')).toMatchObject({
      kind: 'skill',
      confidence: 0.8,
      successes: 3,
      total: 3,
      recommendation: 'Do it again: it worked in 3 of 3 cases. Lesson: Pool at 8k req/s',
      whenToUse: 'database decisions about postgresql, connection, pool',
    });
  });

  it('derives an antipattern at .50 and below, matched by the words they all share', () => {
    const about = (statement: string, ...words: string[]) => ({ statement, words: new Set(words) });
    const group = [
      evidence(0, about('Use MongoDB for user queries', 'mongodb', 'user', 'queri')),
      evidence(1, about('Use MongoDB for session queries', 'mongodb', 'session', 'queri')),
      evidence(0.5, about('Choose MongoDB, query by user', 'mongodb', 'user', 'queri')),
    ];
    expect(deriveLesson(group, 'database')).toMatchObject({
      kind: 'antipattern',
      confidence: 0.5,
      terms: [['mongodb'], ['queries', 'query']],
    });
  });

  it('derives nothing between .50 and .75', () => {
    expect(deriveLesson([evidence(1), evidence(1), evidence(0)], 'database')).toBeUndefined(); // 3/5
  });

  it('recommends the rejected alternatives when failures left no lesson', () => {
    const lesson = deriveLesson(
      [evidence(0), evidence(0), evidence(0, { alternatives: ['Redis'] })],
      'database',
    );
    expect(lesson?.recommendation).toBe('Consider MongoDB or Redis instead');
  });

  it('recommends what to do before it says the latest lesson', () => {
    const told = { alternatives: ['MongoDB', 'do nothing'], lessons: ['Nobody on call knew it'] };
    const lesson = deriveLesson([evidence(0), evidence(0), evidence(0, told)], 'database');
    expect(lesson?.recommendation).toBe('Consider MongoDB instead. Lesson: Nobody on call knew it');
  });
});

describe('similarity', () => {
  it('is Dice on the words that are not about deciding', () => {
    const a = contentWords(['use', 'postgresql', 'user', 'databas']);
    const b = contentWords(['choos', 'postgresql', 'databas', 'analyt']);
    expect(dice(a, b)).toBeCloseTo(4 / 6, 12);
    expect(dice(a, new Set())).toBe(0);
    expect(dice(new Set(), new Set())).toBe(0);
  });

  it('finds only the nearest of the same topic', () => {
    const words = new Set(['postgresql', 'user', 'databas']);
    const near = { words: new Set(['postgresql', 'databas', 'analyt']) };
    const far = { words: new Set(['mongodb', 'user', 'cach']) };
    expect(nearest(words, [far, near])).toBe(near);
    expect(nearest(words, [far])).toBeUndefined();
  });
});

describe('estimatedSuccess', () => {
  it.each([
    [0, 0, 0.5],
    [3, 0, 0.8],
    [3, 1, 4 / 6],
    [0, 4, 1 / 6],
  ])('is the rule of succession for %d good and %d bad signals', (positive, negative, expected) => {
    expect(estimatedSuccess({ positive, negative })).toBeCloseTo(expected, 12);
  });
});

describe('contextHash', () => {
  it('is the SHA-256 of canonical JSON, independent of the order of the lists', async () => {
    const expected = createHash('sha256')
      .update('{"alternatives":["MongoDB","SQLite"],"assumptions":["a","b"],"statement":"Use PostgreSQL"}')
      .digest('hex');
    const decision = {
      statement: 'Use PostgreSQL',
      alternatives: ['SQLite', 'MongoDB'],
      assumptions: ['b', 'a'],
    };
    expect(await contextHash(decision)).toBe(expected);
    expect(await contextHash({ ...decision, statement: 'Use PostgreSQL.' })).not.toBe(expected);
  });
});
