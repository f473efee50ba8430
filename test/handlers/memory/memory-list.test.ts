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
});
