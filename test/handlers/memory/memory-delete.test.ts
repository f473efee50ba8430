import { describe, expect, it } from 'vitest';
import memoryDelete from '../../../src/handlers/memory/memory-delete.ts';
import memoryList from '../../../src/handlers/memory/memory-list.ts';
import memoryStore from '../../../src/handlers/memory/memory-store.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const store = () =>
  call(memoryStore, { content: 'Tea at four.', type: 'fact', confidence: 1, external_id: 'tea' }, lake.deps);

describe('memory_delete', () => {
  it('deletes a memory, which can be stored again', async () => {
    const { memory_id } = await store();
    expect(await call(memoryDelete, { memory_id }, lake.deps)).toEqual({ deleted: true });
    expect((await call(memoryList, {}, lake.deps)).total).toBe(0);
    expect(await fail(memoryDelete, { memory_id }, lake.deps)).toMatchObject({
      kind: 'not_found',
      data: { field: 'memory_id', suggestion: expect.stringContaining('memory_list') },
    });
    const again = await store();
    expect(again).not.toHaveProperty('duplicate');
    expect(again.memory_id).not.toBe(memory_id);
  });
});
