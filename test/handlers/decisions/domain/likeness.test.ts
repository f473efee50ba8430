import { describe, expect, it } from 'vitest';
import { featuresAround, namesAround } from '../../../../src/handlers/decisions/domain/likeness/around.ts';
import { conceptsOf } from '../../../../src/handlers/decisions/domain/likeness/concepts.ts';
import { featureNames, featuresOf } from '../../../../src/handlers/decisions/domain/likeness/features.ts';
import { besideBest, byLikeness, orderOf } from '../../../../src/handlers/decisions/domain/likeness/model.ts';
import { readGiven } from '../../../../src/handlers/decisions/domain/likeness/text.ts';

const decision = (statement: string, ...alternatives: string[]) =>
  readGiven({ statement, alternatives, domain: 'general' });

const stored = [
  decision('Roll features out behind flags', 'release branches'),
  decision('Cache rendered pages at the edge', 'render each time'),
  decision('Nightly reports run on a read replica', 'the primary'),
  decision('Reports run on the primary, no replica', 'a follower for reports'),
  decision('Die Berichte laufen auf einer Lesereplik', 'Hauptdatenbank'),
  decision('Interview candidates in pairs', 'one interviewer'),
];
const asked = decision('Run the reports against a follower instead of the primary', 'tune the queries');

describe('the likeness of decisions', () => {
  it('knows of each feature how far it is behind the highest of those found', () =>
    expect(
      besideBest([
        [1, 5],
        [3, 2],
      ]),
    ).toEqual([
      [1, 5, -2, 0],
      [3, 2, 0, -3],
    ]));

  it('reads words of several languages as one concept', () => {
    expect(conceptsOf('lesereplik', 'lesereplik')).toContain(':replica');
    expect(conceptsOf('follower', 'follower')).toEqual([':replica']);
    expect(conceptsOf('der', 'der')).toEqual([]);
    expect(conceptsOf('zebra', 'zebra')).toEqual(['zebra']);
  });

  it('finds the same choice in other words and another language, and the opposite after it', () => {
    const found = byLikeness(asked, stored, 5);
    const statements = found.map(({ one }) => one.statement);
    expect(statements.slice(0, 3).toSorted()).toEqual(
      [stored[2], stored[3], stored[4]].map((one) => one?.statement).toSorted(),
    );
    expect(statements.indexOf(stored[3]?.statement ?? '')).toBe(2);
    expect(found[2]?.direction).toBe('opposite');
  });

  it('leaves out what is not related, and returns no more than asked for', () => {
    expect(byLikeness(asked, [decision('Interview candidates in pairs')], 5)).toEqual([]);
    expect(byLikeness(asked, stored, 2)).toHaveLength(2);
    expect(byLikeness(asked, [], 5)).toEqual([]);
  });

  it('finds what is not embedded yet beside what is, as it does where nothing is', () => {
    const fresh = decision('Use Cassandra for the notes', 'PostgreSQL');
    const task = decision('Use Cassandra for the task lists', 'PostgreSQL');
    const embedded = stored.map((one, i) => ({
      ...one,
      meaning: { decision: 0.1 + i / 50, vector: [0.6, 0.8] },
    }));
    const [alone] = byLikeness(task, [fresh, ...stored], 5);
    expect(alone?.one).toBe(fresh);
    const [first] = byLikeness(task, [...embedded, fresh], 5);
    expect(first).toMatchObject({ one: { statement: fresh.statement }, direction: 'same' });
    expect(first?.score).toBeCloseTo(alone?.score ?? Number.NaN, 10);
  });

  it('compares equal statements as alike as can be, with and without a model', () => {
    const [words] = featuresOf(asked, [asked]);
    expect(words).toHaveLength(featureNames.length);
    expect(words?.[0]).toBeCloseTo(1);
    const [withMeaning] = featuresOf(asked, [{ ...asked, meaning: { decision: 1 } }]);
    expect(withMeaning?.[featureNames.indexOf('meaning')]).toBe(1);
    expect(withMeaning?.every(Number.isFinite)).toBe(true);
  });

  it('puts the most related first that does not go the other way', () => {
    // One feature for each model: related is 1/(1+e^-x) by a tree that has a leaf for each x, opposite 1/(1+e^-y).
    // A row has its two numbers, and how far each is behind the highest.
    const upper = [0, 0, 0, -4, 0, 2, ...Array<number>(24).fill(0)];
    const related = {
      constant: 0,
      trees: [[...upper, ...[-5, -4, 2, 3].flatMap((leaf) => Array<number>(4).fill(leaf))]],
    };
    const weights = { related, opposite: [0, 1, 0] };
    const order = orderOf(
      [
        [3, 4],
        [2, -4],
        [-5, -4],
      ],
      weights,
    );
    expect(order.map(({ at }) => at)).toEqual([1, 0, 2]);
    expect(order[0]?.related).toBeCloseTo(0.8808, 4);
    expect(order[1]?.opposite).toBeCloseTo(0.982, 3);
  });

  it('compares what was found with the others that are likely related, also by meaning', () => {
    const same = decision('Functions and models of the client come from orval', 'fetch wrappers');
    const contrary = decision('Generated clients are thrown out', 'orval');
    const other = decision('Interview candidates in pairs');
    const alone = [
      { related: 0.1, opposite: 0.1 },
      { related: 0.9, opposite: 0.8 },
      { related: 0.05, opposite: 0.1 },
    ];
    const rows = featuresAround([same, contrary, other], alone);
    const of = (name: (typeof namesAround)[number]) => rows.map((row) => row[namesAround.indexOf(name)] ?? 0);
    // Its alternative is what the first one chooses.
    expect(of('contraryCrossed')[0]).toBeGreaterThan(0);
    expect(of('contraryCrossed')[2]).toBe(0);
    expect(of('aroundBest')).toEqual([0.9, 0.1, 0.9]);
    expect(of('aroundMeaning')).toEqual([0, 0, 0]);

    const meant = [same, contrary].map((one) => ({ ...one, meaning: { decision: 0.4, vector: [0.6, 0.8] } }));
    const [first] = featuresAround(meant, alone.slice(0, 2));
    expect(first?.[namesAround.indexOf('aroundMeaning')]).toBeCloseTo(0.9);
    expect(first?.[namesAround.indexOf('contraryMeaning')]).toBeCloseTo(0.72);
    expect(featuresAround([same], [{ related: 1, opposite: 0 }])).toEqual([namesAround.map(() => 0)]);
  });
});
