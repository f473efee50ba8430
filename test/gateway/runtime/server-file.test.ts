import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { readConfig } from '../../../src/gateway/config/env.ts';
import { findRunning } from '../../../src/gateway/runtime/server-file.ts';
import { useDataDirs } from '../../support/datadir.ts';
import { useDatabase } from '../../support/lake.ts';
import { serve } from '../../support/process.ts';
import { eventually } from '../../support/waiting.ts';

// Real processes start and stop here, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const database = useDatabase();
const dataDir = useDataDirs();

it('commands find a running server of their data directory, whichever other one starts, ends or is killed', async () => {
  const env = { DATABASE_URL: database.url, DEWEY_DATA_DIR: await dataDir() };
  const file = join(env.DEWEY_DATA_DIR, 'server.json');
  const found = async () => {
    const running = await findRunning(readConfig(env));
    running?.agent.destroy();
    return running?.url;
  };
  const first = await serve(env);
  const second = await serve(env);
  expect(await found()).toBe(first.url);
  expect(second.err()).toMatch(/another server of this data directory is running: commands and hooks find/);

  await second.end();
  expect(await found()).toBe(first.url);
  await rm(file);
  expect(await eventually(found)).toBe(first.url);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const third = await serve(env);
  await first.end('SIGKILL');
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ url: first.url });
  expect(await eventually(found)).toBe(third.url);
  await third.end();
  await expect(stat(file)).rejects.toThrow('ENOENT');
});
