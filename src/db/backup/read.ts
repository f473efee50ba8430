import { createHash, type Hash } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type * as z from 'zod';
import {
  BackupError,
  countRows,
  endOfRows,
  type FileEnd,
  fileEnd,
  formatVersion,
  type Header,
  header,
  type TableStart,
  tableEnd,
  tableStart,
} from './format.ts';

/** Consumes the rows of one table; must read them to the end. */
export type TakeRows = (table: TableStart, rows: AsyncIterable<Buffer>) => Promise<void>;

export type ReadOptions = {
  /** Called with the header before anything else is read; may throw to stop. */
  onHeader?: ((header: Header) => Promise<void> | void) | undefined;
  /** Without it the rows are only checked. */
  takeRows?: TakeRows | undefined;
  onProgress?: ((bytes: number, table: string) => void) | undefined;
};

export type Contents = { header: Header; tables: Record<string, number>; end: FileEnd };

/** The longest line of a backup other than rows. */
const longestLine = 16 * 1024 * 1024;

/**
 * Reads a backup to its end in bounded memory and verifies every checksum and count.
 *
 * @throws BackupError when the file is not a backup, is truncated or damaged, or was made by a newer version.
 */
export async function readBackup(file: Readable, options: ReadOptions = {}): Promise<Contents> {
  const unpacked = pipeline(file, createGunzip({ chunkSize: 256 * 1024 }), () => undefined); // failures surface when it is read
  try {
    return await readContent(new Reader(unpacked), options);
  } catch (error) {
    throw explained(error);
  } finally {
    unpacked.destroy();
    file.destroy();
  }
}

async function readContent(reader: Reader, options: ReadOptions): Promise<Contents> {
  const head = header.safeParse(parsed(await reader.line()));
  if (!head.success) throw notOurs();
  if (head.data.dewey_backup > formatVersion)
    throw new BackupError(
      `This backup has format ${head.data.dewey_backup}, made by Dewey ${head.data.dewey}; this version reads ${formatVersion}. Use that version or a newer one.`,
    );
  await options.onHeader?.(head.data);
  const tables: Record<string, number> = {};
  for (const name of head.data.tables) {
    const start = expected(tableStart, await reader.line());
    if (start.table !== name) throw damaged(`table ${name} is out of order`);
    const hash = createHash('sha256');
    let rows = 0;
    const counted = async function* () {
      for await (const part of reader.rows()) {
        hash.update(part);
        rows += countRows(part);
        options.onProgress?.(part.length, name);
        yield part;
      }
    };
    if (options.takeRows) await options.takeRows(start, counted());
    else for await (const _ of counted());
    const end = expected(tableEnd, await reader.line());
    if (end.table !== name || end.rows !== rows || end.sha256 !== hash.digest('hex'))
      throw damaged(`the rows of ${name} do not match their checksum`);
    tables[name] = rows;
  }
  const sum = reader.sum();
  const end = expected(fileEnd, await reader.line());
  if (end.sha256 !== sum) throw damaged('its checksum does not match');
  await reader.end();
  return { header: head.data, tables, end };
}

/** Reads lines and rows from a stream of bytes. */
class Reader {
  private readonly source: AsyncIterator<Buffer>;
  private readonly whole: Hash = createHash('sha256');
  private waiting: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.source = stream[Symbol.asyncIterator]();
  }

  /** The next line, without its end. */
  async line(): Promise<string> {
    for (let from = 0; ; ) {
      const at = this.waiting.indexOf(10, from);
      if (at !== -1) return this.take(at + 1).toString('utf8', 0, at);
      from = this.waiting.length;
      if (from > longestLine) throw notOurs();
      await this.more();
    }
  }

  /** The rows of a table, up to the line that ends them. */
  async *rows(): AsyncGenerator<Buffer> {
    while (this.waiting.length < endOfRows.length) await this.more();
    if (this.waiting.indexOf(endOfRows) !== 0) {
      for (;;) {
        const at = this.waiting.indexOf(`\n${endOfRows}`);
        if (at !== -1) {
          yield this.take(at + 1);
          break;
        }
        // The end may be split across two chunks.
        const sure = this.waiting.length - endOfRows.length;
        if (sure > 0) yield this.take(sure);
        await this.more();
      }
    }
    this.take(endOfRows.length);
  }

  /** The checksum of everything read so far. */
  sum(): string {
    return this.whole.copy().digest('hex');
  }

  async end(): Promise<void> {
    if (this.waiting.length > 0 || !(await this.source.next()).done)
      throw damaged('there is data after its end');
  }

  private take(bytes: number): Buffer {
    const taken = this.waiting.subarray(0, bytes);
    this.whole.update(taken);
    this.waiting = this.waiting.subarray(bytes);
    return taken;
  }

  private async more(): Promise<void> {
    const next = await this.source.next();
    if (next.done) throw cutOff();
    this.waiting = this.waiting.length === 0 ? next.value : Buffer.concat([this.waiting, next.value]);
  }
}

const cutOff = (): BackupError =>
  new BackupError(
    'The backup ends in the middle: it was interrupted, or not copied completely. Use another one, or copy it again.',
  );
const damaged = (what: string): BackupError =>
  new BackupError(`The backup is damaged: ${what}. Use another one, or copy it again.`);
const notOurs = (): BackupError => new BackupError('This is not a backup that "dewey backup" wrote.');

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function expected<T>(schema: z.ZodType<T>, line: string): T {
  const found = schema.safeParse(parsed(line));
  if (!found.success) throw damaged('a line is not of the expected kind');
  return found.data;
}

/** The errors of zlib say little. */
function explained(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'Z_BUF_ERROR') return cutOff();
  if (code === 'Z_DATA_ERROR')
    return error instanceof Error && /incorrect header/.test(error.message)
      ? notOurs()
      : damaged('it cannot be decompressed');
  return error;
}
