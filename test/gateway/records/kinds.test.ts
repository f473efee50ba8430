import { beforeAll, describe, expect, it } from 'vitest';
import { purge } from '../../../src/db/retention/purge.ts';
import { adminTools } from '../../../src/gateway/admin/index.ts';
import { recordTools } from '../../../src/gateway/records/tools.ts';
import { catalog } from '../../../src/handlers/index.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { recordsOf } from '../../support/records.ts';

/** Presets, reasoning sessions, startup contexts and results: each with what only its kind has. */

const lake = useLake();
const server = useServer(lake);
const { post, tool, of, ids } = recordsOf(server);
type Json = Record<string, unknown>;

it('adds no tool to those that agents are shown', () => {
  const names = [...recordTools.values()].flatMap((tools) => Object.values(tools).map(({ name }) => name));
  expect(new Set(names).size).toBe(15);
  expect(names.filter((name) => catalog.find(name))).toEqual([]);
  const admin = adminTools([], catalog, { language: 'english', dataDir: '', undoDays: 30 });
  expect(names.filter((name) => admin.has(name))).toEqual([]);
});

it('refuses a cursor with an id that PostgreSQL could not store', async () => {
  for (const kind of ['preset', 'reasoning', 'context'])
    for (const id of ['\u0000', 'a\u0000', '\ud800']) {
      const cursor = btoa(JSON.stringify(['2026-01-01T00:00:00Z', id]).replaceAll('\ud800', '\\ud800'));
      const answer = await post(`/records/${kind}/list`, { cursor });
      expect([kind, answer.status]).toEqual([kind, 400]);
    }
});

describe('presets', () => {
  const preset = (name: string, more: Json = {}) => ({
    name,
    description: `How ${name} works`,
    enforcement: 'moderate',
    gates: {
      teach: { required_tools: ['record_experience'] },
      learn: { required_tools: ['search_experiences'] },
      reason: { required_tools: [] },
    },
    ...more,
  });
  const store = (data: Json) => tool('import_data', { data });
  const custom = async () =>
    ((await tool('list_presets', {})).presets as { name: string; type: string }[])
      .filter(({ type }) => type === 'custom')
      .map(({ name }) => name);

  it('cannot be applied once deleted, while sessions that run keep their copy', async () => {
    await store(preset('night'));
    await store(preset('day', { enforcement: 'strict' }));
    await tool('apply_preset', { preset_name: 'night', session_id: 'at-night' });
    expect(await ids('preset')).toEqual(['day', 'night']);
    expect(await ids('preset', { type: 'strict' })).toEqual(['day']);
    expect(await of('preset', 'delete', { ids: ['night'] })).toEqual({ deleted: ['night'], not_found: [] });
    expect(await custom()).toEqual(['day']);
    expect((await post('/tools/apply_preset', { preset_name: 'night' })).status).toBe(404);
    expect(await tool('get_workflow_status', { session_id: 'at-night' })).toMatchObject({ preset: 'night' });
    await of('preset', 'restore', { ids: ['night'] });
    expect(await custom()).toEqual(['day', 'night']);
    expect(await tool('apply_preset', { preset_name: 'night' })).toMatchObject({ applied: true });
  });

  it('are new when stored again under a deleted name', async () => {
    await store(preset('dawn', { enforcement: 'strict' }));
    await of('preset', 'delete', { ids: ['dawn'], reason: 'too strict' });
    expect(await store(preset('dawn', { enforcement: 'lenient' }))).toMatchObject({ imported: 1 });
    expect((await of('preset', 'list', { ids: ['dawn'] })).records).toMatchObject([{ type: 'lenient' }]);
    expect(await ids('preset', { deleted: true })).not.toContain('dawn');
    // Deleted by whoever and for whatever then, not as the first time.
    await of('preset', 'delete', { ids: ['dawn'] });
    const { records } = await of('preset', 'list', { deleted: true, ids: ['dawn'] });
    expect(records).toEqual([expect.not.objectContaining({ reason: expect.anything() })]);
  });

  it('that are built in stay', async () => {
    const { status, body } = await post('/records/preset/delete', { ids: ['day', 'strict'] });
    expect([status, JSON.stringify(body)]).toEqual([412, expect.stringContaining('strict is built in')]);
    expect(await custom()).toContain('day');
  });
});

describe('reasoning sessions', () => {
  const state = (session_id: string) => post('/tools/get_session_state', { session_id });
  beforeAll(async () => {
    await tool('analyze_problem', { problem: 'Why does the lift stop?', session_id: 'lift' });
    await tool('gather_context', { session_id: 'lift' });
    await tool('reason_through', {
      session_id: 'lift',
      thought: 'The lift has a worn rope',
      thought_number: 1,
    });
  });

  it('say that they were deleted, with their thoughts, and come back with all of them', async () => {
    expect(await ids('reasoning', { type: 'reason' })).toEqual(['lift']);
    const before = await state('lift');
    expect(JSON.stringify(before.body)).toContain('worn rope');
    await of('reasoning', 'delete', { ids: ['lift'] });
    for (const [name, more] of [
      ['get_session_state', {}],
      ['gather_context', {}],
      ['reason_through', { thought: 'And a motor', thought_number: 2 }],
      ['finalize_decision', { conclusion: 'Replace the rope' }],
    ] as const) {
      const { status, body } = await post(`/tools/${name}`, { session_id: 'lift', ...more });
      expect([name, status, JSON.stringify(body)]).toEqual([
        name,
        404,
        expect.stringContaining('was deleted'),
      ]);
    }
    const again = await post('/tools/analyze_problem', { problem: 'The lift again', session_id: 'lift' });
    expect([again.status, JSON.stringify(again.body)]).toEqual([409, expect.stringContaining('was deleted')]);
    await tool('apply_preset', { preset_name: 'minimal', session_id: 'lift' });
    // A workflow session of the same id shows nothing of it.
    expect((await state('lift')).body).toMatchObject({
      reasoning_session: null,
      thoughts: [],
      thought_count: 0,
    });
    await of('reasoning', 'restore', { ids: ['lift'] });
    expect((await state('lift')).body).toMatchObject({
      reasoning_session: before.body.reasoning_session,
      thoughts: before.body.thoughts,
    });
  });
});

