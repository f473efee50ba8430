import { describe, expect, it } from 'vitest';
import { Identity } from '../../../src/gateway/auth/identity.ts';
import importData from '../../../src/handlers/experience/import-data.ts';
import applyPreset from '../../../src/handlers/workflow/apply-preset.ts';
import getWorkflowStatus from '../../../src/handlers/workflow/get-workflow-status.ts';
import listPresets from '../../../src/handlers/workflow/list-presets.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

describe('apply_preset', () => {
  it('starts a session, with a new id if none is given', async () => {
    const { session_id, gates } = await call(applyPreset, { preset_name: 'three-gate' }, lake.deps);
    expect(gates.learn.required_tools).toEqual(['search_experiences', 'gather_context']);
    expect(await call(getWorkflowStatus, { session_id }, lake.deps)).toMatchObject({
      active_session: true,
      preset: 'three-gate',
      current_phase: 'teach',
      steps_completed: ['apply_preset'],
    });
  });

  it('changes the preset of a running session, whose earlier calls still count', async () => {
    const session_id = 'running';
    await call(applyPreset, { preset_name: 'minimal', session_id }, lake.deps);
    await call(listPresets, { session_id }, lake.deps);
    await call(applyPreset, { preset_name: 'strict', session_id }, lake.deps);
    const status = await call(getWorkflowStatus, { session_id }, lake.deps);
    expect(status).toMatchObject({ preset: 'strict', steps_completed: ['apply_preset', 'list_presets'] });
  });

  it('creates one session for twenty concurrent calls', async () => {
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        call(applyPreset, { preset_name: i % 2 ? 'strict' : 'minimal', session_id: 'shared' }, lake.deps),
      ),
    );
    expect(new Set(sent.map(({ session_id }) => session_id))).toEqual(new Set(['shared']));
    const [row] = await lake.db.sql`
      select count(*)::int as n, min(config->>'name') = min(preset) as whole from workflow_sessions where session_id = 'shared'`;
    expect(row).toEqual({ n: 1, whole: true });
  });

  it('rejects an unknown preset', async () => {
    expect(await fail(applyPreset, { preset_name: 'harsh' }, lake.deps)).toMatchObject({
      kind: 'not_found',
      data: { field: 'preset_name', received: 'harsh' },
    });
  });

  it('refuses a preset whose gate could never open', async () => {
    const data = custom('stuck', ['dewey_search', 'list_presets']);
    expect((await call(importData, { data }, lake.deps)).message).toContain(
      'It cannot be applied: calls of dewey_search are not counted.',
    );
    expect(await fail(applyPreset, { preset_name: 'stuck' }, lake.deps)).toMatchObject({
      kind: 'refused',
      message: 'The preset stuck requires dewey_search, whose calls are not counted.',
    });
  });

  it('is weakened, by applying or importing, only with the scope admin, and that is logged', async () => {
    const warned: object[] = [];
    const log = { ...lake.deps.log, warn: (fields: object) => void warned.push(fields) };
    const as = (scope: 'write' | 'admin') => ({
      ...lake.deps,
      log,
      call: { requestId: 'r', keyId: 'ada', scope, key: new Identity('ada', scope, {}) },
    });
    const session_id = 'kept';
    await call(applyPreset, { preset_name: 'strict', session_id }, as('write'));
    const weaker = { preset_name: 'three-gate', session_id };
    expect(await fail(applyPreset, weaker, as('write'))).toMatchObject({
      kind: 'forbidden',
      data: { problem: 'its enforcement is moderate instead of strict' },
    });
    expect((await call(applyPreset, weaker, as('admin'))).message).toContain('This was logged.');
    expect(warned).toMatchObject([{ session_id, preset: 'three-gate', key: 'ada' }]);

    await call(importData, { data: custom('ours', ['get_config']) }, as('write'));
    const open = { data: custom('ours', []) };
    expect((await fail(importData, open, as('write'))).kind).toBe('forbidden');
    await call(importData, open, as('admin'));
    expect(warned).toHaveLength(2);
  });
});

const custom = (name: string, learn: string[]) => ({
  name,
  description: 'Of a test',
  enforcement: 'custom',
  gates: {
    teach: { required_tools: [] },
    learn: { required_tools: learn },
    reason: { required_tools: [] },
  },
});
