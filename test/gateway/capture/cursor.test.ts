import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import load from 'sql.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedMessages } from '../../../src/gateway/capture/messages/stored.ts';
import { findFiles } from '../../../src/gateway/capture/transcripts/find-files.ts';
import { importFiles } from '../../../src/gateway/capture/transcripts/import.ts';
import { openCaptured, readCaptured } from '../../../src/gateway/capture/transcripts/read.ts';
import { UnreadableStore } from '../../../src/gateway/capture/transcripts/sqlite/unreadable.ts';
import { readStore } from '../../../src/gateway/capture/transcripts/stores.ts';
import { TailedFile } from '../../../src/gateway/capture/transcripts/tail/file.ts';
import { lakeOffsets } from '../../../src/gateway/capture/transcripts/tail/offsets.ts';
import { verifyFiles } from '../../../src/gateway/capture/transcripts/verify.ts';
import { isSound } from '../../../src/gateway/capture/transcripts/verify-report.ts';
import { catalogued, followed, importAndVerify, type Told, toldOf } from '../../support/agent-history.ts';
import { fixture, forget, rowsOf, storeOf } from '../../support/capture.ts';
import { following } from '../../support/following.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-cursor-'));
});
afterEach(async () => {
  await forget(lake);
  await rm(folder, { recursive: true });
});

const conversations = { name: 'cursor', shape: [/^globalStorage$/, /^state\.vscdb$/] };
const older = { name: 'cursor', shape: [/^workspaceStorage$/, /./, /^state\.vscdb$/] };
const ids = [1, 2, 3, 4, 5, 6].map((n) => `${String(n).repeat(8)}-0000-4000-8000-00000000000${n}`);
const key = (n: number) => `cursor:${ids[n - 1]}`;
const texts = (told: Told, role: string) => told.filter((one) => one.role === role).map(({ text }) => text);
/** What was written into the stores, from which they were made. */
const written = async () => JSON.parse(await readFile(fixture('agents/cursor/told.txt'), 'utf8'));

type Bubble = { type: number | string; text?: string; toolFormerData?: { status: string } };

describe('a conversation of Cursor', () => {
  it('is stored once, with its calls, and what was never sent is told', async () => {
    await importAndVerify(lake, conversations);
    const { headers, bubbles } = (await written()).composers[ids[0] ?? ''];
    const listed: Bubble[] = headers.flatMap((id: string) => bubbles[id] ?? []);
    const said = (type: number) => listed.filter((one) => one.type === type && (one.text ?? '') !== '');
    const calls = listed.filter(
      ({ toolFormerData }) => toolFormerData && toolFormerData.status !== 'loading',
    );
    const told = await toldOf(lake, key(1));
    expect(texts(told, 'user')).toEqual(said(1).map(({ text }) => text?.replaceAll('\0', '\ufffd')));
    expect(texts(told, 'assistant')).toHaveLength(said(2).length + calls.length);
    expect(texts(told, 'tool')).toEqual([
      'atlas,2026-09-01',
      expect.stringContaining('not repeated'),
      expect.stringContaining('rejected'),
      'The file is locked.',
    ]);
    const rows = await rowsOf(lake, key(1));
    expect(rows.find(({ role }) => role === 'assistant')?.metadata).toMatchObject({
      model: 'claude-4.5-sonnet',
      thinking: 'The loans are in a file.',
    });
    expect(rows.filter(({ metadata }) => metadata.interrupted)).toHaveLength(1);
    expect(rows.filter(({ metadata }) => metadata.time === 'estimated')).toHaveLength(2);
    const report = await importFiles(
      await findFiles([fixture('agents/cursor/globalStorage')]),
      storeOf(lake),
    );
    expect(report.skipped).toEqual({
      empty: 3,
      malformed: 2,
      'not written yet': 2,
      'of no conversation': 1,
      'removed from its conversation': 1,
      'thinking only': 1,
      'unknown message': 1,
    });
  });

  it('tells title, branch, project, models, tokens and cost', async () => {
    await importAndVerify(lake, conversations);
    expect(await catalogued(lake, key(1))).toMatchObject({
      title: 'Overdue books',
      branch: 'loans',
      project: '/home/ada/library',
      models: ['claude-4.5-sonnet', 'gpt-5'],
      input: 1000 + 400,
      output: 50 + 30,
      cost: expect.closeTo(0.06, 6),
    });
  });

  it('of a subagent belongs to the one that called it, and is of the project of its workspace', async () => {
    await importAndVerify(lake, conversations);
    const [row] = await lake.db.sql`
      select project, metadata ->> 'parent_conversation_id' as parent from conversations where external_id = ${key(2)}`;
    expect(row).toMatchObject({ project: '/home/ada/library' });
    const [parent] = await lake.db.sql`select external_id from conversations where id::text = ${row?.parent}`;
    expect(parent).toEqual({ externalId: key(1) });
  });

  it('of older versions is stored as well, wherever it is', async () => {
    await importAndVerify(lake, conversations);
    await importAndVerify(lake, older);
    const { inside } = await written();
    for (const [id, bubbles] of Object.entries<(Bubble & { rawText?: string })[]>(inside))
      expect((await toldOf(lake, `cursor:${id}`)).map(({ text }) => text)).toEqual(
        bubbles.flatMap(({ text, rawText }) => text || rawText || []),
      );
    expect(await catalogued(lake, 'cursor:tab-1')).toMatchObject({
      title: 'Opening hours',
      project: '/home/ada/library',
      models: ['gpt-4'],
    });
  });

  it('is followed while the log grows, also when half a frame is written', async () => {
    const log = await readFile(fixture('agents/cursor/globalStorage/state.vscdb-wal'));
    const steps = [log.subarray(0, log.length - 700), log];
    const file = 'globalStorage/state.vscdb-wal';
    expect(await followed(lake, conversations, file, key(1), steps)).toBeLessThan(2000);
  });
});

