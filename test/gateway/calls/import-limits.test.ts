import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addKey } from '../../../src/db/admin/keys.ts';
import { madeUp } from '../../support/experience.ts';
import { originalDatabase } from '../../support/experience-original.ts';
import { useServer } from '../../support/gateway.ts';
import { sha256 } from '../../support/hash.ts';
import { bearer } from '../../support/keys.ts';
import { useLake } from '../../support/lake.ts';
import { eventually } from '../../support/waiting.ts';

type Json = { error?: object; imported?: number; reasoning_sessions?: number };

const folder = mkdtempSync(join(tmpdir(), 'dewey-import-limits-'));
const lake = useLake();
const server = useServer(lake, { DEWEY_REQUIRE_KEY: 'on', DEWEY_FILES_ROOT: folder });

const ask = async (input: object, key = 'of-experience', tool = 'import_data') => {
  const response = await fetch(`${server.url}/tools/${tool}`, {
    method: 'POST',
    headers: { ...bearer(`secret-of-${key}`), 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: (await response.json()) as Json };
};
const counts = async () => {
  const [row] = await lake.db.sql`
    select (select count(*)::int from experiences) as experiences,
      (select count(*)::int from reasoning_sessions) as reasoning,
      (select count(*)::int from workflow_presets) as presets`;
  return row;
};

beforeAll(async () => {
  await writeFile(join(folder, 'data.db'), await originalDatabase());
  for (const [name, toolsets] of [
    ['of-experience', ['experience']],
    ['of-all', ['experience', 'reasoning', 'workflow']],
  ] as const)
    await addKey(
      lake.db.sql,
      {
        name,
        scope: 'write',
        toolsets: [...toolsets],
        project: null,
        expiresAt: null,
        secretHash: sha256(`secret-of-${name}`),
      },
      new Date(),
    );
  await eventually(async () => (await ask({}, 'of-all', 'health_check')).status === 200);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('import_data through a key of the toolset experience', () => {
  it('brings experiences in', async () => {
    const { status, body } = await ask({ data: [madeUp(1), madeUp(2)], session_id: 's' });
    expect([status, body]).toEqual([200, expect.objectContaining({ imported: 2 })]);
    expect(await counts()).toMatchObject({ experiences: 2 });
  });

  it('brings in nothing of a file or preset that holds more than experiences', async () => {
    const before = await counts();
    const preset = { name: 'mine', description: 'd', gates: {} };
    for (const input of [{ source_file: 'data.db' }, { data: preset }, { data: JSON.stringify(preset) }])
      expect([input, await ask(input)]).toMatchObject([
        input,
        { status: expect.toSatisfy((s) => s === 403 || s === 400), body: { error: {} } },
      ]);
    expect((await ask({ source_file: 'data.db' })).body).toMatchObject({ error: { kind: 'forbidden' } });
    expect(await counts()).toEqual(before);
  });

  it('brings in all of it where the key reaches that too', async () => {
    const before = await counts();
    const { status, body } = await ask({ source_file: 'data.db' }, 'of-all');
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ reasoning_sessions: expect.any(Number) }),
    ]);
    expect(body.reasoning_sessions).toBeGreaterThan(0);
    expect((await counts())?.experiences).toBe((before?.experiences ?? 0) + (body.imported ?? 0));
  });
});
