import { execFileSync } from 'node:child_process';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appendOnce, measureSpool } from '../../../src/gateway/capture/spool/append.ts';
import type { Drainer } from '../../../src/gateway/capture/spool/drain.ts';
import { startDrainer } from '../../../src/gateway/capture/spool/drain.ts';
import { encodeRecord, type SpoolRecord } from '../../../src/gateway/capture/spool/segment.ts';
import { SpoolWriter } from '../../../src/gateway/capture/spool/writer.ts';
import { useLake } from '../../support/lake.ts';
import { smallDisk } from '../../support/small-disk.ts';

const lake = useLake();
const readOnly = await smallDisk('1m');
if (readOnly) execFileSync('mount', ['-o', 'remount,ro', readOnly]);
afterAll(async () => {
  if (!readOnly) return;
  execFileSync('umount', ['--lazy', readOnly]);
  await rm(readOnly, { recursive: true });
});
let folder: string;
let drainer: Drainer | undefined;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'dewey-spool-')), 'spool');
});
afterEach(async () => {
  await drainer?.stop();
  drainer = undefined;
  await rm(folder, { recursive: true, force: true });
});

const event = (n: number): SpoolRecord => ({ kind: 'hook', at: '2026-11-21T10:00:00Z', event: { n } });
const numberOf = (record: SpoolRecord): number => (record as { event: { n: number } }).event.n;

/** Drains the folder and returns what was stored. */
async function drained(options: { writer?: SpoolWriter; refuse?: number; limitBytes?: number } = {}) {
  const stored: number[] = [];
  drainer = startDrainer({
    folder,
    sql: lake.db.sql,
    log: lake.deps.log,
    clock: lake.deps.clock,
    limitBytes: options.limitBytes ?? 1_000_000,
    writer: options.writer,
    store: async (records) => {
      if (records.some((record) => numberOf(record) === options.refuse))
        throw new Error('this one cannot be stored');
      stored.push(...records.map(numberOf));
    },
  });
  await drainer.drain();
  return stored;
}

