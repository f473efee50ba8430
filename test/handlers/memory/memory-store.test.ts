import { describe, expect, it } from 'vitest';
import memoryDelete from '../../../src/handlers/memory/memory-delete.ts';
import memoryList from '../../../src/handlers/memory/memory-list.ts';
import memorySearch from '../../../src/handlers/memory/memory-search.ts';
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

  it('names what it may contradict, and hides what it corrects while it is there', async () => {
    const old = await store({ content: 'Deploys of the loan desk go out on Fridays.', type: 'project' });
    await store({ content: 'The loan desk opens at nine.', type: 'project' });
    const content = 'Deploys of the loan desk go out on Mondays.';
    const stored = await store({ content, type: 'project' });
    expect(stored.similar).toEqual({ [old.memory_id]: 'Deploys of the loan desk go out on Fridays.' });
    const again = await store({ content, type: 'project', replaces: old.memory_id });
    expect(again).toMatchObject({ memory_id: stored.memory_id, duplicate: true });
    expect(again).not.toHaveProperty('similar');

    const listed = async () =>
      (await call(memoryList, { type: 'project' }, lake.deps)).memories.map(
        (one: { content: string }) => one.content,
      );
    const found = async () =>
      (await call(memorySearch, { query: 'deploys Fridays Mondays' }, lake.deps)).results.map(
        (one: { memory_id: string }) => one.memory_id,
      );
    expect(await listed()).toEqual([content, 'The loan desk opens at nine.']);
    expect(await found()).toEqual([stored.memory_id]);
    await call(memoryDelete, { memory_id: stored.memory_id }, lake.deps);
    expect(await found()).toEqual([old.memory_id]);
  });

  it('cannot correct what is not there, or itself, and then stores nothing', async () => {
    const nothing = '00000000-0000-4000-8000-000000000000';
    const content = 'The attic is locked at night.';
    expect(
      await fail(memoryStore, { content, type: 'fact', confidence: 1, replaces: nothing }, lake.deps),
    ).toMatchObject({ kind: 'not_found', data: { field: 'replaces' } });
    expect((await call(memoryList, { type: 'fact' }, lake.deps)).memories).not.toContainEqual(
      expect.objectContaining({ content }),
    );
    const { memory_id } = await store({ content });
    expect(
      await fail(memoryStore, { content, type: 'preference', confidence: 1, replaces: memory_id }, lake.deps),
    ).toMatchObject({ kind: 'not_found' });
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
