import { describe, expect, it } from 'vitest';
import deleteStartupContext from '../../../src/handlers/contexts/delete-startup-context.ts';
import getStartupContext from '../../../src/handlers/contexts/get-startup-context.ts';
import listStartupContexts from '../../../src/handlers/contexts/list-startup-contexts.ts';
import setStartupContext from '../../../src/handlers/contexts/set-startup-context.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

type Listed = { name: string; is_active: boolean };

const set = (name: string, more: Record<string, unknown> = {}) =>
  call(setStartupContext, { name, content: `About ${name}`, ...more }, lake.deps);
const get = (input: Record<string, unknown> = {}) => call(getStartupContext, input, lake.deps);
const active = async (): Promise<string[]> => {
  const { contexts }: { contexts: Listed[] } = await call(listStartupContexts, {}, lake.deps);
  return contexts.filter((context) => context.is_active).map((context) => context.name);
};

describe('dewey_set_startup_context', () => {
  it('creates the context and activates it by default', async () => {
    const made = await set('first');
    expect(made).toEqual({
      id: expect.any(String),
      name: 'first',
      is_active: true,
      version: 1,
      created_at: expect.stringMatching(/Z$/),
      updated_at: made.created_at,
    });
    expect(await get()).toMatchObject({ name: 'first', content: 'About first' });
  });

  it('deactivates the previously active one, and names it', async () => {
    await set('old');
    expect(await set('new')).toMatchObject({ deactivated: 'old' });
    expect(await set('new')).not.toHaveProperty('deactivated');
    expect(await set('elsewhere', { project: '/home/ada/annex' })).not.toHaveProperty('deactivated');
    await call(deleteStartupContext, { name: 'elsewhere', force: true }, lake.deps);
    expect(await active()).toEqual(['new']);
  });

  it('keeps the active one when another is created with set_active: false', async () => {
    await set('current');
    expect(await set('draft', { set_active: false })).toMatchObject({ is_active: false });
    expect(await active()).toEqual(['current']);
  });

  it('keeps the active flag of an existing context with set_active: false', async () => {
    await set('steady');
    const changed = await set('steady', { content: 'Reworded', set_active: false });
    expect(changed).toMatchObject({ is_active: true, version: 2 });
    expect(await get()).toMatchObject({ name: 'steady', content: 'Reworded' });
  });

  it('deactivates with deactivate, whatever set_active is', async () => {
    await set('loud');
    expect(await set('loud', { deactivate: true })).toMatchObject({ is_active: false });
    expect(await active()).toEqual([]);
    expect(await get()).toBeNull();
  });

  it('creates a version for each new text and none for an unchanged one', async () => {
    expect((await set('text', { content: 'A' })).version).toBe(1);
    expect((await set('text', { content: 'B' })).version).toBe(2);
    expect((await set('text', { content: 'B' })).version).toBe(2);
    expect((await set('text', { content: 'A' })).version).toBe(3);
    expect(await get({ name: 'text', version: 2 })).toMatchObject({ content: 'B' });
  });

  it('keeps id and created_at, and updates updated_at', async () => {
    const made = await set('lasting');
    const changed = await set('lasting', { content: 'Changed' });
    expect(changed).toMatchObject({ id: made.id, created_at: made.created_at });
    expect(changed.updated_at > made.updated_at).toBe(true);
  });

  it('leaves exactly one active when 32 are activated at once', async () => {
    const names = Array.from({ length: 32 }, (_, i) => `racer-${i}`);
    const made = await Promise.all(names.map((name) => set(name)));
    expect(made.every((context) => context.is_active)).toBe(true);
    const [winner, ...others] = await active();
    expect(others).toEqual([]);
    expect(names).toContain(winner);
    // Repeated, now that all of them exist.
    await Promise.all(names.map((name) => set(name)));
    expect(await active()).toHaveLength(1);
  });

  it('keeps every text when 32 write under one name at once', async () => {
    const contents = Array.from({ length: 32 }, (_, i) => `Text ${i}`);
    const made = await Promise.all(contents.map((content) => set('shared', { content })));
    expect(made.map((context) => context.version).sort((a, b) => a - b)).toEqual(
      contents.map((_, i) => i + 1),
    );
    const versions = await Promise.all(contents.map((_, i) => get({ name: 'shared', version: i + 1 })));
    expect(versions.map((version) => version.content).sort()).toEqual([...contents].sort());
  });

  it('starts from scratch under a deleted name: old texts do not return', async () => {
    const first = await set('phoenix', { content: 'Secret' });
    await set('phoenix', { content: 'Also secret' });
    await call(deleteStartupContext, { name: 'phoenix', force: true }, lake.deps);
    const again = await set('phoenix', { content: 'Fresh' });
    expect(again).toMatchObject({ version: 1, is_active: true });
    expect(again.created_at > first.created_at).toBe(true);
    expect(await get({ name: 'phoenix', version: 1 })).toMatchObject({ content: 'Fresh' });
    expect((await fail(getStartupContext, { name: 'phoenix', version: 2 }, lake.deps)).status).toBe(404);
    expect(
      (await fail(getStartupContext, { name: 'phoenix', as_of: first.updated_at }, lake.deps)).status,
    ).toBe(404);
  });

  it('keeps any text, and replaces only what PostgreSQL cannot store', async () => {
    for (const content of ['# Context\n\n- 😀 "quoted" \\ \r\n', '\u200b'])
      expect(await get({ name: (await set('any', { content })).name })).toMatchObject({ content });
    const dirty = await set('any', { content: 'a\0\ud800' });
    expect(dirty.sanitized).toBe(true);
    expect(await get({ name: 'any' })).toMatchObject({ content: 'a\ufffd\ufffd' });
  });

  it('rejects an empty text, says what to do instead, and keeps the text', async () => {
    await set('full', { content: 'full' });
    for (const content of ['', ' \n'])
      expect(await fail(setStartupContext, { name: 'full', content }, lake.deps)).toMatchObject({
        status: 400,
        message: 'content: must not be empty.',
        data: { field: 'content', suggestion: expect.stringContaining('deactivate') },
      });
    expect(await get({ name: 'full' })).toMatchObject({ content: 'full', version: 1 });
  });

  it('rejects a name that addresses cannot have, but lets such a context be deactivated', async () => {
    for (const name of ['.', '..'])
      expect(await fail(setStartupContext, { name, content: 'full' }, lake.deps)).toMatchObject({
        status: 400,
        message: `name: must not be "${name}".`,
        data: { field: 'name', suggestion: expect.stringContaining('Use a name') },
      });
    await set('older', { content: 'full' });
    await lake.db.sql`update startup_contexts set name = '..' where name = 'older'`;
    expect(await call(setStartupContext, { name: '..', deactivate: true }, lake.deps)).toMatchObject({
      is_active: false,
    });
  });

  it('rejects more than 10 MB and keeps the text', async () => {
    await set('small', { content: 'small' });
    const error = await fail(
      setStartupContext,
      { name: 'small', content: 'x'.repeat(10_000_001) },
      lake.deps,
    );
    expect(error).toMatchObject({
      status: 413,
      kind: 'too_large',
      data: { field: 'content', limit: 10_000_000 },
    });
    expect(await get({ name: 'small' })).toMatchObject({ content: 'small', version: 1 });
  });
});
