import { beforeAll, describe, expect, it } from 'vitest';
import { addKey, type NewKey } from '../../../src/db/admin/keys.ts';
import { recordKinds } from '../../../src/db/schema/records.ts';
import { kinds } from '../../../src/gateway/records/kinds.ts';
import { useServer } from '../../support/gateway.ts';
import { sha256 } from '../../support/hash.ts';
import { bearer } from '../../support/keys.ts';
import { useLake } from '../../support/lake.ts';
import { recordsOf } from '../../support/records.ts';
import { eventually } from '../../support/waiting.ts';

/** Every kind of record × keys with every kind of limit: each lists, deletes and restores its own, and no others. */

const lake = useLake();
const server = useServer(lake, { DEWEY_REQUIRE_KEY: 'on' });
const secretOf = (name: string) => `secret-of-${name}-0123456789`;
const as = (name: string) => recordsOf(server, bearer(secretOf(name)));
const other = crypto.randomUUID();
const own = crypto.randomUUID();
/** Of each kind, the record of the project, and one of another. */
const stored: Record<string, readonly [own: string | number, other: string | number]> = {
  experience: [1, 2],
  preset: ['ours', 'theirs'],
  reasoning: ['ours', 'theirs'],
  context: ['ours', 'theirs'],
  result: [own, other],
};
const withProject = recordKinds.filter((kind) => 'project' in kinds[kind].filters);

beforeAll(async () => {
  const key = (name: string, limits: Partial<NewKey>) =>
    addKey(
      lake.db.sql,
      {
        name,
        scope: 'admin',
        toolsets: null,
        project: null,
        expiresAt: null,
        secretHash: sha256(secretOf(name)),
        ...limits,
      },
      new Date(),
    );
  for (const kind of recordKinds) await key(`of-${kind}`, { toolsets: [kinds[kind].toolset] });
  for (const scope of ['read', 'write', 'admin'] as const) await key(scope, { scope });
  await key('of-project', { project: 'ours' });
  await key('of-memory', { toolsets: ['memory'] });
  for (const [n, project] of ['ours', 'theirs'].entries()) {
    const { sql } = lake.db;
    await sql`
      insert into experiences (type, domain, situation, approach, outcome, reasoning, scope, project)
      values ('effective', 'Tools', ${`situation of ${project}`}, 'a', 'o', 'r', 'project', ${project})`;
    await sql`
      insert into workflow_presets (name, config, created_at, updated_at) values (${project}, '{}', now(), now())`;
    await sql`
      insert into reasoning_sessions (session_id, problem, project, created_at, updated_at)
      values (${project}, 'p', ${project}, now(), now())`;
    await sql`insert into startup_contexts (name, content, project) values (${project}, 'c', ${project})`;
    await sql`
      insert into fiedler_results (id, correlation_id, model, status, output, project)
      values (${n === 0 ? own : other}, 'run', 'm', 'success', 'out', ${project})`;
  }
  // The server may have read the keys while they were being added.
  await eventually(async () => (await as('of-memory').post('/tools/memory_list', {})).status === 200);
});

describe.each(recordKinds)('%s', (kind) => {
  const [mine, theirs] = stored[kind] ?? [0, 0];
  const round = async (name: string, ids: readonly (string | number)[]) => {
    const statuses = [];
    for (const [verb, input] of [
      ['list', {}],
      ['delete', { ids }],
      ['restore', { ids }],
    ] as const)
      statuses.push((await as(name).post(`/records/${kind}/${verb}`, input)).status);
    return statuses;
  };

  it('is listed by keys that read, and deleted by keys of the scope admin', async () => {
    expect(await round('read', [mine])).toEqual([200, 403, 403]);
    expect(await round('write', [mine])).toEqual([200, 403, 403]);
    expect(await round('admin', [mine])).toEqual([200, 200, 200]);
  });

  it('needs its toolset, and no other', async () => {
    expect(await round(`of-${kind}`, [mine, theirs])).toEqual([200, 200, 200]);
    expect(await round('of-memory', [mine])).toEqual([403, 403, 403]);
    for (const one of recordKinds.filter((one) => one !== kind))
      expect([one, await round(`of-${one}`, [mine])]).toEqual([one, [403, 403, 403]]);
  });

  it('is that of its project alone for a key limited to it', async () => {
    if (!withProject.includes(kind)) {
      expect(await round('of-project', [mine])).toEqual([403, 403, 403]);
      return;
    }
    const limited = as('of-project');
    expect(await limited.ids(kind)).toEqual([mine]);
    expect(await limited.ids(kind, { ids: [theirs] })).toEqual([]);
    expect((await limited.post(`/records/${kind}/list`, { project: 'theirs' })).status).toBe(403);
    // One of another project looks as if it did not exist.
    expect(await limited.of(kind, 'delete', { ids: [mine, theirs], reason: 'ours' })).toEqual({
      deleted: [mine],
      not_found: [theirs],
    });
    expect((await limited.post(`/records/${kind}/delete`, { ids: [theirs] })).status).toBe(404);
    await as('admin').of(kind, 'delete', { ids: [theirs], reason: 'theirs' });
    expect((await limited.of(kind, 'list', { deleted: true })).records).toEqual([
      expect.objectContaining({ id: mine, deleted_by: 'of-project', reason: 'ours' }),
    ]);
    expect(await limited.of(kind, 'restore', { ids: [mine, theirs] })).toEqual({
      restored: [mine],
      conflicts: [],
      not_found: [theirs],
    });
    await as('admin').of(kind, 'restore', { ids: [theirs] });
  });

  it('leaves an audit row of each call, and who deleted it', async () => {
    await as('admin').of(kind, 'delete', { ids: [mine] });
    await as('admin').of(kind, 'restore', { ids: [mine] });
    const { slug } = kinds[kind];
    await eventually(async () => {
      const rows = await lake.db.sql<{ tool: string }[]>`
        select tool from audit_log where key_id = 'admin' and outcome = 'ok' and tool like ${`%\\_${slug}`}`;
      return ['browse', 'delete', 'restore'].every((verb) =>
        rows.some(({ tool }) => tool === `${verb}_${slug}`),
      );
    });
  });
});
