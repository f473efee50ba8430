import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect } from '../../../src/db/postgres/connect.ts';
import { spoolTools } from '../../../src/gateway/admin/spool.ts';
import { rejectedDecisions } from '../../../src/gateway/calls/decision-files.ts';
import { createDecisionSpool } from '../../../src/gateway/calls/decision-spool.ts';
import { appendOnce, measureSpool } from '../../../src/gateway/capture/spool/append.ts';
import { requeueKept } from '../../../src/gateway/capture/spool/balance.ts';
import { type Drainer, startDrainer } from '../../../src/gateway/capture/spool/drain.ts';
import { letterIds, readLetter } from '../../../src/gateway/capture/spool/letters.ts';
import { encodeRecord, type SpoolRecord } from '../../../src/gateway/capture/spool/segment.ts';
import type { StoreRecords } from '../../../src/gateway/capture/spool/settle.ts';
import { SpoolWriter } from '../../../src/gateway/capture/spool/writer.ts';
import { storeRecords } from '../../../src/gateway/capture/store-records.ts';
import { verifySpool } from '../../../src/gateway/capture/verify-spool.ts';
import type { Secrets } from '../../../src/gateway/config/redaction.ts';
import { call } from '../../support/call.ts';
import { forget } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';
import { capturedLog } from '../../support/log.ts';
import { eventually } from '../../support/waiting.ts';

vi.setConfig({ testTimeout: 60_000 });
const lake = useLake();
let dataDir: string;
let folder: string;
let drainer: Drainer | undefined;
beforeAll(async () => {
  // A content that PostgreSQL refuses, whatever it is captured as.
  await lake.db.sql`alter table messages add constraint hidden_refused check (content <> 'Hidden')`;
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dewey-letters-'));
  folder = join(dataDir, 'spool');
  await mkdir(folder);
});
afterEach(async () => {
  await drainer?.stop();
  drainer = undefined;
  await forget(lake);
  await rm(dataDir, { recursive: true, force: true });
});

const prompt = (n: number, session = 'letters', text = `Say ${n}`): SpoolRecord => ({
  kind: 'hook',
  at: '2026-11-21T10:00:00Z',
  event: { session_id: session, hook_event_name: 'UserPromptSubmit', prompt_id: `p${n}`, prompt: text },
});
const said = async () =>
  (await lake.db.sql<{ content: string }[]>`select content from messages order by turn_number`).map(
    ({ content }) => content,
  );
const inLake: StoreRecords = (records, positions) =>
  storeRecords(lake.db.sql, lake.deps.newId, records, positions);

function start(store: StoreRecords = inLake, writer?: SpoolWriter) {
  const log = capturedLog();
  drainer = startDrainer({
    folder,
    sql: lake.db.sql,
    store,
    log: log.log,
    clock: lake.deps.clock,
    limitBytes: 1_000_000,
    writer,
  });
  return { drainer, log };
}

/** A segment with these lines. */
async function segment(...lines: string[]): Promise<string> {
  const path = appendOnce(folder, prompt(0), new Date()) ?? '';
  await writeFile(path, '');
  for (const line of lines) await appendFile(path, line);
  return basename(path, '.sealed');
}

function ask(name: string, input: Record<string, unknown>, secrets: Secrets = 'removed') {
  const tool = spoolTools(dataDir, secrets).find((one) => one.name === name);
  if (!tool) throw new Error(`no ${name}`);
  return call(tool, input, lake.deps);
}

