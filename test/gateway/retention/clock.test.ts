import { beforeEach, describe, expect, it } from 'vitest';
import { checkDatabase } from '../../../src/gateway/doctor/database.ts';
import { runRetention } from '../../../src/gateway/retention/run.ts';
import { startRetention } from '../../../src/gateway/retention/schedule.ts';
import deleteConversation from '../../../src/handlers/conversations/delete-conversation.ts';
import storeMessages from '../../../src/handlers/conversations/store-messages-bulk.ts';
import { call } from '../../support/call.ts';
import { runHere } from '../../support/command.ts';
import { testConfig } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { capturedLog } from '../../support/log.ts';

const lake = useLake();
const hourMs = 3_600_000;
const settings = { language: 'english', dataDir: '/nowhere', undoDays: 30, auditDays: undefined } as const;

/** Deletes a conversation now. */
async function justDeleted(): Promise<string> {
  const { conversation_id } = await call(
    storeMessages,
    { messages: [{ role: 'user', content: 'still wanted' }] },
    lake.deps,
  );
  await call(deleteConversation, { conversation_id, force: true }, lake.deps);
  return conversation_id;
}
const isThere = async (id: string) =>
  (await lake.db.sql`select from conversations where id = ${id}`).length > 0;

/** Moves everything the database has recorded this many days back, as if all clocks had jumped ahead. */
const jump = (days: number) =>
  lake.db.sql.begin(async (tx) => {
    const deleted = await tx<{ id: string; at: string }[]>`
      select id, deleted_at - make_interval(days => ${days}) as at from conversations where deleted_at is not null`;
    for (const { id, at } of deleted)
      await tx`update conversations set deleted_at = ${at}::text::timestamptz where id = ${id}`;
    await tx`update retention_clock set seen_at = seen_at - make_interval(days => ${days})`;
    await tx`update retention_runs set at = at - make_interval(days => ${days})`;
  });

/** Runs the schedule until its first check is done. */
async function look(clock: () => Date, elapsed?: () => number) {
  const captured = capturedLog();
  const schedule = startRetention(lake.db.sql, settings, captured.log, clock, elapsed);
  await schedule.stop();
  return captured.lines().map((line) => line.msg);
}
const now = () => new Date();
const fortyDaysAhead = () => new Date(Date.now() + 40 * 24 * hourMs);

describe('purges and a wrong clock', () => {
  beforeEach(async () => {
    await lake.db.sql`delete from retention_runs`;
    await lake.db.sql`update retention_clock set seen_at = now(), doubted_since = null, waited_ms = 0`;
  });

  it('keeps a conversation deleted a second ago when a server starts 40 days ahead of its database', async () => {
    const id = await justDeleted();
    await look(fortyDaysAhead);
    expect(await isThere(id)).toBe(true);
    const findings = await checkDatabase(testConfig({ DATABASE_URL: lake.url }), fortyDaysAhead());
    expect(findings.find(({ check }) => check === 'retention')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining("ahead of the database's"),
    });
  });

  it('waits with a warning when both clocks have jumped, and purges after servers have run for a day', async () => {
    const id = await justDeleted();
    await jump(40);
    expect(await look(now)).toEqual([expect.stringContaining('the clock has jumped ahead')]);
    expect(await isThere(id)).toBe(true);
    const findings = await checkDatabase(testConfig({ DATABASE_URL: lake.url }), now());
    expect(findings.find(({ check }) => check === 'retention')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('the clock has jumped'),
    });
    const refused = await runHere(['retention', 'run'], { DATABASE_URL: lake.url });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('retention run --confirm') });

    // Half a day in one process, half a day in the next.
    expect(await runRetention(lake.db.sql, settings, now(), { waitedMs: 12 * hourMs })).toHaveProperty(
      'doubted',
    );
    expect(await runRetention(lake.db.sql, settings, now())).toMatchObject({
      doubted: { waitedMs: 12 * hourMs },
    });
    expect(await isThere(id)).toBe(true);
    expect(await runRetention(lake.db.sql, settings, now(), { waitedMs: 24 * hourMs })).toHaveProperty(
      'purged',
    );
    expect(await isThere(id)).toBe(false);
    expect(await look(now)).toEqual([]);
  });

  it('purges when the clock is confirmed', async () => {
    const id = await justDeleted();
    await jump(40);
    const run = await runHere(['retention', 'run', '--confirm'], { DATABASE_URL: lake.url });
    expect(run.code).toBe(0);
    expect(await isThere(id)).toBe(false);
  });

  it('resumes immediately when the clock is set back, even after a run in the future', async () => {
    await jump(40);
    expect(await look(now)).toHaveLength(1);
    await jump(-40);
    await lake.db.sql`insert into retention_runs (at, report) values (now() + interval '40 days', '{}')`;
    expect(await look(now)).toEqual(['retention ran']);
    expect(await lake.db.sql`select doubted_since, waited_ms::int as waited from retention_clock`).toEqual([
      { doubtedSince: null, waited: 0 },
    ]);
  });

  it('trusts the clock of a machine that was off over the weekend', async () => {
    await jump(2);
    expect(await look(now)).toEqual(['retention ran']);
  });
});
