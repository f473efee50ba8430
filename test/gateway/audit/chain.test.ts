import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appendToAudit, trimAudit, verifyAudit } from '../../../src/db/admin/audit-chain.ts';
import { connect } from '../../../src/db/postgres/connect.ts';
import { type AuditEntry, createAudit } from '../../../src/gateway/audit/audit.ts';
import { journalsIn } from '../../../src/gateway/audit/journal.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { clock, newId } from '../../../src/gateway/runtime/clock-and-ids.ts';
import { runHere } from '../../support/command.ts';
import { cloneDatabase, useLake } from '../../support/lake.ts';

const day = 86_400_000;
const row = (n: number, at = new Date()) => ({
  at,
  tool: `tool_${n}`,
  outcome: 'ok',
  durationMs: n / 7,
  requestId: `request ${n}`,
  client: n % 2 === 0 ? 'tést "client" 🐘' : undefined,
  keyId: undefined,
  argsBytes: n,
  argsHash: 'ab'.repeat(32),
});
const rows = (count: number, at?: Date) => Array.from({ length: count }, (_, i) => row(i + 1, at));

/** A lake with twenty audit rows, and a change made by an attacker with access to the database. */
async function tampered(statement: string) {
  const clone = await cloneDatabase();
  const db = connect(clone.url);
  try {
    await appendToAudit(db.sql, rows(20));
    expect((await verifyAudit(db.sql)).broken).toBeUndefined();
    await db.sql.unsafe(statement);
    const { broken } = await verifyAudit(db.sql);
    return { broken, ...(await runHere(['audit', '--verify'], { DATABASE_URL: clone.url })) };
  } finally {
    await db.close();
    await clone.drop();
  }
}

describe('the chain of the audit log', () => {
  it('identifies a changed row', async () => {
    const found = await tampered(`update audit_log set tool = 'innocent' where id = 7`);
    expect(found).toMatchObject({ broken: { id: 7, problem: 'changed' }, code: 1 });
    expect(found.out).toContain('row 7 was changed; the 6 rows before it are intact');
  });

  it.each(["at = at + interval '1 microsecond'", 'client = null', 'duration_ms = 0', 'hash = null'])(
    'detects that %s was set',
    async (change) => {
      const { broken } = await tampered(`update audit_log set ${change} where id = 8`);
      expect(broken).toEqual({ id: 8, problem: 'changed' });
    },
  );

  it('identifies where a row was deleted, in the middle and at both ends', async () => {
    expect((await tampered('delete from audit_log where id = 7')).broken).toEqual({
      id: 8,
      problem: 'missing before',
    });
    expect((await tampered('delete from audit_log where id = 1')).broken).toEqual({
      id: 2,
      problem: 'missing before',
    });
    expect((await tampered('delete from audit_log where id > 18')).broken).toEqual({
      id: 18,
      problem: 'missing after',
    });
  });

  it('detects swapped rows', async () => {
    const swapped = await tampered(`
      update audit_log a set at = b.at, tool = b.tool, duration_ms = b.duration_ms, request_id = b.request_id,
        client = b.client, args_bytes = b.args_bytes, prev_hash = b.prev_hash, hash = b.hash
      from audit_log b where (a.id, b.id) in ((5, 6), (6, 5))`);
    expect(swapped.broken).toEqual({ id: 5, problem: 'changed' });
  });

  it('hashes rows as it always has: those of earlier versions stay valid', async () => {
    const clone = await cloneDatabase();
    const db = connect(clone.url);
    try {
      await appendToAudit(db.sql, rows(4, new Date('2026-01-02T03:04:05.678Z')));
      expect((await verifyAudit(db.sql)).head).toEqual({
        id: 4,
        hash: '5661891837eb6f07d9cb7b6c4645d10df747f14405861602306379032dd864e6',
      });
    } finally {
      await db.close();
      await clone.drop();
    }
  });

  it('verifies rows with names of any length', async () => {
    const clone = await cloneDatabase();
    const db = connect(clone.url);
    try {
      const long = { ...row(2), client: 'é'.repeat(40_000), requestId: '' };
      await appendToAudit(db.sql, [row(1), long, row(3)]);
      const { rows: verified, broken } = await verifyAudit(db.sql);
      expect({ verified, broken }).toEqual({ verified: 3, broken: undefined });
      await db.sql`update audit_log set client = left(client, 39999) where id = 2`;
      expect((await verifyAudit(db.sql)).broken).toEqual({ id: 2, problem: 'changed' });
    } finally {
      await db.close();
      await clone.drop();
    }
  });

  it('stays one chain when several gateways write concurrently', async () => {
    const clone = await cloneDatabase();
    const pools = [connect(clone.url), connect(clone.url), connect(clone.url)];
    try {
      const audits = pools.map((db) => createAudit(db.sql, createLog('silent')));
      await Promise.all(
        audits.flatMap((audit, a) =>
          Array.from({ length: 40 }, async (_, n) => {
            const { durationMs: _d, outcome: _o, argsBytes: _b, argsHash: _h, ...entry } = row(a * 100 + n);
            await audit
              .begin({ ...entry, args: { n } })
              .end({ at: new Date(), outcome: 'ok', durationMs: 1 });
          }),
        ),
      );
      const [db] = pools;
      const found = db && (await verifyAudit(db.sql));
      expect(found?.broken).toBeUndefined();
      expect(found).toMatchObject({ rows: 120, head: { id: 120 } });
    } finally {
      for (const db of pools) await db.close();
      await clone.drop();
    }
  });
});

