import { afterEach, expect, it, vi } from 'vitest';
import { addLimitCounts, removeEndedLimitCounts } from '../../../src/db/admin/limit-counts.ts';
import { connect } from '../../../src/db/postgres/connect.ts';
import { createCounters } from '../../../src/gateway/limits/shared-counters.ts';
import { cutTo } from '../../support/cut.ts';
import { useLake } from '../../support/lake.ts';
import { capturedLog } from '../../support/log.ts';
import { eventually } from '../../support/waiting.ts';

const lake = useLake();
const { log, lines } = capturedLog();
const warnings = () => lines().map(({ msg }) => msg);
const stops: (() => unknown)[] = [];
let named = 0;
let name: string;

/** Three gateways with a limit that no other test uses. */
function gateways(limit: number, sql = lake.db.sql) {
  named += 1;
  name = `requests ${named}`;
  const gateway = () => {
    const counters = createCounters(sql, log);
    stops.push(counters.stop);
    return { ...counters, ...counters.counter(name, limit) };
  };
  return [gateway(), gateway(), gateway()] as const;
}
type Gateway = ReturnType<typeof gateways>[number];

const take = async (gateway: Gateway, times: number, client = 'key:ada') => {
  let passed = 0;
  for (let n = 0; n < times; n += 1) passed += (await gateway.take(client)).over ? 0 : 1;
  return passed;
};
const stored = () => lake.db.sql`select client, used from limit_counts where name = ${name} order by client`;

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  vi.restoreAllMocks();
});

it('gateways together enforce one limit, except for what arrives in the same moment', async () => {
  const [one, two, three] = gateways(10);
  expect(await take(one, 6)).toBe(6);
  await one.synchronize();
  expect(await take(two, 2)).toBe(2);
  await two.synchronize();
  expect(await two.take('key:ada')).toMatchObject({ used: 9, over: false });
  await two.synchronize();
  // This one does not know yet: it learns of the others' ten at its next synchronization.
  expect(await take(one, 2)).toBe(2);
  await one.synchronize();
  expect(await one.take('key:ada')).toMatchObject({ over: true });
  expect(await three.take('key:ada')).toMatchObject({ used: 1 });
  await three.synchronize();
  expect(await take(three, 50)).toBe(0);
  // Refused requests are not counted, and other clients are unaffected.
  await three.synchronize();
  expect(await stored()).toEqual([{ client: 'key:ada', used: 12 }]);
  expect(await take(three, 20, 'key:ben')).toBe(10);
});

it('all of them count in the window of the first, and start the next one from zero', async () => {
  const [one, two] = gateways(10);
  await take(one, 4);
  await one.synchronize();
  await lake.db.sql`update limit_counts set ends_at = now() + interval '20 seconds' where name = ${name}`;
  expect(await two.take('key:ada')).toMatchObject({ used: 1, seconds: 60 });
  await two.synchronize();
  const { used, seconds } = await two.take('key:ada');
  expect(used).toBe(6);
  expect(seconds).toBeGreaterThan(10);
  expect(seconds).toBeLessThanOrEqual(20);
  await lake.db.sql`update limit_counts set ends_at = now() where name = ${name}`;
  await two.synchronize();
  expect(await stored()).toEqual([{ client: 'key:ada', used: 1 }]);
});

it('sessions and sockets are not shared, as they exist in one gateway only', async () => {
  const [one] = gateways(3);
  for (const client of ['session:s', 'socket:s', 'address:192.0.2.7'])
    expect(await take(one, 5, client)).toBe(3);
  await one.synchronize();
  expect(await stored()).toEqual([{ client: 'address:192.0.2.7', used: 3 }]);
});

it('without the database each continues alone, logs it once, and shares its counts later', async () => {
  const cut = await cutTo(lake.url);
  const db = connect(cut.url, { max: 2 });
  stops.push(() => cut.close(), db.close);
  const [one] = gateways(5, db.sql);
  await cut.refuse();
  await one.synchronize(); // there is nothing to share
  expect(warnings()).toEqual([]);
  for (const passed of [2, 2, 1, 0]) {
    expect(await take(one, 2)).toBe(passed);
    await one.synchronize();
  }
  expect(warnings()).toEqual(['limits are counted by this gateway alone for now; trying again']);
  await cut.pass();
  await eventually(async () => (await stored())[0]?.used === 5);
});

it('expired windows are removed, without waiting for one that is in use', async () => {
  const [one] = gateways(5);
  await addLimitCounts(
    lake.db.sql,
    ['old', 'locked'].map((client) => ({ name, client, used: 1, leftMs: -61_000 })),
  );
  await lake.db.sql.begin(async (tx) => {
    await tx`select from limit_counts where name = ${name} and client = 'locked' for update`;
    await removeEndedLimitCounts(lake.db.sql);
    expect(await stored()).toEqual([{ client: 'locked', used: 1 }]);
  });
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000);
  await take(one, 1);
  await one.synchronize();
  expect(await stored()).toEqual([{ client: 'key:ada', used: 1 }]);
});
