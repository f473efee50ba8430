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
  /** The writer of this process: synced records can be drained while it keeps writing. */
  writer?: SpoolWriter | undefined;
  limitBytes: number;
};

/** Limits of one transaction: records, and the total length of their lines. */
const mostRecords = 200;
const mostCharacters = 2_000_000;
/** The lock is held by an otherwise idle transaction; PostgreSQL ends those that last too long. */
const longestMs = 5000;
const mostSegments = 1000;
const mostChunkBytes = 1 << 20;
/** Segments opened at once: a disk serves many requests as fast as one. */
const readAhead = 16;

/** Drains for as long as one lock may be held. @returns whether work is left. */
export async function drainOnce(options: DrainOnceOptions): Promise<boolean> {
  const names = await readySegments(options);
  const own = options.writer?.synced;
  if (names.length === 0 && (!own || own.bytes === own.stored)) return false;
  // One process at a time. A transaction lock ends with its connection, and works behind a connection pooler.
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
      own.since = began; // records that arrived meanwhile are newer
    } else await gathered.flush();
    await liftMark(options);
    return names.length > some.length;
  });
}

/**
 * Seals the segment of a dead writer before it is read: if the writer is alive after all, it finds its segment gone and
 * writes its unacknowledged records to another.
 *
 * @returns the segment's name without its extension.
 */
async function claim(folder: string, file: string): Promise<string | undefined> {
  const name = baseOf(file);
  if (!file.endsWith(openSuffix)) return name;
  try {
    await rename(join(folder, file), join(folder, name + sealedSuffix));
    return name;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined; // sealed in the meantime
    throw error;
  }
}

const baseOf = (file: string): string => file.replace(/\.(open|sealed)$/, '');
const readerOf = (name: string): string => `spool:${name}`;

/** Where to read a segment from, and how many lines before that are settled; undefined if they were not counted. */
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

/** Lines collected for the next transaction, and the segments that end with them. */
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

  /** The synced part of a segment that is still being written. */
  async takeOpen(name: string, until: number): Promise<void> {
    const start = this.#startOf(name);
    if (start.position >= until) return;
    const from = await openSegment(join(this.#options.folder, name + openSuffix));
    if (!from) return; // sealed in the meantime: the next pass finds it
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

  /** Stores the collected lines and removes the segments that end with them. */
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
    // Only after their files: without its position, a segment that still exists would be drained again.
    await sql`
      delete from capture_positions where reader = any(${ended.map(({ segment }) => segment.reader)}::text[])`;
  }
}

async function liftMark({ folder, limitBytes }: DrainOnceOptions): Promise<void> {
  if (measureSpool(folder).bytes < limitBytes) await rm(join(folder, fullMark), { force: true });
}
