import { expect, it } from 'vitest';
import { migrateWhenReachable, openLake } from '../../../src/gateway/runtime/lake.ts';
import { testConfig } from '../../support/gateway.ts';
import { useDatabase } from '../../support/lake.ts';
import { capturedLog } from '../../support/log.ts';
import { eventually } from '../../support/waiting.ts';
import { wayTo } from '../../support/way.ts';

const database = useDatabase();

it('a database that comes up later is migrated then, and its address is logged without the password', async () => {
  const way = await wayTo(database.url);
  const lake = await openLake(testConfig({ DATABASE_URL: way.url }));
  const captured = capturedLog();
  const done = migrateWhenReachable(lake, captured.log, new AbortController().signal);
  await eventually(() => captured.text().includes('trying again'));
  await way.mend();
  await done;
  expect(captured.lines().at(-1)).toMatchObject({ msg: 'database ready', adopted: false });
  expect(captured.text()).toContain(lake.location);
  expect(captured.text()).not.toContain(new URL(database.url).password);
  await lake.close();
  way.cut();
});

it('waiting for it ends when the server is stopped', async () => {
  const way = await wayTo(database.url);
  const lake = await openLake(testConfig({ DATABASE_URL: way.url }));
  const stopping = new AbortController();
  const captured = capturedLog();
  const done = migrateWhenReachable(lake, captured.log, stopping.signal);
  await eventually(() => captured.text().includes('trying again'));
  stopping.abort();
  await done;
  expect(captured.text()).not.toContain('database ready');
  await lake.close();
});
