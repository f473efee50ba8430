import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { connect } from '../../src/db/postgres/connect.ts';
import { runHere } from '../support/command.ts';
import { useDataDirs } from '../support/datadir.ts';
import { cloneDatabase, useLake } from '../support/lake.ts';
import { fillLake, fingerprint } from '../support/rows.ts';

vi.setConfig({ testTimeout: 60_000 });
const lake = useLake();
const dataDirs = useDataDirs();

it('exports everything as JSON lines and imports it row by row', async () => {
  await fillLake(lake.db);
  // A json column keeps its exact text, and a JSON null is not an SQL null.
  await lake.db.sql.unsafe(`
    insert into workflow_presets (name, config, created_at, updated_at)
    values ('mine', E'{ "b" : 1,\\n "a": [1.50] }', now(), '2025-01-01 00:00:00.000001+00')`);
  const folder = await dataDirs();
  const file = join(folder, 'lake.jsonl');
  const from = { DATABASE_URL: lake.url, DEWEY_DATA_DIR: folder };
  expect(await runHere(['export', '--all', '--output', file], from)).toMatchObject({ code: 0, out: '' });
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const objects = lines.map((line) => JSON.parse(line));
  expect(objects[0]).toMatchObject({ dewey_export: 2, dewey: expect.any(String) });
  expect(objects.at(-1)).toMatchObject({ end: true, rows: { messages: 40, workflow_presets: 1 } });
  expect(objects).toContainEqual({
    table: 'capture_positions',
    row: { reader: 'a', fingerprint: '', position: 1, state: null, updated_at: expect.any(String) },
  });

  const clone = await cloneDatabase('template0');
  const into = { DATABASE_URL: clone.url, DEWEY_DATA_DIR: folder };
  const broken = join(folder, 'broken.jsonl');
  const cases: [content: string[], says: RegExp][] = [
    [lines.slice(0, -1), /ends in the middle/],
    [[lines[0]?.slice(0, 60) ?? ''], /ends in the middle/],
    [
      lines.map((line) => line.replace('"role":"user"', '"role":"nobody"')),
      /rows of messages do not fit.*role_check/,
    ],
  ];
  for (const [content, says] of cases) {
    await writeFile(broken, content.length === 1 ? `${content[0]}` : `${content.join('\n')}\n`);
    expect(await runHere(['import', broken], into)).toMatchObject({
      code: 1,
      err: expect.stringMatching(says),
    });
  }
  expect(await runHere(['import', file, broken], into)).toMatchObject({ code: 2 });
  expect(await runHere(['import', '--json', '--with-contexts', file], into)).toMatchObject({
    code: 0,
    err: '',
  });
  const db = connect(clone.url, { max: 1, applicationName: 'a test' });
  expect(await fingerprint(db)).toEqual(await fingerprint(lake.db));
  const [preset] = await db.sql`select config::text as text from workflow_presets`;
  expect(preset?.text).toBe('{ "b" : 1,\n "a": [1.50] }');
  await db.close();
  expect(await runHere(['import', file], into)).toMatchObject({
    code: 1,
    err: expect.stringContaining('The lake is not empty'),
  });
  await clone.drop();
});
