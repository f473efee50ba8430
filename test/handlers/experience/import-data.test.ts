import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import initSqlJs from 'sql.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedact } from '../../../src/gateway/redaction/redactor.ts';
import { openFiles } from '../../../src/gateway/runtime/files.ts';
import getExperience from '../../../src/handlers/experience/get-experience.ts';
import importData from '../../../src/handlers/experience/import-data.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import updateExperience from '../../../src/handlers/experience/update-experience.ts';
import type { Deps } from '../../../src/handlers/tool/deps.ts';
import getWorkflowStatus from '../../../src/handlers/workflow/get-workflow-status.ts';
import { call, fail } from '../../support/call.ts';
import { experience, madeUp } from '../../support/experience.ts';
import { bringsOver, exported, load, withEmptyLake } from '../../support/experience-import.ts';
import { originalDatabase } from '../../support/experience-original.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const bring = (data: unknown) => load(data, lake.deps);

describe('import_data', () => {
  /** Ten thousand rows are imported in `test/long/import-data.test.ts`. */
  it('imports experiences byte for byte, once', () => bringsOver(2000));

  it('imports versions whose texts resemble each other', async () => {
    await withEmptyLake(async (first) => {
      const { experience_id: id } = await call(recordExperience, experience(), first);
      const { new_id } = await call(
        updateExperience,
        { id, changes: { confidence: 0.3 }, reason: 'r' },
        first,
      );
      await call(updateExperience, { id: new_id, changes: { confidence: 0.4 }, reason: 'r' }, first);
      const text = await exported(first);
      await withEmptyLake(async (second) => {
        expect((await load(text, second)).imported).toBe(3);
        expect(await exported(second)).toBe(text);
        expect((await load(text, second)).imported).toBe(0);
      });
    });
  });

  it('assigns new ids where they are taken, keeping the links between versions', async () => {
    const { experience_id: taken } = await call(recordExperience, madeUp(500), lake.deps);
    const { imported } = await bring([
      { id: taken, ...madeUp(501) },
      { id: taken + 1, ...madeUp(501), confidence: 0.5, revision_of: taken },
    ]);
    expect(imported).toBe(2);
    type Row = { id: number; revision_of: number | null; situation: string };
    const rows = (JSON.parse(await exported(lake.deps)) as Row[]).filter(
      ({ situation }) => situation === madeUp(501).situation,
    );
    const parent = rows.find(({ revision_of }) => revision_of === null);
    const child = rows.find(({ revision_of }) => revision_of !== null);
    expect(child?.revision_of).toBe(parent?.id);
    expect(parent?.id).not.toBe(taken);
    expect((await call(getExperience, { id: taken }, lake.deps)).newer_versions).toEqual([]);
  });

  it('counts near-duplicates, stored or earlier in the source, and names invalid rows', async () => {
    const outcome = String(madeUp(600).outcome);
    await call(recordExperience, madeUp(600), lake.deps);
    const report = await bring([
      madeUp(600, { outcome: `${outcome}, again` }),
      madeUp(601),
      madeUp(601, { outcome: `${madeUp(601).outcome}!` }),
      madeUp(602, { type: 'good' }),
      { ...madeUp(603), id: 77, situation: undefined },
      madeUp(604, { confidence: 3 }),
      'nothing',
      madeUp(605, { created_at: 'yesterday' }),
    ]);
    expect(report).toMatchObject({ imported: 1, duplicates: 2, skipped: 7, total_records: 8 });
    expect(report.errors).toMatchObject([
      { row: 4, field: 'type', problem: 'must be one of effective, ineffective' },
      { row: 5, id: 77, field: 'situation' },
      { row: 6, field: 'confidence' },
      { row: 7 },
      { row: 8, field: 'created_at' },
    ]);
  });

  it('keeps one of each when two imports run concurrently', async () => {
    const rows = Array.from({ length: 50 }, (_, i) => madeUp(700 + i));
    const reports = await Promise.all([bring(rows), bring(rows)]);
    expect(reports.map(({ imported }) => imported).sort()).toEqual([0, 50]);
  });

  it('adds a preset from its JSON, and rejects an invalid or built-in one', async () => {
    const config = {
      name: 'review',
      description: 'Look before you decide',
      enforcement: 'strict',
      gates: { reason: { required_tools: ['reason_through'] }, teach: {}, learn: { required_tools: [] } },
    };
    expect(await bring(JSON.stringify(config))).toMatchObject({ imported: 1, preset_name: 'review' });
    expect(await bring(config)).toMatchObject({ imported: 0, duplicates: 1 });
    expect(await bring({ ...config, description: 'Look twice' })).toMatchObject({ imported: 1 });
    expect(await fail(importData, { data: { name: 'x', gates: {} } }, lake.deps)).toMatchObject({
      kind: 'invalid_input',
    });
    expect(await fail(importData, { data: { ...config, name: 'strict' } }, lake.deps)).toMatchObject({
      kind: 'conflict',
    });
  });

  it.each([
    ['neither', {}],
    ['both', { data: [], source_file: 'a.json' }],
    ['no JSON', { data: '[' }],
    ['something else', { data: { messages: [] } }],
  ])('refuses %s', async (_, input) => {
    expect(await fail(importData, input, lake.deps)).toMatchObject({ kind: 'invalid_input' });
  });

  it('replaces characters that cannot be stored, also in JSON text', async () => {
    const outcome = 'broken \\u0000 and \\ud800 here';
    const report = await bring(
      JSON.stringify([madeUp(650, { outcome: 'OUTCOME' })]).replace('OUTCOME', outcome),
    );
    expect(report).toMatchObject({ imported: 1 });
    expect(await exported(lake.deps)).toContain('broken \ufffd and \ufffd here');
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    expect(await fail(importData, { data: deep }, lake.deps)).toMatchObject({ kind: 'invalid_input' });
  });

  it('accepts an empty list', async () => {
    expect(await bring([])).toMatchObject({ imported: 0, total_records: 0 });
  });
});

