import { describe, expect, it } from 'vitest';
import type { Meant } from '../../../../../src/handlers/reasoning/domain/relevance/features.ts';
import { likelyRelated } from '../../../../../src/handlers/reasoning/domain/relevance/model.ts';

const problem = 'The nightly import of loans fails with a timeout';

/** A vector that is as near to the problem's, `[1, 0, …]`, as wanted; texts of one `side` are alike beside that. */
function text(likeness: number, side: number, more: Partial<Meant> = {}): Meant {
  const vector = new Float32Array(40);
  vector[0] = likeness;
  vector[1 + side] = Math.sqrt(1 - likeness * likeness);
  return {
    kind: 'message',
    text: `Note ${side} of the garden club`,
    project: null,
    likeness,
    vector,
    ...more,
  };
}
const others = Array.from({ length: 30 }, (_, i) => text(0.05 + i / 1000, 1 + i));
const about = (likeness: number, said: string, more: Partial<Meant> = {}) =>
  text(likeness, 0, { text: said, kind: 'experience', project: 'library', ...more });

describe('the model of relevance', () => {
  it('finds texts about the problem among others, in any order', () => {
    const related = [
      about(0.78, 'The import of loans ran into a timeout at night; smaller batches helped'),
      about(0.7, 'Nightly import: the timeout of the pool was too short for all loans'),
    ];
    const likely = likelyRelated(problem, [...others, ...related]);
    expect(likely.slice(others.length).every((one) => one >= 0.67 && one <= 1)).toBe(true);
    expect(likely.slice(0, others.length)).toEqual(others.map(() => 0));
    const turned = likelyRelated(problem, [...related, ...others]);
    for (const [i, one] of turned.slice(0, 2).entries()) expect(one).toBeCloseTo(likely[30 + i] ?? 0, 6);
  });

  it('takes a doubtful text for likelier beside others of its matter and project', () => {
    const doubtful = about(0.46, 'Loans of the branch arrive late in the morning');
    const sure = [
      about(0.8, 'The import of loans ran into a timeout at night'),
      about(0.75, 'A timeout stopped the nightly import of loans'),
    ];
    const strange = sure.map((one, i) => ({ ...text(one.likeness, 38 - i), text: one.text, kind: one.kind }));
    const beside = (some: Meant[]) => likelyRelated(problem, [...others, doubtful, ...some])[30] ?? 0;
    expect(beside(sure)).toBeGreaterThan(beside(strange));
  });

  it('cites nothing in a small lake that merely shares words with the problem', () => {
    const minutes = Array.from({ length: 8 }, (_, i) =>
      text(0.15 + i / 50, 1 + i, {
        kind: 'artifact',
        text: `Minutes ${i}: the choir counted its night shoes, and the import of tea has ended`,
      }),
    );
    expect(likelyRelated(problem, minutes)).toEqual(minutes.map(() => 0));
    const near = about(0.6, 'The import of loans ran into a timeout at night; smaller batches helped');
    const likely = likelyRelated(problem, [...minutes, near]);
    expect(likely.flatMap((one, i) => (one > 0 ? [i] : []))).toEqual([8]);
  });

  it('knows nothing of a topic that no text is near', () => {
    expect(likelyRelated(problem, others)).toEqual(others.map(() => 0));
    expect(likelyRelated(problem, [])).toEqual([]);
  });
});