type Row = [key: string, value: string | null];

/** A store of conversations with some messages each. */
function storeWith(composers: number, bubbles: number, text = 'A book.'): Row[] {
  return Array.from({ length: composers }, (_, c): Row[] => {
    const own = Array.from({ length: bubbles }, (_, n) => ({ bubbleId: `b${n}`, type: 1 + (n % 2) }));
    const composer = { composerId: `c${c}`, createdAt: 1791800000000, fullConversationHeadersOnly: own };
    return [
      [`composerData:c${c}`, JSON.stringify(composer)],
      ...own.map((one, n): Row => [`bubbleId:c${c}:b${n}`, JSON.stringify({ ...one, text: `${text} ${n}` })]),
    ];
  }).flat();
}

async function bytesOf(rows: readonly Row[], columns = 'key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB') {
  const { Database } = await load();
  const database = new Database();
  database.run(`create table cursorDiskKV (${columns})`);
  database.run('begin');
  for (const row of rows) database.run('insert into cursorDiskKV values (?, ?)', row);
  database.run('commit');
  const bytes = database.export();
  database.close();
  return Buffer.from(bytes);
}

const messagesIn = async (path: string): Promise<number> => {
  let count = 0;
  for await (const captured of readStore(path))
    count += captured.filter((one) => one.type === 'message').length;
  return count;
};