describe('the spool', () => {
  it('drains the records of many writers, and is empty afterwards', async () => {
    for (let n = 0; n < 20; n += 1) appendOnce(folder, event(n), new Date());
    const writer = new SpoolWriter(folder, lake.deps.clock);
    await Promise.all(Array.from({ length: 100 }, (_, n) => writer.append(event(20 + n))));
    await writer.seal();
    const stored = await drained();
    expect(stored).toEqual(Array.from({ length: 120 }, (_, n) => n));
    expect(await readdir(folder)).toEqual([]);
  });

  it('drains the synced records of its own process while it keeps writing', async () => {
    const writer = new SpoolWriter(folder, lake.deps.clock);
    await writer.append(event(1));
    const stored = await drained({ writer });
    expect(stored).toContain(1);
    expect(drainer?.state()).toMatchObject({ segments: 0, bytes: 0, oldestMs: undefined });
    await writer.append(event(2));
    await drainer?.stop();
    expect(new Set(stored)).toEqual(new Set([1, 2]));
    expect(await readdir(folder)).toEqual([]);
  });

  it('acknowledges every append of a caller that appends again immediately, also while sealing', async () => {
    const writer = new SpoolWriter(folder, lake.deps.clock);
    const talk = async (from: number) => {
      for (let n = from; n < from + 50; n += 1) await writer.append(event(n));
    };
    const sealing = (async () => {
      for (let n = 0; n < 10; n += 1) await writer.seal();
    })();
    await Promise.all([talk(0), talk(50), sealing]);
    await writer.seal();
    expect((await drained()).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it('is readable by its owner only', async () => {
    const path = appendOnce(folder, event(1), new Date()) ?? '';
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const writer = new SpoolWriter(folder, lake.deps.clock);
    await writer.append(event(2));
    expect((await stat(writer.synced?.path ?? '')).mode & 0o777).toBe(0o600);
    await writer.seal();
  });

  it('takes the acknowledged records of a dead writer, without the incomplete rest', async () => {
    const name = '00000000000001-000001-999999-deadbeef.open';
    appendOnce(folder, event(0), new Date());
    const half = encodeRecord(event(2)).slice(0, 20) + '\0'.repeat(100);
    await writeFile(join(folder, name), encodeRecord(event(1)) + half);
    const past = new Date(Date.now() - 60_000);
    await utimes(join(folder, name), past, past);
    expect((await drained()).toSorted()).toEqual([0, 1]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('drains the acknowledged records of a segment that could not be sealed, and tells why it could not', async () => {
    const writer = new SpoolWriter(folder, lake.deps.clock);
    writer.onUnsealed = vi.fn();
    await writer.append(event(1));
    const { path } = writer.synced ?? { path: '' };
    const taken = path.replace('.open', '.sealed');
    await mkdir(taken);
    await writer.seal();
    expect(writer.onUnsealed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ syscall: 'rename' }));
    await rm(taken, { recursive: true });
    const past = new Date(Date.now() - 60_000);
    await utimes(path, past, past);
    await writer.append(event(2));
    await writer.seal();
    expect((await drained()).toSorted()).toEqual([1, 2]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('loses nothing when a live writer is taken for dead', async () => {
    const writer = new SpoolWriter(folder, lake.deps.clock);
    await writer.append(event(1));
    // As done by a gateway in another container, which cannot see this process.
    const { path } = writer.synced ?? { path: '' };
    await rename(path, path.replace('.open', '.sealed'));
    expect(await writer.append(event(2))).toBe(true);
    await writer.seal();
    expect(new Set(await drained())).toEqual(new Set([1, 2]));
  });

  it('counts records that are synced but not stored as waiting', async () => {
    const writer = new SpoolWriter(folder, () => new Date(5000));
    await writer.append(event(1));
    const waiting = { segments: 1, bytes: encodeRecord(event(1)).length, oldestMs: 5000 };
    expect(measureSpool(folder, writer.synced)).toMatchObject(waiting);
    await writer.seal();
    expect(measureSpool(folder, writer.synced)).toMatchObject(waiting);
  });

  it('sets aside records that are damaged or cannot be stored, and continues', async () => {
    const path = appendOnce(folder, event(1), new Date()) ?? '';
    await appendFile(path, encodeRecord(event(2)).replace('"n":2', '"n":9'));
    await appendFile(path, encodeRecord(event(3)) + encodeRecord(event(4)));
    expect(await drained({ refuse: 3 })).toEqual([1, 4]);
    const poison = await readdir(join(folder, 'poison'));
    expect(poison.map((name) => name.split('.').at(-1)).toSorted()).toEqual(['damaged', 'refused']);
    const refused = poison.find((name) => name.endsWith('refused')) ?? '';
    expect(await readFile(join(folder, 'poison', refused), 'utf8')).toContain('"n":3');
  });

  it('resumes where it stopped', async () => {
    const path = appendOnce(folder, event(1), new Date()) ?? '';
    await appendFile(path, encodeRecord(event(2)));
    const name = path.split('/').at(-1)?.replace('.sealed', '') ?? '';
    await lake.db.sql`
      insert into capture_positions (reader, position) values (${`spool:${name}`}, ${encodeRecord(event(1)).length})`;
    expect(await drained()).toEqual([2]);
  });

  it('drops and counts at its size limit instead of filling the disk', async () => {
    await writeFile(join(folder, '..', 'x'), '');
    appendOnce(folder, event(1), new Date());
    await writeFile(join(folder, 'full'), '');
    expect(appendOnce(folder, event(2), new Date())).toBeUndefined();
    const writer = new SpoolWriter(folder, lake.deps.clock);
    expect(await writer.append(event(3))).toBe(false);
    expect(measureSpool(folder)).toMatchObject({ segments: 1, dropped: 2 });
    expect(await drained()).toEqual([1]);
    expect(appendOnce(folder, event(4), new Date())).toBeDefined();
  });
});

describe('a data directory on a read-only file system (needs root and mount on Linux)', () => {
  it.runIf(readOnly)('is told as such, also where the folder has yet to be made', () => {
    const folder = join(readOnly ?? '', 'data', 'spool');
    const record = { kind: 'hook' as const, at: '2026-11-20T10:00:00Z', event: {} };
    expect(() => appendOnce(folder, record, new Date())).toThrow('EROFS: read-only file system');
  });
});