describe('an acknowledged record', () => {
  it('waits while its table is locked and is stored afterwards: a timeout is not its fault', async () => {
    for (let n = 1; n <= 5; n += 1) appendOnce(folder, prompt(n), new Date());
    const hurried = connect(lake.url, { statementMs: { read: 200, write: 200 } });
    const { drainer, log } = await lake.db.sql.begin(async (tx) => {
      await tx`lock table messages in access exclusive mode`;
      const started = start((records, positions) =>
        storeRecords(hurried.sql, lake.deps.newId, records, positions),
      );
      await eventually(async () => started.log.lines().filter(({ code }) => code === '57014').length >= 3);
      return started;
    });
    await eventually(async () => {
      await drainer.drain();
      return (await said()).length === 5;
    });
    await hurried.close();
    expect(await said()).toEqual(['Say 1', 'Say 2', 'Say 3', 'Say 4', 'Say 5']);
    expect(await letterIds(folder)).toEqual([]);
    expect(log.text()).toContain('database busy; the spool is waiting');
  });

  it('is stored although neighbouring lines are not JSON or are refused by PostgreSQL; only those fail', async () => {
    const noJson = `${crc32('{oops').toString(16).padStart(8, '0')} {oops\n`;
    const refused = encodeRecord({
      kind: 'hook',
      at: '2026-11-21T10:00:00Z',
      event: { session_id: 'refused', hook_event_name: 'UserPromptSubmit', prompt: 'Hidden' },
    });
    const name = await segment(
      encodeRecord(prompt(1)),
      noJson,
      encodeRecord(prompt(2)),
      refused,
      encodeRecord(prompt(3)),
    );
    const { drainer, log } = start();
    await drainer.drain();
    expect(await said()).toEqual(['Say 1', 'Say 2', 'Say 3']);
    const ids = await letterIds(folder);
    expect(ids.map((id) => id.replace(`${name}-`, '').replace(/^\d+/, ''))).toEqual(['.damaged', '.refused']);
    expect(await readLetter(folder, ids[1] ?? '')).toMatchObject({
      reason: 'refused',
      code: '23514',
      attempts: 3,
      at: expect.stringMatching(/^\d{4}-/),
      line: refused.trimEnd(),
    });
    expect(log.lines().filter(({ level, letter }) => level === 50 && ids.includes(letter))).toHaveLength(2);
    expect(measureSpool(folder)).toMatchObject({ segments: 0, deadLetters: 2, unaccounted: 0 });
    expect(await lake.db.sql`select from capture_positions where reader like 'spool:%'`).toHaveLength(0);
  });

  it('can be shown, retried and dropped by id when it is a dead letter', async () => {
    const refused = encodeRecord({
      kind: 'hook',
      at: '2026-11-21T10:00:00Z',
      event: { session_id: 'refused', hook_event_name: 'UserPromptSubmit', prompt: 'Hidden' },
    });
    await segment(refused);
    await start().drainer.drain();
    await drainer?.stop();
    drainer = undefined;
    const listed = await ask('spool_list', {});
    expect(listed).toMatchObject({ total: 1, unaccounted: 0 });
    const [id] = await letterIds(folder);
    expect(await ask('spool_show', { id })).toMatchObject({ id, record: expect.stringContaining('Hidden') });
    expect(await ask('spool_retry', { all: true })).toEqual({ stored: 0, failed: 1, requeued: 0 });
    expect((await readLetter(folder, id ?? ''))?.attempts).toBeGreaterThan(3);
    await expect(ask('spool_show', { id: '../../etc/passwd' })).rejects.toThrow('No dead letter');
    expect(await ask('spool_drop', { id })).toEqual({ dropped: true });
    expect(await letterIds(folder)).toEqual([]);
  });

  it.each([
    ['removed', /^Use password=\[redacted:/],
    ['kept', /^Use password=hunter2hunter2 as before$/],
  ] as const)(
    'is retried by hand with its secrets %s, as everything else is stored',
    async (secrets, text) => {
      const record = prompt(1, 'letters', 'Use password=hunter2hunter2 as before');
      await mkdir(join(folder, 'poison'));
      await writeFile(
        join(folder, 'poison', '00000000000001-000001-1-88.refused'),
        encodeRecord(record).trimEnd(),
      );
      expect(await ask('spool_retry', { all: true }, secrets)).toMatchObject({ stored: 1 });
      expect(await said()).toEqual([expect.stringMatching(text)]);
    },
  );

  it('is retried once at each start, even when an earlier version set it aside', async () => {
    await mkdir(join(folder, 'poison'));
    await writeFile(
      join(folder, 'poison', '00000000000001-000001-1-88.refused'),
      encodeRecord(prompt(1)).trimEnd(),
    );
    const { drainer, log } = start();
    await drainer.drain();
    await eventually(async () => (await letterIds(folder)).length === 0);
    expect(await said()).toEqual(['Say 1']);
    expect(log.text()).toContain('the spool has dead letters');
  });

  it('is set aside when it takes too long, and later records are stored', async () => {
    const slow = Object.assign(new Error('over'), { name: 'RedactionBudgetExceeded' });
    await segment(...[1, 2, 3].map((n) => encodeRecord(prompt(n))));
    const { drainer } = start(async (records, positions) => {
      if (JSON.stringify(records).includes('Say 2')) throw slow;
      await inLake(records, positions);
    });
    await drainer.drain();
    expect(await said()).toEqual(['Say 1', 'Say 3']);
    expect((await letterIds(folder)).map((id) => id.split('.').at(-1))).toEqual(['apart']);
  });

  it('waits on an unknown failure with an alert, and is set aside after ten attempts', async () => {
    let tries = 0;
    await segment(...[1, 2].map((n) => encodeRecord(prompt(n))));
    const { drainer, log } = start(async (records, positions) => {
      if (!JSON.stringify(records).includes('Say 1')) return inLake(records, positions);
      if (records.length === 1) tries += 1;
      throw Object.assign(new Error('internal'), { code: 'XX000' });
    });
    await eventually(async () => {
      await drainer.drain();
      return (await letterIds(folder)).length === 1;
    });
    expect(tries).toBeGreaterThanOrEqual(10);
    expect(log.lines().some(({ level, code }) => level === 50 && code === 'XX000')).toBe(true);
    expect(await said()).toEqual(['Say 2']);
  });

  it.each(['XX001', '42501'])(
    'is set apart after ten attempts when it meets %s, and the others are stored',
    async (code) => {
      await segment(...[1, 2, 3].map((n) => encodeRecord(prompt(n, code))));
      let damaged = true;
      let tries = 0;
      const { drainer: one } = start(async (records, positions) => {
        if (!damaged || !JSON.stringify(records).includes('Say 2')) return inLake(records, positions);
        if (records.length === 1) tries += 1;
        throw Object.assign(new Error('invalid page'), { code });
      });
      await eventually(async () => {
        await one.drain();
        return (await letterIds(folder)).length === 1;
      });
      await one.drain();
      expect(tries).toBeGreaterThanOrEqual(10);
      expect(await said()).toEqual(['Say 1', 'Say 3']);
      expect((await letterIds(folder))[0]).toMatch(/\.apart$/);
      await one.stop();
      damaged = false;
      const { drainer: repaired } = start();
      await eventually(async () => (await letterIds(folder)).length === 0);
      expect(await said()).toHaveLength(3);
      await repaired.stop();
    },
  );

  it('waits when every record meets a database that needs repair, and only the first are set apart', async () => {
    const all = [1, 2, 3, 4, 5, 6];
    await segment(...all.map((n) => encodeRecord(prompt(n))));
    let damaged = true;
    const { drainer: one } = start(async (records, positions) => {
      if (!damaged) return inLake(records, positions);
      throw Object.assign(new Error('invalid page'), { code: 'XX001' });
    });
    for (let pass = 0; pass < 60; pass += 1) await one.drain();
    expect(await letterIds(folder)).toHaveLength(3);
    expect(await said()).toEqual([]);
    damaged = false;
    await one.drain();
    // Nothing behind them was stored, so they are read again in their order; what was set apart is there already.
    expect(await said()).toEqual(all.map((n) => `Say ${n}`));
    await one.stop();
    start();
    await eventually(async () => (await letterIds(folder)).length === 0);
    expect(await said()).toEqual(all.map((n) => `Say ${n}`));
  });

  it('is searched for when its segment does not balance, and the segment is kept', async () => {
    const name = await segment(...[1, 2, 3].map((n) => encodeRecord(prompt(n))));
    const begun = encodeRecord(prompt(1)).length * 2;
    // As if an earlier drain had advanced by two lines and stored one.
    await lake.db.sql`
      insert into capture_positions (reader, position, state)
      values (${`spool:${name}`}, ${begun}, '{"settled": 1}'::jsonb)`;
    const { drainer, log } = start();
    await drainer.drain();
    expect(measureSpool(folder)).toMatchObject({ segments: 0, unaccounted: 1 });
    expect(log.text()).toContain('some records of a spool segment are unaccounted for');
    await requeueKept(folder);
    await drainer.drain();
    expect((await said()).toSorted()).toEqual(['Say 1', 'Say 2', 'Say 3']);
    expect(measureSpool(folder)).toMatchObject({ segments: 0, unaccounted: 0 });
  });

  it('is accounted for by verification', async () => {
    const writer = new SpoolWriter(folder, lake.deps.clock);
    for (let n = 1; n <= 3; n += 1) await writer.append(prompt(n));
    const { drainer } = start(inLake, writer);
    await drainer.drain();
    appendOnce(folder, prompt(4), new Date(4_000_000_000_000));
    const whole = await verifySpool(lake.db.sql, folder);
    expect(whole).toMatchObject({ missing: 0, unaccounted: 0, faults: [] });
    expect(whole.stored).toBeGreaterThanOrEqual(3);
    await lake.db.sql`delete from messages where content = 'Say 2'`;
    expect(await verifySpool(lake.db.sql, folder)).toMatchObject({
      missing: 1,
      faults: [expect.any(String)],
    });
  });
});

describe('an acknowledged decision', () => {
  it('waits on a timeout, and is set aside only for its content', async () => {
    const failures: Record<string, Error | undefined> = {
      first: Object.assign(new Error('canceled'), { code: '57014' }),
      second: Object.assign(new Error('bad value'), { code: '22P02' }),
    };
    const stored: unknown[] = [];
    const { log } = capturedLog();
    const spool = createDecisionSpool(
      join(folder, 'decisions'),
      async (_, payload) => {
        const failure = failures[String(payload)];
        if (failure) throw failure;
        stored.push(payload);
        return true;
      },
      { newId: lake.deps.newId, log },
    );
    for (const payload of ['first', 'second', 'third']) await spool.append('decision', payload);
    expect(await spool.drain()).toBe(3);
    expect(await rejectedDecisions(join(folder, 'decisions'))).toEqual([]);
    failures.first = undefined;
    expect(await spool.drain()).toBe(0);
    expect(stored).toEqual(['first', 'third']);
    expect(await rejectedDecisions(join(folder, 'decisions'))).toHaveLength(1);
    expect((await readdir(join(folder, 'decisions'))).length).toBe(1);
    expect(
      await readFile(join(folder, 'decisions', (await readdir(join(folder, 'decisions')))[0] ?? ''), 'utf8'),
    ).toContain('second');
  });
});
