import { describe, expect, it } from 'vitest';
import deleteStartupContext from '../../../src/handlers/contexts/delete-startup-context.ts';
import listStartupContexts from '../../../src/handlers/contexts/list-startup-contexts.ts';
import setStartupContext from '../../../src/handlers/contexts/set-startup-context.ts';
import { call } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

type Listed = { name: string; content?: string; content_truncated?: boolean };

const set = (name: string, content: string, more: Record<string, unknown> = {}) =>
  call(setStartupContext, { name, content, ...more }, lake.deps);
const list = async (input: Record<string, unknown> = {}): Promise<Listed[]> =>
  (await call(listStartupContexts, input, lake.deps)).contexts;

describe('dewey_list_startup_contexts', () => {
  it('is empty in a new lake', async () => {
    expect(await list()).toEqual([]);
  });

  it('lists all, the active one first, then by last change, without texts', async () => {
    const oldest = await set('oldest', 'A');
    await set('middle', 'B', { set_active: false });
    await set('newest', 'C', { set_active: false });
    await set('middle', 'B again', { set_active: false });
    const contexts = await list();
    expect(contexts.map((context) => context.name)).toEqual(['oldest', 'middle', 'newest']);
    expect(contexts[0]).toEqual({
      id: oldest.id,
      name: 'oldest',
      is_active: true,
      version: 1,
      created_at: oldest.created_at,
      updated_at: oldest.updated_at,
    });
    expect(contexts[1]).toMatchObject({ version: 2, is_active: false });
  });

  it('includes the texts on request', async () => {
    const contexts = await list({ include_content: true });
    expect(contexts.map((context) => context.content)).toEqual(['A', 'B again', 'C']);
  });

  it('excludes deleted contexts', async () => {
    await call(deleteStartupContext, { name: 'newest' }, lake.deps);
    expect((await list()).map((context) => context.name)).toEqual(['oldest', 'middle']);
  });

  it('keeps the reply small when texts are large, and marks truncated ones', async () => {
    await Promise.all(
      Array.from({ length: 6 }, (_, i) => set(`large-${i}`, 'x'.repeat(40_000), { set_active: false })),
    );
    const contexts = await list({ include_content: true });
    expect(JSON.stringify(contexts).length).toBeLessThan(84_000);
    for (const { name, content_truncated } of contexts)
      expect(content_truncated).toBe(name.startsWith('large') ? true : undefined);
  });
});
