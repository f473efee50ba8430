import { describe, expect, it } from 'vitest';
import getStartupContext from '../../../src/handlers/contexts/get-startup-context.ts';
import setStartupContext from '../../../src/handlers/contexts/set-startup-context.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

const set = (name: string, content: string, more: Record<string, unknown> = {}) =>
  call(setStartupContext, { name, content, ...more }, lake.deps);
const get = (input: Record<string, unknown> = {}) => call(getStartupContext, input, lake.deps);

describe('dewey_get_startup_context', () => {
  it('returns null while none is active, but finds one by name', async () => {
    expect(await get()).toBeNull();
    await set('draft', 'Not yet', { set_active: false });
    expect(await get()).toBeNull();
    expect(await get({ name: 'draft' })).toMatchObject({ content: 'Not yet', is_active: false });
  });

  it('returns the active context in full', async () => {
    const made = await set('morning', '# Today\nOpen at nine.');
    expect(await get()).toEqual({
      id: made.id,
      name: 'morning',
      content: '# Today\nOpen at nine.',
      is_active: true,
      version: 1,
      created_at: made.created_at,
      updated_at: made.updated_at,
    });
  });

  it('returns an earlier text by version', async () => {
    for (const content of ['one', 'two', 'three']) await set('versions', content);
    expect(await get({ name: 'versions' })).toMatchObject({ content: 'three', version: 3 });
    expect(await get({ name: 'versions', version: 1 })).toMatchObject({ content: 'one', version: 1 });
    // Without a name, the version is of the active context.
    expect(await get({ version: 2 })).toMatchObject({ name: 'versions', content: 'two' });
  });

  it('returns the text that was current at a time', async () => {
    const times: string[] = [];
    for (const content of ['one', 'two', 'three']) times.push((await set('times', content)).updated_at);
    for (const [i, content] of ['one', 'two', 'three'].entries())
      expect(await get({ name: 'times', as_of: times[i] })).toMatchObject({ content, version: i + 1 });
    expect(await get({ name: 'times', as_of: '9999-01-01T00:00:00Z' })).toMatchObject({ content: 'three' });
  });

  it('lists the existing versions when the requested one is missing', async () => {
    await set('few', 'only');
    expect(await fail(getStartupContext, { name: 'few', version: 2 }, lake.deps)).toMatchObject({
      status: 404,
      kind: 'not_found',
      data: { field: 'version', received: 2, suggestion: expect.stringContaining('1 to 1') },
    });
    const as_of = '2001-01-01T00:00:00Z';
    expect(await fail(getStartupContext, { name: 'few', as_of }, lake.deps)).toMatchObject({
      status: 404,
      data: { field: 'as_of', received: as_of },
    });
  });

  it('reports an unknown name', async () => {
    expect(await fail(getStartupContext, { name: 'nobody' }, lake.deps)).toMatchObject({
      status: 404,
      kind: 'not_found',
      data: {
        field: 'name',
        received: 'nobody',
        suggestion: expect.stringContaining('dewey_list_startup_contexts'),
      },
    });
  });

  it('truncates a long text and marks it; a larger max_chars returns it in full', async () => {
    const content = '😀'.repeat(60_000);
    await set('long', content);
    const cut = await get({ name: 'long' });
    expect(cut.content_truncated).toBe(true);
    expect(cut.content.length).toBeLessThanOrEqual(80_000);
    expect(content.startsWith(cut.content)).toBe(true);
    const odd = await get({ name: 'long', max_chars: 99 });
    expect(odd.content.isWellFormed()).toBe(true);
    const whole = await get({ name: 'long', max_chars: 200_000 });
    expect(whole.content).toBe(content);
    expect(whole).not.toHaveProperty('content_truncated');
  });
});
