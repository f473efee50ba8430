import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { connect } from '../src/db/postgres/connect.ts';
import { keyringOf } from '../src/gateway/auth/load-keys.ts';
import { createCapture } from '../src/gateway/capture/service.ts';
import { appendOnce } from '../src/gateway/capture/spool/append.ts';
import { type SpoolRecord, spoolFolder } from '../src/gateway/capture/spool/segment.ts';
import { SpoolWriter } from '../src/gateway/capture/spool/writer.ts';
import { readConfig } from '../src/gateway/config/env.ts';
import { createLog } from '../src/gateway/deps.ts';
import { clock, newId } from '../src/gateway/runtime/clock-and-ids.ts';
import { rounded, scratchLake, table } from './support.ts';

const stream = fileURLToPath(
  new URL('../test/fixtures/capture/claude-code/hooks/streams/session-long.hooks.jsonl', import.meta.url),
);

/**
 * Drains the spool after an outage: events of real sessions under distinct ids, as spooled by a gateway (long segments)
 * and by hook processes (one event per segment). Bar: 1,000 per second.
 */
export async function drain(): Promise<void> {
  const text = (await readFile(stream, 'utf8')).trim();
  const rows: Record<string, string | number>[] = [];
  for (const [segments, sessions, events] of [
    ['long', 20, 4000],
    ['long', 1, 4000],
    ['one event each', 20, 1000],
  ] as const) {
    const records = recordsOf(text, sessions, events);
    const lake = await scratchLake();
    const db = connect(lake.url);
    const config = readConfig({
      DATABASE_URL: lake.url,
      DEWEY_DATA_DIR: lake.directory,
      DEWEY_WATCH: 'off',
      DEWEY_PROXY_PORT: 'off',
    });
    const folder = spoolFolder(lake.directory);
    if (segments === 'long') {
      const writer = new SpoolWriter(folder, clock);
      await Promise.all(records.map((record) => writer.append(record)));
      await writer.seal();
    } else for (const record of records) appendOnce(folder, record, clock());
    const log = createLog('error');
    const keys = keyringOf(config, undefined, log);
    const capture = createCapture({ config, keys, db, log, newId, clock });
    const begun = performance.now();
    const used = process.cpuUsage();
    await capture.start();
    await capture.stop();
    const seconds = (performance.now() - begun) / 1000;
    const { user, system } = process.cpuUsage(used);
    const [stored] = await db.sql<{ n: number }[]>`select count(*)::int as n from messages`;
    rows.push({
      segments,
      sessions,
      events: records.length,
      messages: stored?.n ?? 0,
      seconds: rounded(seconds),
      'events a second': Math.round(records.length / seconds),
      'processor ms an event': rounded((user + system) / 1000 / records.length),
      waiting: capture.spoolState().bytes,
    });
    await db.close();
    await lake.end();
  }
  table('Draining the spool', rows);
}

/** Interleaved sessions, each in its own order. */
function recordsOf(text: string, sessions: number, events: number): SpoolRecord[] {
  const each = text.split('\n').map((line) => JSON.parse(line) as { body: { session_id: string } });
  const [first] = each;
  if (!first) throw new Error('the stream of events is empty');
  const all: SpoolRecord[] = [];
  for (let round = 0; all.length < events; round += 1)
    for (const one of each)
      for (let session = 0; session < sessions && all.length < events; session += 1) {
        const tag = `${round}-${session}`;
        const body = JSON.stringify(one.body)
          .replaceAll(first.body.session_id, `bench-${tag}`)
          .replace(/("(?:prompt_id|message_id|turn_id)":"[^"]{8})/g, `$1${tag}`)
          .replace(/toolu_01/g, `toolu_${tag}`);
        all.push({ kind: 'hook', at: '2026-11-21T10:00:00Z', event: JSON.parse(body) });
      }
  return all;
}