describe('import_data of files', () => {
  let folder: string;
  let deps: Deps;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dewey-files-'));
    deps = { ...lake.deps, files: openFiles(folder), redact: createRedact('on').redact };
  });
  afterAll(() => rm(folder, { recursive: true }));
  const read = (source_file: string) => call(importData, { source_file }, deps);

  it('reads JSON', async () => {
    await writeFile(join(folder, 'rows.json'), JSON.stringify([madeUp(800)]));
    expect(await read('rows.json')).toMatchObject({ imported: 1, source_file: 'rows.json' });
    await writeFile(join(folder, 'bad.json'), Buffer.from([0x5b, 0xff]));
    expect(await fail(importData, { source_file: 'bad.json' }, deps)).toMatchObject({
      kind: 'invalid_input',
    });
    expect(await fail(importData, { source_file: 'rows.json' }, lake.deps)).toMatchObject({
      kind: 'refused',
    });
  });

  it('migrates a user of the original system from its data.db', async () => {
    await writeFile(join(folder, 'data.db'), await originalDatabase());
    const report = await read('data.db');
    expect(report).toMatchObject({
      imported: 3,
      duplicates: 0,
      total_records: 4,
      reasoning_sessions: 2,
      workflow_sessions: 2,
      activities: 4,
      not_stored: { reasoning_sessions: 1, reasoning_thoughts: 1, workflow_sessions: 1, activity_log: 1 },
    });
    expect(report.errors).toMatchObject([{ row: 4, id: 14, field: 'domain' }]);

    const rows = JSON.parse(await exported(lake.deps)).filter(
      ({ session_id }: { session_id: null }) => session_id === null,
    );
    const [, first, second, third] = rows.slice(-4);
    expect([first, second, third]).toMatchObject([
      {
        ...madeUp(901),
        confidence: 0,
        tags: ['a', 'b'],
        created_at: '2025-06-15T12:00:00Z',
        revision_of: null,
      },
      {
        ...madeUp(901),
        confidence: 0.5,
        tags: ['x', 'y z'],
        revision_of: first.id,
        created_at: '2025-06-15T12:00:00.5Z',
      },
      { ...madeUp(902), confidence: null, tags: [], scope: 'user' },
    ]);
    const [sessions, thoughts] = await Promise.all([
      lake.db
        .sql`select session_id, phase, conclusion, thought_count, user_intent, experience_id::int from reasoning_sessions order by session_id`,
      lake.db.sql`select thought_number, is_revision, revises_thought from reasoning_thoughts order by id`,
    ]);
    expect(sessions).toMatchObject([
      {
        sessionId: 'done',
        phase: 'finalized',
        conclusion: 'Buy it',
        thoughtCount: 2,
        userIntent: { labels: ['decide'] },
        experienceId: first.id,
      },
      {
        sessionId: 'open',
        phase: 'reason',
        conclusion: null,
        thoughtCount: 0,
        userIntent: { text: 'a choice' },
        experienceId: null,
      },
    ]);
    expect(thoughts).toMatchObject([
      { thoughtNumber: 1, isRevision: false },
      { thoughtNumber: 2, isRevision: false },
      { thoughtNumber: 1, isRevision: true, revisesThought: 1 },
    ]);
    expect(await read('data.db')).toMatchObject({
      imported: 0,
      duplicates: 3,
      reasoning_sessions: 0,
      workflow_sessions: 0,
      activities: 0,
    });
  });

  it('keeps workflow sessions and activity as history, which opens no gate', async () => {
    const rows = await lake.db.sql`
      select session_id, tool, at, details from workflow_activity where details is not null order by id`;
    expect(rows).toMatchObject([
      {
        sessionId: 'w1',
        tool: 'workflow_session',
        details: { gates_passed: '["learn"]', steps_completed: '["search_experiences"]', active: 1 },
      },
      { sessionId: 'w2', tool: 'workflow_session', details: { preset: 'of-their-own' } },
      { sessionId: 'w1', tool: 'search_experiences', details: { details: '{"query":"shelves"}' } },
      {
        sessionId: 'imported',
        tool: 'token_created',
        details: { id: 2, details: 'password=[redacted:secret_field]' },
      },
    ]);
    const status = await call(getWorkflowStatus, { session_id: 'w1' }, lake.deps);
    expect(status).toMatchObject({
      session_id: 'w1',
      preset: 'three-gate',
      active_session: false,
      steps_completed: [],
    });
    expect(Date.parse(status.expires_at)).toBeLessThanOrEqual(lake.deps.clock().getTime());
    const other = await call(getWorkflowStatus, { session_id: 'w2' }, lake.deps);
    expect(other).toMatchObject({ preset: 'of-their-own', active_session: false });
  });

  it('rejects other or damaged SQLite files', async () => {
    const SQL = await initSqlJs();
    const other = new SQL.Database();
    other.run('create table notes (id integer)');
    await writeFile(join(folder, 'other.db'), other.export());
    await writeFile(join(folder, 'damaged.db'), (await originalDatabase()).subarray(0, 5000));
    for (const source_file of ['other.db', 'damaged.db'])
      expect(await fail(importData, { source_file }, deps)).toMatchObject({
        kind: 'invalid_input',
        data: { field: 'source_file' },
      });
  });
});
