import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type Database } from '../../../../src/db/postgres/connect.ts';
import { failureCode, isInDoubt, isUnavailable } from '../../../../src/db/postgres/errors.ts';
import { addressOf } from '../../../../src/db/postgres/transport/address.ts';
import { type Cut, cutTo } from '../../../support/cut.ts';
import { useLake } from '../../../support/lake.ts';
import { eventually } from '../../../support/waiting.ts';

const lake = useLake();
let cut: Cut;
let db: Database;

const patienceMs = 400;

beforeAll(async () => {
  cut = await cutTo(lake.url);
  db = connect(cut.url, { timeoutMs: patienceMs, statementMs: { read: 2000, write: 2000 }, max: 4 });
  await lake.db.sql`create table ledger (id text primary key, half integer)`;
});

afterAll(async () => {
  await db.close();
  await cut.close();
});

const failureOf = (query: Promise<unknown>): Promise<unknown> =>
  query.then(
    () => undefined,
    (error) => error,
  );

/** Queries until it succeeds: a lost connection is re-established by the next query, which may fail. */
const answered = () =>
  eventually(() =>
    db.sql`select 1`.then(
      () => true,
      () => false,
    ),
  );

/** Runs transactions of two rows each, in parallel; an entry counts as booked when its transaction succeeded. */
async function book(until: () => boolean): Promise<Set<string>> {
  const booked = new Set<string>();
  let n = 0;
  const writer = async () => {
    while (!until()) {
      n += 1;
      const id = `entry ${n}`;
      try {
        await db.sql.begin(async (tx) => {
          await tx`insert into ledger values (${`${id} a`}, 1)`;
          await Promise.all([tx`insert into ledger values (${`${id} b`}, 2)`, tx`select 1`]);
        });
        booked.add(id);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, writer));
  return booked;
}

describe('a lost connection', () => {
  it('leaves transactions complete or rolled back, and the pool working', async () => {
    let done = false;
    const booking = book(() => done);
    for (let round = 0; round < 12; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      if (round % 3 === 0) {
        await cut.refuse();
        await cut.pass();
      } else if (round % 3 === 1) cut.reset();
      // The server's own way, with a message and an orderly shutdown.
      else
        await lake.db.sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and application_name = 'dewey'`.catch(
          (error) => {
            if (!isUnavailable(error)) throw error;
          },
        );
    }
    done = true;
    const booked = await booking;
    await answered();
    const rows = await eventually(() =>
      lake.db.sql<{ id: string }[]>`select id from ledger`.catch(() => undefined),
    );
    const stored = new Set(rows.map(({ id }) => id));
    expect(booked.size).toBeGreaterThan(0);
    for (const id of booked) expect([stored.has(`${id} a`), stored.has(`${id} b`)]).toEqual([true, true]);
    // No statement of a failed transaction was executed outside of it.
    for (const id of stored) expect(stored.has(id.replace(/.$/, id.endsWith('a') ? 'b' : 'a'))).toBe(true);
  });

  it('after its statement was executed is reported as in doubt, and the statement was executed once', async () => {
    await answered();
    const lost = cut.loseAnswerTo('paid once');
    const error = await failureOf(db.sql`insert into ledger values (${'paid once'}, 3)`);
    await lost;
    expect(isUnavailable(error)).toBe(true);
    expect(isInDoubt(error)).toBe(true);
    await answered();
    expect(await lake.db.sql`select from ledger where id = 'paid once'`).toHaveLength(1);
  });
});

describe('a connection that the server ends', () => {
  let alone: Database;
  beforeEach(() => {
    alone = connect(lake.url, { max: 1, applicationName: 'to be ended' });
  });
  afterEach(() => alone.close());

  /** Ends it once it runs a statement that sleeps. */
  const end = () =>
    eventually(async () => {
      const rows = await lake.db.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'to be ended' and state = 'active' and query like '%pg_sleep(60%'`;
      return rows.count > 0;
    });

  it('fails the running statement, and one behind it that is still described; the next ones are answered', async () => {
    await alone.sql`select 1`;
    const running = failureOf(alone.sql`select pg_sleep(60)`.execute());
    const described = failureOf(alone.sql`select ${5}::int + 1 as n`.execute());
    await end();
    for (const error of await Promise.all([running, described])) expect(isUnavailable(error)).toBe(true);
    expect(await alone.sql`select ${6}::int as n`).toEqual([{ n: 6 }]);
  });

  it('does not fail the first statement of the next connection with its own error', async () => {
    await alone.sql`select 1`;
    const running = failureOf(alone.sql`select pg_sleep(60)`);
    await end();
    expect(failureCode(await running)).toBe('57P01');
    expect(await alone.sql`select ${7}::int as n`).toEqual([{ n: 7 }]);
  });
});

describe('a server that stops answering', () => {
  it('is detected in bounded time, fails further queries at once, and is used again when it is back', async () => {
    await answered();
    cut.blackHole();
    const began = performance.now();
    const errors = await Promise.all(Array.from({ length: 12 }, () => failureOf(db.sql`select 1`)));
    expect(errors.map(isUnavailable)).toEqual(errors.map(() => true));
    // Not a measurement: without the transport this takes as long as the system keeps a connection, a quarter of an
    // hour.
    expect(performance.now() - began).toBeLessThan(20 * patienceMs);
    const next = await failureOf(db.sql`select 1`);
    expect(failureCode(next)).toBe('CONNECT_TIMEOUT');
    expect(isInDoubt(next)).toBe(false);
    await cut.pass();
    await answered();
  });

  it('does not delay closing', async () => {
    const other = connect(cut.url, { timeoutMs: patienceMs, max: 2 });
    await eventually(() => other.sql`select 1`.catch(() => undefined));
    cut.blackHole();
    const waiting = failureOf(other.sql`select pg_sleep(60)`);
    await eventually(async () => failureCode(await failureOf(other.sql`select 1`)) === 'CONNECT_TIMEOUT');
    expect(isUnavailable(await waiting)).toBe(true);
    const began = performance.now();
    await other.close();
    expect(performance.now() - began).toBeLessThan(2000);
    await cut.pass();
    await answered();
  });
});

describe('a slow statement', () => {
  let patient: Database;
  // A server that runs is probed over a new connection, which takes a busy machine a good part of a second.
  beforeAll(() => {
    patient = connect(lake.url, { timeoutMs: 1500, statementMs: { read: 2500, write: 4000 }, max: 4 });
  });
  afterAll(() => patient.close());

  it('may run while the server answers others', async () => {
    expect(await patient.sql`select pg_sleep(1.8) is not null as slept`).toEqual([{ slept: true }]);
  });

  it('is cancelled at its timeout, on the server too, and the connection stays open', async () => {
    const error = await failureOf(patient.sql`select pg_sleep(60) /* too long */`);
    expect(failureCode(error)).toBe('57014');
    const [row] = await lake.db.sql<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity where query like '%too long%' and state = 'active'
      and pid <> pg_backend_pid()`;
    expect(row).toEqual({ n: 0 });
    await patient.sql`select 1`;
  });

  it('that writes, or waits within a transaction, has a separate timeout', async () => {
    const held = await lake.db.sql.reserve();
    await held`begin`;
    await held`lock table ledger in exclusive mode`;
    const ended: string[] = [];
    const codes = await Promise.all(
      Object.entries({
        write: patient.sql`update ledger set half = 4`,
        transaction: patient.sql.begin((tx) => tx`select from ledger for update`),
        read: patient.sql`select pg_sleep(60)`,
      }).map(async ([name, query]) => {
        const code = failureCode(await failureOf(query));
        ended.push(name);
        return code;
      }),
    );
    await held`rollback`;
    held.release();
    expect(codes).toEqual(['57014', '57014', '57014']);
    expect(ended[0]).toBe('read');
  });

  it('delays others for no longer than its timeout when all connections are in use', async () => {
    const slow = Array.from({ length: 4 }, () => failureOf(patient.sql`select pg_sleep(60)`));
    expect(await patient.sql`select 'served' as was`).toEqual([{ was: 'served' }]);
    expect((await Promise.all(slow)).map(failureCode)).toEqual(['57014', '57014', '57014', '57014']);
  });
});

describe('an address', () => {
  it('may name several hosts, each with a port or without', () => {
    const { hosts: places, driverUrl } = addressOf(
      'postgres://u:p%40@[::1]:5433,db2,db3:6000/winni?target_session_attrs=primary&prepare=false',
    );
    expect(places).toEqual([
      { host: '::1', port: 5433 },
      { host: 'db2', port: 5432 },
      { host: 'db3', port: 6000 },
    ]);
    expect(driverUrl).toBe('postgres://u:p%40@[::1]/winni?prepare=false');
  });

  it.each([
    ['postgres://h/d', undefined, false],
    ['postgres://h/d?sslmode=require', { rejectUnauthorized: false }, false],
    ['postgres://h/d?sslmode=verify-full', { rejectUnauthorized: true }, false],
    ['postgres://h/d?sslmode=prefer', { rejectUnauthorized: false }, true],
    ['postgres://h/d?ssl=disable', undefined, false],
  ])('%s says how to speak TLS', (url, tls, tlsIfOffered) => {
    expect(addressOf(url)).toMatchObject({ tls, tlsIfOffered });
  });

  it('leads to the first host that answers, is primary and accepts writes', async () => {
    const { port, username, password, pathname } = new URL(lake.url);
    const dead = await cutTo(lake.url);
    await dead.close();
    const several = connect(
      `postgres://${username}:${password}@127.0.0.1:${dead.port},127.0.0.1:${port}${pathname}`,
      { timeoutMs: patienceMs },
    );
    expect(await several.sql`select pg_is_in_recovery() as standby`).toEqual([{ standby: false }]);
    await several.close();
  });

  it('that requires TLS is not reached without it', async () => {
    const secret = connect(`${lake.url}?sslmode=require`, { timeoutMs: patienceMs });
    const error = await failureOf(secret.sql`select 1`);
    expect(failureCode(error)).toBe('NO_TLS');
    expect((error as Error).message).toMatch(/does not speak TLS/);
    await secret.close();
  });

  it('fails at once when all hosts are unreachable', async () => {
    const dead = await cutTo(lake.url);
    await dead.close();
    const url = lake.url.replace(/@[^/]+/, `@127.0.0.1:${dead.port},localhost:${dead.port}`);
    const several = connect(url, { timeoutMs: patienceMs });
    expect(isUnavailable(await failureOf(several.sql`select 1`))).toBe(true);
    await several.close();
  });
});
