import { describe, expect, it } from 'vitest';
import memoryList from '../../../src/handlers/memory/memory-list.ts';
import memoryStore from '../../../src/handlers/memory/memory-store.ts';
import { call } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

describe('memory_list', () => {
  it('lists the newest first, page by page, by type', async () => {
    for (const [content, type] of [
      ['one', 'fact'],
      ['two', 'project'],
      ['three', 'fact'],
    ])
      await call(
        memoryStore,
        { content, type, confidence: 0, conversation_id: 'talk-1', project: 'library' },
        lake.deps,
      );
    const first = await call(memoryList, { limit: 2 }, lake.deps);
    expect(first).toMatchObject({
      memories: [{ content: 'three' }, { content: 'two' }],
      total: 3,
      next_offset: 2,
    });
    const second = await call(memoryList, { limit: 2, offset: 2 }, lake.deps);
    expect(second.memories).toEqual([
      {
        memory_id: expect.any(String),
        type: 'fact',
        content: 'one',
        confidence: 0,
        conversation_id: 'talk-1',
        project: 'library',
        created_at: expect.any(String),
      },
    ]);
    expect(second).not.toHaveProperty('next_offset');
    expect((await call(memoryList, { type: 'project' }, lake.deps)).total).toBe(1);
  });

  it('lists those of one project, named by its path or the last part of it', async () => {
    for (const [content, project] of [
      ['Shelves are oak.', '/home/ana/museum'],
      ['Labels are in Czech.', 'museum'],
      ['Doors open at nine.', 'archive'],
      ['Tea before coffee.', undefined],
    ])
      await call(memoryStore, { content, type: 'fact', confidence: 1, project }, lake.deps);
    expect(await call(memoryList, { project: 'museum' }, lake.deps)).toMatchObject({
      memories: [{ content: 'Labels are in Czech.' }, { content: 'Shelves are oak.' }],
      total: 2,
    });
    expect((await call(memoryList, { project: '/home/ana/museum', limit: 1 }, lake.deps)).total).toBe(2);
    expect((await call(memoryList, { project: 'museum', type: 'decision' }, lake.deps)).total).toBe(0);
  });
});
