import { appendFile, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, vi } from 'vitest';
import { Figures } from '../../src/gateway/capture/messages/counters.ts';
import { storedMessages } from '../../src/gateway/capture/messages/stored.ts';
import { findFiles } from '../../src/gateway/capture/transcripts/find-files.ts';
import { importFiles } from '../../src/gateway/capture/transcripts/import.ts';
import { lakeOffsets } from '../../src/gateway/capture/transcripts/tail/offsets.ts';
import { startTailer } from '../../src/gateway/capture/transcripts/tail/tailer.ts';
import { verifyFiles } from '../../src/gateway/capture/transcripts/verify.ts';
import { isSound } from '../../src/gateway/capture/transcripts/verify-report.ts';
import type { TranscriptFolder } from '../../src/gateway/config/transcript-folders.ts';
import { fixture, forget, rowsOf, storeOf } from './capture.ts';
import type { TestLake } from './lake.ts';

/** What a reader of its own, written for the test, found in a fixture. */
export type Told = { role: string; text: string }[];

/** A fixture folder and the shape of the folder it stands for. */
export type History = Pick<TranscriptFolder, 'shape'> & { name: string };

const placeOf = ({ name, shape }: History, folder = fixture(`agents/${name}`)) => ({
  folder,
  ...(shape ? { shape } : {}),
});

/** Imports the fixture twice and verifies it; the second import must store nothing. */
export async function importAndVerify(lake: TestLake, history: History): Promise<void> {
  const found = await findFiles([placeOf(history)]);
  expect(found.length).toBeGreaterThan(0);
  const first = await importFiles(found, storeOf(lake));
  expect(first.failed).toEqual([]);
  expect(first.stored).toBeGreaterThan(0);
  const again = await importFiles(found, storeOf(lake));
  expect({ stored: again.stored, completed: again.completed }).toEqual({ stored: 0, completed: 0 });
  const report = await verifyFiles(found, storedMessages(lake.db.sql));
  expect({ ...report, sound: isSound(report) }).toMatchObject({
    missing: 0,
    extra: 0,
    faults: [],
    sound: true,
  });
}

/** The roles and texts of a conversation. */
export const toldOf = async (lake: TestLake, key: string): Promise<Told> =>
  (await rowsOf(lake, key)).map(({ role, content }) => ({ role, text: content }));

/**
 * Follows the fixture while its file appears bit by bit, and compares with an import.
 *
 * @param steps the successive contents of the file; a step that continues the one before is appended.
 * @returns the milliseconds from the last write until everything was stored.
 */
export async function followed(
  lake: TestLake,
  history: History,
  file: string,
  key: string,
  steps: readonly (string | Buffer)[],
): Promise<number> {
  await importFiles(await findFiles([placeOf(history)]), storeOf(lake));
  const whole = await toldOf(lake, key);
  expect(whole.length).toBeGreaterThan(0);
  await forget(lake);
  const root = await mkdtemp(join(tmpdir(), 'dewey-follow-'));
  const path = join(root, file);
  // What lies beside the followed file is there already.
  const origin = fixture(`agents/${history.name}`);
  await cp(origin, root, { recursive: true, filter: (from) => relative(origin, from) !== file });
  await mkdir(dirname(path), { recursive: true });
  const tailer = await startTailer({
    folders: [placeOf(history, root)],
    offsets: lakeOffsets(lake.db.sql),
    store: storeOf(lake),
    log: lake.deps.log,
    figures: new Figures(),
    clock: () => new Date(),
  });
  try {
    let before: string | Buffer = '';
    let started = 0;
    for (const step of steps) {
      started = performance.now();
      if (typeof step === 'string' && typeof before === 'string' && step.startsWith(before))
        await appendFile(path, step.slice(before.length));
      else await writeFile(path, step);
      before = step;
      // Each state is seen before the next one is written.
      const { mtimeMs } = await stat(path);
      await vi.waitFor(() => expect(performance.timeOrigin + performance.now()).toBeGreaterThan(mtimeMs));
    }
    await vi.waitFor(async () => expect(await toldOf(lake, key)).toEqual(whole), {
      timeout: 8000,
      interval: 20,
    });
    return performance.now() - started;
  } finally {
    await tailer.stop();
    await rm(root, { recursive: true });
  }
}

/** The lines of a file, growing one by one. */
export async function byLine(history: string, file: string): Promise<string[]> {
  const text = await readFile(fixture(`agents/${history}/${file}`), 'utf8');
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
  return ends.map((end) => text.slice(0, end));
}

/** What the catalogue says of a conversation. */
export async function catalogued(lake: TestLake, key: string) {
  const { sql } = lake.db;
  const [row] = await sql`
    select k.title, k.branch, c.project, c.id from capture_sources s join conversations c on c.id = s.conversation_id
    left join conversation_catalogue k on k.conversation_id = c.id where s.key = ${key}`;
  if (!row) return undefined;
  const { id, ...entry } = row;
  const [used] = await sql`
    select array_agg(distinct model) filter (where model is not null) as models, sum(input)::int as input,
           sum(output)::int as output, sum(cache_read)::int as cache_read, sum(cost)::float as cost
    from conversation_usage where conversation_id = ${id}`;
  return { ...entry, ...used };
}

/** The conversation that a subagent's belongs to, and what kind of agent it is. */
export async function parentOf(lake: TestLake, externalId: string) {
  const [own] = await lake.db.sql<{ kind: string | null; parent: string | null }[]>`
    select metadata ->> 'agent_type' as kind, metadata ->> 'parent_conversation_id' as parent
    from conversations where external_id = ${externalId}`;
  const [parent] = await lake.db.sql<{ externalId: string }[]>`
    select external_id from conversations where id = ${own?.parent ?? null}::text::uuid`;
  return { externalId: parent?.externalId, kind: own?.kind };
}