describe('the age limit of the audit log', () => {
  const lake = useLake();

  it('trims old rows, and the rest can be verified', async () => {
    const { sql } = lake.db;
    const verified = async () => {
      const found = await verifyAudit(sql);
      expect(found.broken).toBeUndefined();
      return found;
    };
    const now = Date.now();
    await appendToAudit(sql, rows(10, new Date(now - 400 * day)));
    await appendToAudit(sql, rows(5));
    expect(await trimAudit(sql, new Date(now - 365 * day))).toBe(10);
    expect(await trimAudit(sql, new Date(now - 365 * day))).toBe(0);
    expect(await verified()).toMatchObject({ rows: 5, trimmedTo: 10 });
    await appendToAudit(sql, rows(5));
    expect(await verified()).toMatchObject({ rows: 10 });
    expect(await trimAudit(sql, new Date(now + day))).toBe(10);
    expect(await verified()).toMatchObject({ rows: 0, trimmedTo: 20, head: { id: 20 } });
    const { code, out } = await runHere(['audit', '--verify', '--json'], { DATABASE_URL: lake.url });
    expect({ code, whole: JSON.parse(out).whole }).toEqual({ code: 0, whole: true });
    expect((await runHere(['audit', '--verify', '--tool', 'x'], { DATABASE_URL: lake.url })).code).toBe(2);
  });
});

describe('the audit journal', () => {
  const lake = useLake();
  const entry = (n: number): AuditEntry => {
    const { argsBytes: _b, argsHash: _h, ...rest } = row(n);
    return { ...rest, args: { n } };
  };
  const unreachable = connect('postgres://nobody@127.0.0.1:1/none', { timeoutMs: 200 });

  it('keeps rows of changes and refusals during a database outage, and stores each once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dewey-audit-'));
    const journals = journalsIn(folder, clock, newId);
    const gone = createAudit(unreachable.sql, createLog('silent'), journals);
    gone.record({ ...entry(1), outcome: 'unauthorized', client: 'nul\0 and half \ud83d' });
    await gone.begin(entry(2)).end({ at: new Date(), outcome: 'ok', durationMs: 3 });
    gone.begin(entry(3));
    gone.record({ ...entry(4), reads: true });
    expect(gone.waiting()).toBe(3);
    await gone.drain();
    expect(await readdir(folder)).toHaveLength(1);

    const next = [1, 2].map(() => createAudit(lake.db.sql, createLog('silent'), journals));
    for (const audit of next) await audit.drain();
    const found = await lake.db.sql`select tool, outcome, client from audit_log order by id`;
    expect(found).toEqual([
      { tool: 'tool_1', outcome: 'unauthorized', client: 'nul\ufffd and half \ufffd' },
      { tool: 'tool_2', outcome: 'ok', client: 'tést "client" 🐘' },
      { tool: 'tool_3', outcome: 'unknown', client: null },
    ]);
    expect((await verifyAudit(lake.db.sql)).broken).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
    await unreachable.close();
  });

  it('is read again with the same result after a crash during recovery', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dewey-audit-'));
    const journals = journalsIn(folder, clock, newId);
    const journal = journals.open();
    for (const n of [1, 2, 3]) journal.add({ ...row(n), at: new Date() });
    await journal.close({ remove: false });
    const [left] = journals.abandoned();
    const { rows: read } = await journals.read(left?.name ?? '', left?.path ?? '');
    await appendToAudit(lake.db.sql, read.slice(0, 2)); // and here it was killed
    await createAudit(lake.db.sql, createLog('silent'), journals).drain();
    const [count] = await lake.db.sql`
      select count(*)::int as n, count(distinct tool)::int as tools from audit_log where at > now() - interval '1 hour'
      and id > (select max(id) - 3 from audit_log)`;
    expect(count).toEqual({ n: 3, tools: 3 });
  });

  it('keeps rows of any length, and no caller waits for a sync once it is closed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dewey-audit-'));
    const journals = journalsIn(folder, clock, newId);
    const journal = journals.open();
    const kept = [
      '',
      'short',
      '\u0001'.repeat(500),
      '\u20ac'.repeat(9000),
      '\u{1f418}'.repeat(20_000),
      'last',
    ].map((client) => ({ ...row(1), client }));
    for (const one of kept) journal.add(one);
    const synced = [journal.synced(), journal.synced()];
    await journal.close({ remove: false });
    await Promise.all(synced);
    await journal.synced();
    const [left] = journals.abandoned();
    const { rows: read, damaged } = await journals.read(left?.name ?? '', left?.path ?? '');
    expect([damaged, read.map(({ client }) => client)]).toEqual([0, kept.map(({ client }) => client)]);
  });

  it('does not block calls when its disk fails: the row is stored in the table then', async () => {
    const audit = createAudit(lake.db.sql, createLog('silent'), journalsIn('/dev/null/audit', clock, newId));
    await audit.begin(entry(9)).end({ at: new Date(), outcome: 'ok', durationMs: 1 });
    expect(await lake.db.sql`select tool from audit_log where tool = 'tool_9'`).toHaveLength(1);
    await audit.drain();
  });
});
