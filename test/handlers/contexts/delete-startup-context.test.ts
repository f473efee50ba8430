import { describe, expect, it } from 'vitest';
import deleteStartupContext from '../../../src/handlers/contexts/delete-startup-context.ts';
import getStartupContext from '../../../src/handlers/contexts/get-startup-context.ts';
import setStartupContext from '../../../src/handlers/contexts/set-startup-context.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

const set = (name: string, more: Record<string, unknown> = {}) =>
  call(setStartupContext, { name, content: `About ${name}`, ...more }, lake.deps);
const remove = (input: Record<string, unknown>) => call(deleteStartupContext, input, lake.deps);

describe('dewey_delete_startup_context', () => {
  it('deletes an inactive context without force, with its versions', async () => {
    await set('past', { set_active: false });
    expect(await remove({ name: 'past' })).toEqual({ deleted: true });
    for (const more of [{}, { version: 1 }])
      expect(await fail(getStartupContext, { name: 'past', ...more }, lake.deps)).toMatchObject({
        status: 404,
        data: { field: 'name' },
      });
  });

  it('refuses to delete the active one without force, and deletes nothing', async () => {
    await set('present');
    expect(await fail(deleteStartupContext, { name: 'present' }, lake.deps)).toMatchObject({
      status: 412,
      kind: 'refused',
      data: { field: 'force', suggestion: expect.stringContaining('force: true') },
    });
    expect(await call(getStartupContext, {}, lake.deps)).toMatchObject({ name: 'present', is_active: true });
  });

  it('deletes the active one with force; then none is active', async () => {
    await set('present');
    expect(await remove({ name: 'present', force: true })).toEqual({ deleted: true });
    expect(await call(getStartupContext, {}, lake.deps)).toBeNull();
  });

  it('reports an unknown name, also on a repeated call', async () => {
    await set('once', { set_active: false });
    await remove({ name: 'once' });
    for (const name of ['never', 'once'])
      expect(await fail(deleteStartupContext, { name, force: true }, lake.deps)).toMatchObject({
        status: 404,
        kind: 'not_found',
        data: { field: 'name', received: name },
      });
  });

  it('leaves a tombstone', async () => {
    await set('marked', { set_active: false });
    await remove({ name: 'marked' });
    const rows = await lake.db.sql`select kind, parent from tombstones where source_id = 'marked'`;
    expect([...rows]).toEqual([{ kind: 'context', parent: '' }]);
  });

  it('succeeds for exactly one of many concurrent calls', async () => {
    await set('wanted');
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => deleteStartupContext.call({ name: 'wanted', force: true }, lake.deps)),
    );
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
  });
});
