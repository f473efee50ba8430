import { appendFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { storedMessages } from '../../src/gateway/capture/messages/stored.ts';
import { findFiles } from '../../src/gateway/capture/transcripts/find-files.ts';
import { verifyFiles } from '../../src/gateway/capture/transcripts/verify.ts';
import { isSound } from '../../src/gateway/capture/transcripts/verify-report.ts';
import { fixture, hookStream, rowsOf } from '../support/capture.ts';
import { useLake } from '../support/lake.ts';
import { serve } from '../support/process.ts';
import { eventually } from '../support/waiting.ts';
import { wayTo } from '../support/way.ts';

const lake = useLake();

it('captures a whole session during a database outage, and stores it once afterwards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dewey-away-'));
  const projects = join(folder, 'claude', 'projects', 'p');
  await mkdir(projects, { recursive: true });
  const way = await wayTo(lake.url);
  await way.mend();
  const server = await serve({
    DATABASE_URL: way.url,
    DEWEY_DATA_DIR: join(folder, 'data'),
    CLAUDE_CONFIG_DIR: join(folder, 'claude'),
    DEWEY_WATCH: 'on',
  });
  way.cut();
  const lines = (await readFile(fixture('claude-code/session-two-turns.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n');
  for (const line of lines) await appendFile(join(projects, 'session.jsonl'), `${line}\n`);
  for (const { body } of await hookStream('session-two-turns')) {
    const answer = await fetch(`${server.url}/hooks/claude-code`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  }
  expect(await readdir(join(folder, 'data', 'spool'))).not.toEqual([]);
  expect(await rowsOf(lake, 'claude-code:4b5e7457-00df-40fc-9952-7e5a4b1647ae')).toEqual([]);

  await way.mend();
  const files = await findFiles([projects]);
  const report = await eventually(async () => {
    const found = await verifyFiles(files, storedMessages(lake.db.sql));
    return isSound(found) && found;
  });
  expect(report).toMatchObject({ present: 12, missing: 0, different: 0, misplaced: 0, extra: 0 });
  expect(await server.end()).toBe(0);
  expect(
    (await readdir(join(folder, 'data', 'spool'))).filter((name) => /\.(open|sealed)$/.test(name)),
  ).toEqual([]);
  expect(await rowsOf(lake, 'claude-code:4b5e7457-00df-40fc-9952-7e5a4b1647ae')).toHaveLength(12);
  way.cut();
  await rm(folder, { recursive: true });
}, 120_000);
