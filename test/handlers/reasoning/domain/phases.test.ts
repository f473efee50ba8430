import { describe, expect, it } from 'vitest';
import { after, type Move, misplaced, phases } from '../../../../src/handlers/reasoning/domain/phases.ts';

describe('the phases of reasoning', () => {
  it('allow exactly these transitions', () => {
    const moves: Move[] = ['gather_context', 'reason_through', 'finalize_decision'];
    const table = phases.map((phase) => [phase, ...moves.map((move) => after(phase, move) ?? '-')]);
    expect(table).toEqual([
      ['analyze', 'gather', '-', '-'],
      ['gather', 'gather', 'reason', '-'],
      ['reason', '-', 'reason', 'finalized'],
      ['finalized', '-', '-', '-'],
    ]);
  });

  it('number thoughts without gaps, or as revisions of an existing one', () => {
    const place = (number: number, revises?: number) =>
      misplaced({ number, isRevision: revises !== undefined, revises }, 3);
    expect(place(4)).toBeUndefined();
    expect(place(3)).toEqual({ field: 'thought_number', problem: 'the next thought must be number 4' });
    expect(place(5)).toMatchObject({ field: 'thought_number' });
    expect(place(2, 2)).toBeUndefined();
    expect(place(4, 2)).toBeUndefined();
    expect(place(3, 2)).toEqual({
      field: 'thought_number',
      problem: 'a revision of thought 2 must be numbered 2 or 4',
    });
    expect(place(4, 4)).toEqual({ field: 'revises_thought', problem: 'the session has thoughts 1 to 3' });
  });

  it('require is_revision and revises_thought together', () => {
    expect(misplaced({ number: 1, isRevision: true, revises: undefined }, 0)?.field).toBe('revises_thought');
    expect(misplaced({ number: 1, isRevision: false, revises: 1 }, 0)?.field).toBe('revises_thought');
    expect(misplaced({ number: 1, isRevision: true, revises: 1 }, 0)?.problem).toBe(
      'there is no thought to revise yet',
    );
  });
});
