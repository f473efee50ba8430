import { stat } from 'node:fs/promises';
import { Tally } from '../../messages/group-by-source.ts';
import { addCounts, type Counts, noCounts, type Store } from '../../messages/store.ts';
import { changeMarks } from '../beside.ts';
import { fingerprint, Unreadable } from '../detect-format.ts';
import { type Following, ingestReading } from '../ingest.ts';
import { type OpenFile, openCaptured, readCaptured } from '../read.ts';
import type { KnownSessions } from '../read-sessions.ts';
import { UnreadableStore } from '../sqlite/unreadable.ts';
import type { OffsetStore } from './offsets.ts';

/** How far a transcript has been read, and the state of its reader. */
type Saved = { fingerprint: string; position: number; parser: unknown; following: Following };

const readerOf = (path: string): string => `tail:${path}`;

const smallBytes = 10_000_000;
/** Of processor time, which does not grow on a busy machine: at most a fifth of a core while an agent writes. */
const restsPerRead = 4;
const longestRestMs = 30_000;

const restAfter = (usedMs: number, bytes: number): number =>
  bytes < smallBytes ? 0 : Math.min(restsPerRead * usedMs, longestRestMs);

/** Reads one transcript as it grows. Its offset and state are committed together with the messages. */
export class TailedFile {
  readonly path: string;
  readonly #offsets: OffsetStore;
  readonly #store: Store;
  #saved: Saved | undefined;
  #loaded = false;
  /** Sessions of a store as they are stored; undefined until this process has read them. */
  #known: KnownSessions | undefined;
  #restMs = 0;

  constructor(path: string, offsets: OffsetStore, store: Store) {
    this.path = path;
    this.#offsets = offsets;
    this.#store = store;
  }

  /** True when the file was read before, by this process or an earlier one. */
  async isKnown(): Promise<boolean> {
    if (!this.#loaded) this.#saved = await this.#load();
    this.#loaded = true;
    return this.#saved !== undefined;
  }

  /** Milliseconds to wait before the next read: looking for changes in a large file costs much for each of them. */
  get restMs(): number {
    return this.#restMs;
  }

  /**
   * Stores what was added since the last read. A file that was replaced or truncated is read from the start; messages it
   * repeats are recognised by their ids.
   *
   * @throws when the store is unavailable; nothing is skipped then.
   */
  async read(): Promise<{ counts: Counts; tally: Tally }> {
    const counts = noCounts();
    const tally = new Tally();
    await this.isKnown();
    const file = await openCaptured(this.path).catch((error: Error) => {
      if (error instanceof UnreadableStore) tally.skip(error.message);
      // Not a transcript, or already removed again.
      if (error instanceof Unreadable || ('code' in error && error.code === 'ENOENT')) return undefined;
      throw error;
    });
    if (!file) return { counts, tally };
    try {
      // Statements would become no memories here, so they are left to "dewey import".
      if (file.format.memories) return { counts, tally };
      if (file.format.rewritten || file.packed) return await this.#readWhole(file, counts, tally);
      const mark = await fingerprint(file.handle);
      const grows = file.format.unit === 'line' || file.format.unit === 'text';
      if (mark === undefined || !grows) return { counts, tally }; // its first line is not complete yet
      const { size } = await stat(this.path);
      const saved = this.#saved;
      const continues = saved?.fingerprint === mark && size >= saved.position;
      const from = continues ? saved.position : 0;
      if (continues && size === from) return { counts, tally };
      const parser = file.format.parser(file.origin, continues ? structuredClone(saved.parser) : undefined);
      const following: Following = continues
        ? { ...structuredClone(saved.following), last: undefined }
        : { after: {} };
      for await (const reading of readCaptured(file, parser, from, { complete: false })) {
        const next: Saved = { fingerprint: mark, position: reading.end, parser: parser.state(), following };
        const { position, parser: state } = next;
        const options = {
          position: { reader: readerOf(this.path), fingerprint: mark, position, parser: state },
        };
        addCounts(counts, await ingestReading(this.#store, file, reading, following, tally, options));
        // Lines whose conversation is not known yet are read again with the next ones.
        if (following.source) this.#saved = structuredClone(next);
      }
      return { counts, tally };
    } catch (error) {
      // A store may be written to from when it was opened; the sessions read until then are stored.
      if (!(error instanceof UnreadableStore)) throw error;
      tally.skip(error.message);
      return { counts, tally };
    } finally {
      await file.handle.close();
    }
  }

  /** Reads a file that its agent rewrites, unless it is as it was. One that is being written is read again when it changes. */
  async #readWhole(file: OpenFile, counts: Counts, tally: Tally): Promise<{ counts: Counts; tally: Tally }> {
    const before = process.cpuUsage();
    const marks = await changeMarks(this.path, 'all');
    const mark = `${marks?.size} ${marks?.mtimeMs}`;
    if (this.#saved?.fingerprint === mark) return { counts, tally };
    const parser = file.format.parser(file.origin);
    const following: Following = { after: {} };
    let isWhole = true;
    const known = new Map(this.#known ?? Object.entries(this.#saved?.parser ?? {}));
    for await (const reading of readCaptured(file, parser, 0, { complete: true, known })) {
      isWhole &&= !reading.captured.some((item) => item.type === 'skip' && item.reason === 'cut off');
      addCounts(counts, await ingestReading(this.#store, file, reading, following, tally));
    }
    const { user, system } = process.cpuUsage(before);
    this.#restMs = restAfter((user + system) / 1000, marks?.size ?? 0);
    if (!isWhole) return { counts, tally };
    this.#known = known;
    if (!following.source) return { counts, tally };
    // After a restart, the sessions of a store that did not change need not be read again either.
    const kept = known.size > 0 ? Object.fromEntries(known) : null;
    const position = { reader: readerOf(this.path), fingerprint: mark, position: 0, parser: kept };
    const nothing = { captured: [], raw: [], lines: 0, end: 0 };
    await ingestReading(this.#store, file, nothing, following, tally, { position });
    this.#saved = { ...position, following: { after: {} } };
    return { counts, tally };
  }

  async #load(): Promise<Saved | undefined> {
    const offset = await this.#offsets.load(readerOf(this.path));
    if (!offset) return undefined;
    const { state, ...where } = offset;
    // The state as it was given to the store.
    return { ...where, ...(state as { parser: unknown; following: Following }) };
  }
}
