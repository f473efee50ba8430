import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from '../../../db/postgres/connect.ts';
import { readLines } from '../transcripts/read-lines.ts';
import { measureSpool } from './append.ts';
import { closeSegment } from './balance.ts';
import { type OpenSegment, openSegment } from './open-segment.ts';
import { readySegments } from './ready.ts';
import { fullMark, openSuffix, sealedSuffix } from './segment.ts';
import { type Progress, type SettleOptions, settle, type WaitingLine } from './settle.ts';
import type { SpoolWriter } from './writer.ts';

export type DrainOnceOptions = SettleOptions & {
  sql: Pool;
  /** The writer of this process: what it has synced can be drained while it goes on. */
  writer?: SpoolWriter | undefined;
  limitBytes: number;
};

/** Records stored in one transaction at most, and the length of their lines. */
const mostRecords = 200;
const mostCharacters = 2_000_000;
/** The lock is held by a transaction that does nothing else; PostgreSQL ends those that last too long. */
const longestMs = 5000;
const mostSegments = 1000;
const mostChunkBytes = 1 << 20;
/** Segments that are opened together: a disk answers many questions as fast as one. */
const readAhead = 16;

/** Drains what is there, as long as one lock may be held. @returns whether there was more to do. */
export async function drainOnce(options: DrainOnceOptions): Promise<boolean> {
  const names = await readySegments(options);
  const own = options.writer?.synced;
  if (names.length === 0 && (!own || own.bytes === own.stored)) return false;
  // One process at a time; the lock is a transaction's, which ends with its connection and stays on it behind a pooler.
  return options.sql.begin(async (holder) => {
    const [lock] = await holder<{ held: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended(${`spool:${options.folder}`}, 0)) as held`;
    if (!lock?.held) return false;
    const some = names.slice(0, mostSegments);
    const gathered = new Gathered(
      options,
      await startsOf(options.sql, [...some, ...(own ? [own.name] : [])]),
    );
    const begun = performance.now();
    for (let i = 0; i < some.length; i += readAhead) {
      if (performance.now() - begun > longestMs) {
        await gathered.flush();
        return true;
      }
      await gathered.takeSealed(some.slice(i, i + readAhead));
    }
    if (own && own.bytes > own.stored) {
      const until = own.bytes;
      const began = options.clock().getTime();
      await gathered.takeOpen(own.name, until);
      await gathered.flush();
      own.stored = until;
      own.since = began; // what came meanwhile is younger
    } else await gathered.flush();
    await liftMark(options);
    return names.length > some.length;
  });
}

/**
 * Seals what a dead writer left, before it is read: a writer that lives after all finds its segment gone, and writes
 * what it has not acknowledged yet to another.
 *
 * @returns the segment's name without its ending.
 */
async function claim(folder: string, file: string): Promise<string | undefined> {
  const name = baseOf(file);
  if (!file.endsWith(openSuffix)) return name;
  try {
    await rename(join(folder, file), join(folder, name + sealedSuffix));
    return name;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined; // sealed meanwhile
    throw error;
  }
}

const baseOf = (file: string): string => file.replace(/\.(open|sealed)$/, '');
const readerOf = (name: string): string => `spool:${name}`;

/** Where a segment is to be read from, and how many lines before that are settled; 0 where nobody counted them. */
type Start = { position: number; settled: number | undefined };

async function startsOf(sql: Pool, files: readonly string[]): Promise<Map<string, Start>> {
  const rows = await sql<{ reader: string; position: string; settled: number | null }[]>`
    select reader, position, (state ->> 'settled')::int as settled from capture_positions
    where reader = any(${files.map((file) => readerOf(baseOf(file)))}::text[])`;
  return new Map(
    rows.map(({ reader, position, settled }) => [
      reader,
      { position: Number(position), settled: settled ?? undefined },
    ]),
  );
}

/** Lines on their way to be stored, and the segments that end with them. */
class Gathered {
  readonly #options: DrainOnceOptions;
  readonly #starts: ReadonlyMap<string, Start>;
  #lines: WaitingLine[] = [];
  #characters = 0;
  #ended: { segment: Progress; counted: boolean }[] = [];

  constructor(options: DrainOnceOptions, starts: ReadonlyMap<string, Start>) {
    this.#options = options;
    this.#starts = starts;
  }

  /** Whole segments, each removed once it is settled. */
  async takeSealed(files: readonly string[]): Promise<void> {
    const { folder } = this.#options;
    const opened = await Promise.all(
      files.map(async (file) => {
        const name = await claim(folder, file);
        const from = name === undefined ? undefined : await openSegment(join(folder, name + sealedSuffix));
        return from && { name: baseOf(file), from };
      }),
    );
    const segments = opened.filter((one) => one !== undefined);
    try {
      for (const { name, from } of segments) {
        const start = this.#startOf(name);
        const segment = await this.#take(name, from, start);
        this.#ended.push({ segment, counted: start.settled !== undefined });
        if (this.#ended.length >= mostRecords) await this.flush();
      }
    } finally {
      await Promise.all(segments.map(({ from }) => from.close()));
    }
  }

  /** The synced part of a segment that is being written. */
  async takeOpen(name: string, until: number): Promise<void> {
    const start = this.#startOf(name);
    if (start.position >= until) return;
    const from = await openSegment(join(this.#options.folder, name + openSuffix));
    if (!from) return; // sealed meanwhile: the next pass finds it
    try {
      await this.#take(name, from, start, until);
    } finally {
      await from.close();
    }
  }

  #startOf(name: string): Start {
    return this.#starts.get(readerOf(name)) ?? { position: 0, settled: 0 };
  }

  async #take(
    name: string,
    from: OpenSegment,
    start: Start,
    until = Number.POSITIVE_INFINITY,
  ): Promise<Progress> {
    const segment: Progress = { name, reader: readerOf(name), settled: start.settled ?? 0 };
    const chunkBytes = Math.min(from.size + 1, mostChunkBytes);
    for await (const stretch of readLines(from, start.position, { complete: false, chunkBytes }))
      for (const { text, end } of stretch.lines) {
        if (end > until) return segment;
        await this.#add({ text, end, segment });
      }
    return segment;
  }

  async #add(line: WaitingLine): Promise<void> {
    this.#lines.push(line);
    this.#characters += line.text.length;
    if (this.#lines.length >= mostRecords || this.#characters >= mostCharacters) await this.flush();
  }

  /** Stores the lines and removes the segments that have ended. */
  async flush(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    this.#characters = 0;
    await settle(lines, this.#options);
    const ended = this.#ended;
    this.#ended = [];
    if (ended.length === 0) return;
    const { folder, log, sql } = this.#options;
    await Promise.all(
      ended.map(({ segment, counted }) =>
        closeSegment(folder, segment.name, counted ? segment.settled : undefined, log),
      ),
    );
    // Not before their files: a position that is too early costs time, one that is gone with its file standing would too.
    await sql`
      delete from capture_positions where reader = any(${ended.map(({ segment }) => segment.reader)}::text[])`;
  }
}

async function liftMark({ folder, limitBytes }: DrainOnceOptions): Promise<void> {
  if (measureSpool(folder).bytes < limitBytes) await rm(join(folder, fullMark), { force: true });
}
