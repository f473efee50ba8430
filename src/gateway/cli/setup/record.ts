import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { writeDurably } from '../../runtime/durable.ts';
import { isMissing } from '../../runtime/file-errors.ts';
import { UsageError } from '../run/usage.ts';

/**
 * What `dewey setup` has changed: a copy of each file as it was, and how it was left. With it, `dewey uninstall` gives
 * back the very bytes, as long as no one else has changed the file since.
 */
const shape = z.object({
  files: z.record(z.string(), z.object({ copy: z.string().nullable(), written: z.string() })),
});
type Files = z.output<typeof shape>['files'];

/** @returns undefined for a file that does not exist. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // refused by the caller
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export class SetupRecord {
  readonly #folder: string;
  readonly #files: Files;

  private constructor(folder: string, files: Files) {
    this.#folder = folder;
    this.#files = files;
  }

  /** @throws UsageError for a damaged record: what was there before a setup cannot be known then. */
  static async read(dataDir: string): Promise<SetupRecord> {
    const folder = join(dataDir, 'setup');
    const path = join(folder, 'record.json');
    const text = await textOf(path);
    if (text === undefined) return new SetupRecord(folder, {});
    const found = shape.safeParse(parsed(text));
    if (found.success) return new SetupRecord(folder, found.data.files);
    throw new UsageError(
      `${path} is damaged. Move ${folder} away and run this again; the copies in it are your files as they were.`,
    );
  }

  get paths(): string[] {
    return Object.keys(this.#files);
  }

  /**
   * The text of a file before our first change, `null` when there was no file; undefined when that is not known because
   * the file was changed since.
   *
   * @param now its present text.
   */
  async original(path: string, now: string | undefined): Promise<string | null | undefined> {
    const known = this.#files[path];
    if (!known || now === undefined || hashOf(now) !== known.written) return undefined;
    if (known.copy === null) return null;
    return textOf(join(this.#folder, known.copy));
  }

  /**
   * Notes a change before it is made; returns the path of the copy.
   *
   * @param original `null` when there was no file.
   */
  async add(path: string, original: string | null, written: string): Promise<string | undefined> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // Copies may hold keys of other programs.
    await chmod(this.#folder, 0o700);
    const copy = original === null ? null : `${hashOf(path).slice(0, 8)}-${basename(path)}`;
    if (copy !== null) await writeDurably(join(this.#folder, copy), original ?? '');
    this.#files[path] = { copy, written: hashOf(written) };
    await writeDurably(join(this.#folder, 'record.json'), JSON.stringify({ files: this.#files }, null, 2));
    return copy === null ? undefined : join(this.#folder, copy);
  }

  /** Forgets everything, with the copies. */
  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
