import { describe, expect, it } from 'vitest';
import memoryList from '../../../src/handlers/memory/memory-list.ts';
import memoryStore from '../../../src/handlers/memory/memory-store.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const store = (input: Record<string, unknown>) =>
  call(memoryStore, { type: 'preference', confidence: 0.9, ...input }, lake.deps);

describe('memory_store', () => {
  it('stores a repeated statement once', async () => {
    const first = await store({ content: 'Ana prefers oak shelves.' });
    expect(first).toEqual({ memory_id: expect.any(String), created_at: expect.any(String) });
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => store({ content: 'Ana prefers oak shelves.', confidence: 0.4 })),
    );
    for (const reply of replies) expect(reply).toEqual({ ...first, duplicate: true });
    expect(await store({ content: 'Ana prefers oak shelves.', type: 'fact' })).not.toHaveProperty(
      'duplicate',
    );
    const { memories } = await call(memoryList, { type: 'preference' }, lake.deps);
    expect(memories).toMatchObject([{ memory_id: first.memory_id, confidence: 0.9 }]);
  });

  it('stores one of many concurrent first calls', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        store({ content: 'The reading room faces north.', external_id: 'north' }),
      ),
    );
    expect(new Set(replies.map(({ memory_id }) => memory_id)).size).toBe(1);
    expect(replies.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
  });

  it('rejects another statement under a used external id', async () => {
    const { memory_id } = await store({ content: 'one', external_id: 'mine' });
    expect(
      await fail(
        memoryStore,
        { content: 'two', type: 'fact', confidence: 0, external_id: 'mine' },
        lake.deps,
      ),
    ).toMatchObject({ kind: 'conflict', data: { field: 'external_id', memory_id } });
  });

  it('rejects an empty statement and one over 10,000 characters', async () => {
    const rest = { type: 'fact', confidence: 1 };
    expect(await fail(memoryStore, { content: ' ', ...rest }, lake.deps)).toMatchObject({
      kind: 'invalid_input',
    });
    expect(await fail(memoryStore, { content: 'x'.repeat(10_001), ...rest }, lake.deps)).toMatchObject({
      kind: 'too_large',
      data: { limit: 10_000 },
    });
    // Each is one character, though JavaScript counts two units.
    expect(await store({ content: '🚀'.repeat(10_000) })).toMatchObject({ memory_id: expect.any(String) });
  });
});
