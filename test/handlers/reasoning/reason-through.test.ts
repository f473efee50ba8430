import { describe, expect, it } from 'vitest';
import getSessionState from '../../../src/handlers/reasoning/get-session-state.ts';
import reasonThrough from '../../../src/handlers/reasoning/reason-through.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';
import { begin, gathered, think } from '../../support/reasoning.ts';

const lake = useLake();

describe('reason_through', () => {
  it('is refused before context is gathered, naming the next step', async () => {
    const session_id = await begin(lake.deps);
    const error = await fail(reasonThrough, { session_id, thought: 'x', thought_number: 1 }, lake.deps);
    expect(error).toMatchObject({ kind: 'refused', data: { phase: 'analyze', next_step: 'gather_context' } });
  });

  it('numbers thoughts without gaps and keeps revisions beside the originals', async () => {
    const session_id = await gathered(lake.deps);
    await think(lake.deps, session_id, 1);
    for (const thought_number of [1, 3])
      expect(
        await fail(reasonThrough, { session_id, thought: 'x', thought_number }, lake.deps),
      ).toMatchObject({ kind: 'refused', data: { field: 'thought_number', next_thought_number: 2 } });
    await think(lake.deps, session_id, 2, { confidence: 0 });
    await think(lake.deps, session_id, 1, { is_revision: true, revises_thought: 1 });
    await think(lake.deps, session_id, 3, { is_revision: true, revises_thought: 2 });
    await think(lake.deps, session_id, 4);
    expect(
      await fail(
        reasonThrough,
        { session_id, thought: 'x', thought_number: 5, is_revision: true, revises_thought: 9 },
        lake.deps,
      ),
    ).toMatchObject({ data: { field: 'revises_thought', problem: 'the session has thoughts 1 to 4' } });
    const { thoughts, thought_count } = await call(getSessionState, { session_id }, lake.deps);
    expect(thought_count).toBe(5);
    expect(
      thoughts.map(
        (t: { thought_number: number; revises_thought: number | null; confidence: number | null }) => [
          t.thought_number,
          t.revises_thought,
          t.confidence,
        ],
      ),
    ).toEqual([
      [1, null, null],
      [2, null, 0],
      [1, 1, null],
      [3, 2, null],
      [4, null, null],
    ]);
  });

  it('gives each number to one of many concurrent calls', async () => {
    const session_id = await gathered(lake.deps);
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        reasonThrough.call(
          { session_id, thought: `Thought of loans ${i}`, thought_number: 1 + (i % 2) },
          lake.deps,
        ),
      ),
    );
    const stored = sent.filter((reply) => reply.ok).length;
    const { thoughts } = await call(getSessionState, { session_id }, lake.deps);
    expect(thoughts.map((t: { thought_number: number }) => t.thought_number)).toEqual(
      [1, 2].slice(0, stored),
    );
    expect(stored).toBeGreaterThanOrEqual(1);
  });

  it('detects a thought that leaves the problem', async () => {
    const session_id = await gathered(lake.deps);
    expect((await think(lake.deps, session_id, 1)).scope_creep_detected).toBe(false);
    const cue = await think(lake.deps, session_id, 2, {
      thought: "While we're at it, the loan report could get new colours",
    });
    expect(cue).toMatchObject({
      scope_creep_detected: true,
      scope_creep_warning: expect.stringContaining('leads away'),
    });
    const away = await think(lake.deps, session_id, 3, {
      thought:
        'Gardens flourish where gardeners water roses, tulips, daffodils and violets before sunrise every spring',
    });
    expect(away.scope_creep_detected).toBe(true);
  });
});