describe('startup contexts', () => {
  it('that sessions receive are deleted only with force, and come back inactive', async () => {
    await tool('dewey_set_startup_context', { name: 'house rules', content: 'Whisper.' });
    await tool('dewey_set_startup_context', { name: 'draft', content: 'Shout.', set_active: false });
    expect(await ids('context', { type: 'active' })).toEqual(['house rules']);
    const refused = await post('/records/context/delete', { ids: ['draft', 'house rules'] });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      412,
      expect.stringContaining('house rules'),
    ]);
    expect(await ids('context')).toEqual(['draft', 'house rules']);
    await of('context', 'delete', { ids: ['draft', 'house rules'], force: true, reason: 'all anew' });
    expect(await tool('dewey_list_startup_contexts', {})).toEqual({ contexts: [] });
    expect((await of('context', 'list', { deleted: true })).records).toMatchObject([
      { id: 'house rules', reason: 'all anew', text: 'Whisper.' },
      { id: 'draft' },
    ]);
    await of('context', 'restore', { ids: ['house rules'] });
    expect(await tool('dewey_list_startup_contexts', { include_content: true })).toMatchObject({
      contexts: [{ name: 'house rules', is_active: false, content: 'Whisper.' }],
    });
  });
});

describe('results', () => {
  const answer = (model: string, more: Json = {}) => ({
    correlation_id: 'run-1',
    model,
    status: 'success',
    prompt: 'Which shelf?',
    output: `The ${model} shelf`,
    external_id: `of-${model}`,
    ...more,
  });

  it('are left out of runs and searches, and storing the same again does not bring them back', async () => {
    const { id } = await tool('dewey_store_fiedler_result', answer('oak'));
    await tool('dewey_store_fiedler_result', answer('pine', { correlation_id: 'run-2' }));
    await tool('dewey_store_fiedler_result', {
      ...answer('elm', { status: 'error', error_message: 'no wood' }),
      output: undefined,
    });
    const counted = await Promise.all(
      [{}, { type: 'oak' }, { run: 'run-1' }, { status: 'error' }, { tag: 'none' }].map(async (filter) => {
        const { body } = await post('/records/result/list', filter);
        return body.total ?? 'refused';
      }),
    );
    expect(counted).toEqual([3, 1, 2, 1, 'refused']);
    await of('result', 'delete', { ids: [id] });
    const models = async () =>
      (
        (await tool('dewey_get_fiedler_results', { correlation_id: 'run-1' })).results as { model: string }[]
      ).map(({ model }) => model);
    expect(await models()).toEqual(['elm']);
    const again = await post('/tools/dewey_store_fiedler_result', answer('oak'));
    expect([again.status, JSON.stringify(again.body)]).toEqual([409, expect.stringContaining('was deleted')]);
    expect(await models()).toEqual(['elm']);
    await of('result', 'restore', { ids: [id] });
    expect(await models()).toEqual(['elm', 'oak']);
    expect((await post('/records/result/delete', { ids: ['oak'] })).status).toBe(400);
  });
});

it('everything deleted since a time comes back at once, and what is purged does not', async () => {
  const since = new Date().toISOString();
  await of('reasoning', 'delete', { ids: ['lift'] });
  await of('preset', 'delete', { ids: ['day'] });
  const [result] = await ids('result');
  await of('result', 'delete', { ids: [result] });
  const { status, body } = await post('/admin/restore_deleted', { since });
  expect(status).toBe(200);
  expect(new Set(body.records as object[])).toEqual(
    new Set([
      { kind: 'preset', id: 'day' },
      { kind: 'reasoning', id: 'lift' },
      { kind: 'result', id: result },
    ]),
  );
  await of('reasoning', 'delete', { ids: ['lift'], reason: 'for good' });
  const purged = await purge(lake.db.sql, new Date(Date.now() + 60_000), 'english');
  expect(purged.removed).toMatchObject({ reasoning_sessions: 1, record_deletions: expect.any(Number) });
  expect(Object.values(purged.left).every((n) => n === 0)).toBe(true);
  expect((await post('/records/reasoning/restore', { ids: ['lift'] })).status).toBe(404);
  expect(await lake.db.sql`select from reasoning_thoughts where session_id = 'lift'`).toHaveLength(0);
  expect(await lake.db.sql`select from record_deletions`).toHaveLength(0);
});