describe('a large store of Cursor', () => {
  const path = () => join(folder, 'state.vscdb');
  const tailed = () => new TailedFile(path(), lakeOffsets(lake.db.sql), storeOf(lake));

  it('is read page by page as SQLite itself reads it, with long values, many keys and rows written anew', async () => {
    const rows = storeWith(40, 50, 'The catalogue lists every book of the house. '.repeat(60));
    await writeFile(path(), await bytesOf([...rows, ...rows.slice(0, 100)]));
    expect(await messagesIn(path())).toBe(40 * 50);
    const found = await findFiles([path()]);
    expect((await importFiles(found, storeOf(lake))).stored).toBe(40 * 50);
    const report = await verifyFiles(found, storedMessages(lake.db.sql));
    expect({ missing: report.missing, sound: isSound(report) }).toEqual({ missing: 0, sound: true });
  });

  it('is read again only where it changed, also after a restart', async () => {
    const rows = storeWith(60, 3);
    await writeFile(path(), await bytesOf(rows));
    const file = tailed();
    expect((await file.read()).counts).toMatchObject({ stored: 180 });
    const list = Array.from({ length: 4 }, (_, n) => ({ bubbleId: `b${n}`, type: 1 + (n % 2) }));
    const added: Row[] = [
      ['composerData:c7', JSON.stringify({ composerId: 'c7', fullConversationHeadersOnly: list })],
      ['bubbleId:c7:b3', JSON.stringify({ type: 2, text: 'Another one.' })],
    ];
    await writeFile(path(), await bytesOf([...rows, ...added]));
    expect((await file.read()).counts).toMatchObject({ stored: 1, duplicates: 3 });
    const changed: Row = [
      'bubbleId:c9:b1',
      JSON.stringify({ type: 2, text: 'A longer answer than before.' }),
    ];
    await writeFile(path(), await bytesOf([...rows, ...added, changed]));
    const { counts } = await tailed().read();
    expect(counts.stored + counts.completed + counts.duplicates).toBe(3);
  });

  it('rests after it was read, and what is added meanwhile is stored after that', async () => {
    const rows = storeWith(2, 3);
    const rest: Row[] = Array.from({ length: 1500 }, (_, n) => [
      `checkpointId:c0:${n}`,
      'a shelf '.repeat(1000),
    ]);
    await writeFile(path(), await bytesOf(rows));
    const small = tailed();
    await small.read();
    expect(small.restMs).toBe(0);
    await writeFile(path(), await bytesOf([...rows, ...rest]));
    await small.read();
    expect(small.restMs).toBeGreaterThan(0);
    await following(lake, [/^state\.vscdb$/], async (root) => {
      const shown = (count: number) =>
        vi.waitFor(async () => expect(await toldOf(lake, 'cursor:c1')).toHaveLength(count), {
          timeout: 20_000,
        });
      await writeFile(join(root, 'state.vscdb'), await bytesOf([...rows, ...rest]));
      await shown(3);
      await writeFile(join(root, 'state.vscdb'), await bytesOf([...storeWith(2, 4), ...rest]));
      await shown(4);
    });
  });

  it('that is written to while it is read is read whole, each conversation at one moment', async () => {
    const rows = storeWith(40, 30);
    await writeFile(path(), await bytesOf(rows));
    const more = await bytesOf([...rows, ...storeWith(41, 30).slice(-31)]);
    const seen = new Set<string>();
    for await (const captured of readStore(path())) {
      if (seen.size === 0) await writeFile(path(), more);
      for (const item of captured) if (item.type === 'message') seen.add(`${item.source.key} ${item.id}`);
    }
    expect(seen.size).toBe(41 * 30);
  });

  it('that is being changed in place, or is of an unknown version, is told', async () => {
    await writeFile(path(), await bytesOf(storeWith(1, 1)));
    const journal = Buffer.from('d9d505f920a163d7', 'hex');
    await writeFile(`${path()}-journal`, journal);
    await expect(openCaptured(path())).rejects.toThrow(/in use/);
    await rm(`${path()}-journal`);
    await writeFile(path(), await bytesOf([['a', 'b']], 'id TEXT UNIQUE, data BLOB'));
    const file = await openCaptured(path());
    const reading = async () => {
      if (!file) throw new Error('It was not recognised.');
      for await (const _ of readCaptured(file, file.format.parser(file.origin)));
    };
    await expect(reading().finally(() => file?.handle.close())).rejects.toThrow(
      /cursorDiskKV is no table of keys/,
    );
  });

  it('that is damaged anywhere is read as far as it goes, or told, and never read without end', async () => {
    const bytes = await bytesOf(storeWith(5, 20, 'A book of many pages. '.repeat(100)));
    let state = 7;
    const next = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    let told = 0;
    for (let n = 0; n < 150; n += 1) {
      const damaged = Buffer.from(bytes);
      const at = 100 + next(damaged.length - 108);
      // Headers of pages and the pointers in them are hit as often as their content.
      const page = n % 2 === 0 ? at : at - (at % 4096) + next(16);
      for (let i = 0; i < 4; i += 1) damaged[page + i] = next(256);
      await writeFile(path(), damaged);
      await messagesIn(path()).catch((error: unknown) => {
        expect(error).toBeInstanceOf(UnreadableStore);
        told += 1;
      });
    }
    expect(told).toBeGreaterThan(0);
    await cp(fixture('agents/cursor/globalStorage'), folder, { recursive: true });
    expect(await messagesIn(path())).toBeGreaterThan(0);
  });
});
