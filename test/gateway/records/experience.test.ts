import { beforeAll, describe, expect, it } from 'vitest';
import { dewey } from '../../support/cli.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { recordsOf } from '../../support/records.ts';
import { shownAt } from '../../support/viewer.ts';

/** Experiences are browsed without a query, deleted and restored: over REST, and by the program. */

const lake = useLake();
const server = useServer(lake);

type Json = Record<string, unknown>;
const { post, tool, of } = recordsOf(server);
const records = (verb: 'list' | 'delete' | 'restore', input: Json) => of('experience', verb, input);
const idsIn = ({ records: listed }: Json) => (listed as { id: number }[]).map(({ id }) => id);

const learned = (situation: string, more: Json = {}) => ({
  type: 'effective',
  domain: 'Process',
  situation,
  approach: `Wrote the ${situation.toLowerCase()} down first`,
  outcome: 'Nobody had to ask twice',
  reasoning: 'What is written is found',
  tags: ['notes'],
  project: 'library',
  ...more,
});
const record = async (input: Json) => Number((await tool('record_experience', input)).experience_id);

describe('experiences', () => {
  const made: number[] = [];
  beforeAll(async () => {
    for (const [n, situation] of [
      'Moved the reading room to the ground floor',
      'Renumbered every shelf of the archive',
      'Counted returned books on holidays',
      'Lent tablets to visitors without a card',
      'Closed the east gate during repairs',
    ].entries())
      made.push(
        await record(
          learned(situation, n === 4 ? { tags: [], project: 'museum', domain: 'Communication' } : {}),
        ),
      );
  });

  it('are listed latest first, in pages with the total of all, whatever is stored meanwhile', async () => {
    const first = await records('list', { limit: 2 });
    expect(idsIn(first)).toEqual([made[4], made[3]]);
    expect(first).toMatchObject({ total: 5, next_cursor: expect.any(String) });
    const between = await record(learned('Painted the lift'));
    const second = await records('list', { limit: 2, cursor: first.next_cursor });
    expect(idsIn(second)).toEqual([made[2], made[1]]);
    const last = await records('list', { limit: 2, cursor: second.next_cursor });
    expect(idsIn(last)).toEqual([made[0]]);
    expect(last).toMatchObject({ total: 6, next_cursor: null });
    await records('delete', { ids: [between] });
  });

  it('are filtered by project, domain, type, tag and time', async () => {
    const all = await Promise.all(
      [
        { project: 'museum' },
        { domain: 'Communication' },
        { type: 'ineffective' },
        { tag: 'notes' },
        { since: new Date(Date.now() + 60_000).toISOString() },
        { until: new Date(Date.now() + 60_000).toISOString() },
        { ids: made.slice(1, 3) },
        { project: 'museum', tag: 'notes' },
        { project: '/srv/museum' },
      ].map(async (filter) => (await records('list', filter)).total),
    );
    expect(all).toEqual([1, 1, 0, 4, 0, 5, 2, 0, 1]);
  });

  it('refuses a filter that the kind does not have, another kind, and a cursor it did not issue', async () => {
    expect(await post('/records/experience/list', { run: 'one' })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('run') } },
    });
    expect(await post('/records/books/list', {})).toMatchObject({
      status: 404,
      body: { error: { data: { suggestion: expect.stringContaining('experience, preset') } } },
    });
    expect((await post('/records/experience/constructor', {})).status).toBe(404);
    expect(
      (await post('/records/experience/list', { cursor: btoa('["2026-01-01T00:00:00Z","x"]') })).status,
    ).toBe(400);
  });

  it('are found by nothing once they are deleted, and by everything once they are back', async () => {
    const id = await record(learned('Tied the catalogue to a kestrel stand', { project: 'aviary' }));
    const thinking = async () =>
      (await tool('analyze_problem', { problem: 'Where do the birds sit?' })).session_id;
    const seen = async () => {
      const found = async (name: string, input: Json) => JSON.stringify(await tool(name, input));
      const texts = await Promise.all([
        found('search_experiences', { query: 'kestrel stand' }),
        found('export_experiences', { format: 'json' }),
        found('gather_context', { session_id: await thinking(), problem: 'Where is the kestrel stand?' }),
        shownAt(server, '/search?q=kestrel+stand'),
        shownAt(server, '/memory?experience=kestrel+stand'),
      ]);
      const listed = JSON.stringify(await records('list', { project: 'aviary' }));
      const got = await post('/tools/get_experience', { id });
      return [...texts, listed, JSON.stringify(got.body)].map((text) => text.includes('catalogue to a'));
    };
    const everywhere = Array(7).fill(true);
    expect(await seen()).toEqual(everywhere);
    expect(await records('delete', { ids: [id, 999_999], reason: 'a test' })).toEqual({
      deleted: [id],
      not_found: [999_999],
    });
    expect(await seen()).toEqual(everywhere.map(() => false));
    expect((await records('list', { deleted: true, project: 'aviary' })).records).toMatchObject([
      { id, reason: 'a test', deleted_at: expect.any(String), title: expect.stringContaining('kestrel') },
    ]);
    expect(await records('restore', { ids: [id] })).toEqual({ restored: [id], conflicts: [], not_found: [] });
    expect(await seen()).toEqual(everywhere);
    expect((await records('list', { deleted: true, project: 'aviary' })).total).toBe(0);
    expect((await post('/records/experience/restore', { ids: [id] })).status).toBe(404);
  });

  it('have a sketch as long as they are not deleted, so that they are compared or not', async () => {
    const id = await record(learned('Sorted the maps by the year of print'));
    const sketches = () => lake.db.sql`select * from experience_sketches where experience_id = ${id}`;
    const [before] = await sketches();
    await records('delete', { ids: [id] });
    expect(await sketches()).toEqual([]);
    expect(await tool('health_check', {})).toMatchObject({ healthy: true });
    await records('restore', { ids: [id] });
    expect([...(await sketches())]).toEqual([before]);
    expect(await tool('record_experience', learned('Sorted the maps by the year of print'))).toMatchObject({
      duplicate_id: id,
    });
    // Recorded anew while it is deleted, it is another experience; restoring the first would make a duplicate.
    await records('delete', { ids: [id] });
    const again = await record(learned('Sorted the maps by the year of print'));
    expect(again).not.toBe(id);
    expect(await records('restore', { ids: [id] })).toEqual({ restored: [], conflicts: [id], not_found: [] });
    expect((await records('list', { ids: [id, again] })).total).toBe(1);
  });

  it('count contradictions of others only while those are there', async () => {
    const good = await record(learned('Rang a bell before closing'));
    const bad = await record({
      ...learned('Rang a bell before closing'),
      type: 'ineffective',
      outcome: 'Ignored',
    });
    const contradictions = async () => (await tool('get_experience', { id: good })).contradictions;
    expect(await contradictions()).toBe(1);
    await records('delete', { ids: [bad] });
    expect(await contradictions()).toBe(0);
    await records('restore', { ids: [bad] });
    expect(await contradictions()).toBe(1);
  });

  it('show the older version again when its revision is deleted', async () => {
    const old = await record(learned('Dusted the globes once a year'));
    const revised = await tool('update_experience', {
      id: old,
      changes: { outcome: 'They shine' },
      reason: 'looked again',
    });
    const newer = Number(revised.new_id);
    const globes = async () => idsIn(await records('list', { ids: [old, newer] }));
    expect(await globes()).toEqual([newer]);
    expect(idsIn(await records('list', { ids: [old, newer], replaced: true }))).toEqual([newer, old]);
    await records('delete', { ids: [newer] });
    expect(await globes()).toEqual([old]);
    expect(JSON.stringify(await tool('search_experiences', { query: 'dusted globes' }))).toContain(
      `"id":${old}`,
    );
    // Both have the same texts but for the outcome; a version is no duplicate of the other.
    await records('restore', { ids: [newer] });
    expect(await globes()).toEqual([newer]);
  });

  it('are listed, deleted and restored by the program', async () => {
    const env = { DEWEY_URL: server.url };
    const id = await record(learned('Labelled the umbrella stand', { tags: ['umbrella'] }));
    const run = async (...args: string[]) => dewey(['records', ...args], env);
    const listed = async (...more: string[]) =>
      JSON.parse((await run('list', 'experience', '--tag', 'umbrella', '--json', ...more)).stdout);
    expect(await listed()).toMatchObject({ records: [{ id }], total: 1 });
    const gone = await run('delete', 'experience', String(id), '--reason', 'rain');
    expect(gone).toMatchObject({ code: 0, stderr: '' });
    expect(gone.stdout).toContain(`"dewey records restore experience ${id}" restores them`);
    expect((await run('delete', 'experience', String(id))).code).toBe(1);
    expect(await listed()).toMatchObject({ records: [], total: 0 });
    expect(await listed('--deleted')).toMatchObject({ records: [{ id, reason: 'rain' }], total: 1 });
    expect((await run('list', 'experience', '--deleted', '--tag', 'umbrella')).stdout).toMatch(
      new RegExp(`^ID .*\\n${id} .*rain .*umbrella stand`),
    );
    expect((await run('restore', 'experience', String(id), '999998')).code).toBe(1);
    expect(await listed()).toMatchObject({ total: 1 });
    await run('delete', 'experience', String(id));
    const undone = await dewey(['restore-deleted', '--since', '1h', '--json'], env);
    expect(JSON.parse(undone.stdout).records).toContainEqual({ kind: 'experience', id: String(id) });
    expect(await listed()).toMatchObject({ total: 1 });
  }, 60_000);
});
