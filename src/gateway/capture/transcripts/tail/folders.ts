import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../../handlers/tool/deps.ts';
import { codeOf, isMissing } from '../../../runtime/file-errors.ts';
import { changeMarks } from '../beside.ts';
import { type Place, pathOf, type Wanted, wantedIn } from '../find-files.ts';

/** A file whose size or modification time has changed. */
export type Change = { path: string; size: number; mtimeMs: number };

/** Polling interval for all folders and files, independent of notifications. */
const lookEveryMs = 3000;
/** Polling interval for files that changed recently. */
const activeEveryMs = 300;
const activeForMs = 600_000;

/**
 * Detects transcripts that appear or grow below the given folders, which need not exist yet. Notifications make it fast;
 * polling makes it reliable.
 */
export class FolderWatch {
  readonly #roots: readonly { folder: string; wanted: Wanted }[];
  readonly #onChange: (change: Change) => void;
  readonly #log: Log;
  readonly #clock: () => Date;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #seen = new Map<string, { size: number; mtimeMs: number }>();
  readonly #timers: NodeJS.Timeout[] = [];
  #looking: Promise<void> | undefined;
  readonly #unreadable = new Map<string, unknown>();
  #warned = false;
  #closed = false;

  constructor(roots: readonly Place[], log: Log, clock: () => Date, onChange: (change: Change) => void) {
    this.#clock = clock;
    this.#roots = roots.map((place) => ({ folder: pathOf(place), wanted: wantedIn(place) }));
    this.#log = log;
    this.#onChange = onChange;
  }

  async start(): Promise<void> {
    await this.#lookAtAll();
    this.#timers.push(
      setInterval(() => void this.#lookAtAll(), lookEveryMs).unref(),
      setInterval(() => void this.#lookAtActive(), activeEveryMs).unref(),
    );
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #lookAtAll(): Promise<void> {
    this.#looking ??= this.#walkAll().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #walkAll(): Promise<void> {
    for (const { folder, wanted } of this.#roots) await this.#walk(folder, wanted, 0);
  }

  async #walk(folder: string, wanted: Wanted, depth: number): Promise<void> {
    const list = () => this.#read(folder, readdir(folder, { withFileTypes: true }));
    let entries = await list();
    // Listed again, as something may have come before the folder was watched.
    if (entries && !this.#closed && this.#watch(folder, wanted, depth)) entries = await list();
    if (!entries || this.#closed) {
      this.#watchers.get(folder)?.close();
      this.#watchers.delete(folder);
      return; // does not exist, or no longer
    }
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (wanted.folder?.(entry.name, depth) ?? true) await this.#walk(path, wanted, depth + 1);
      } else if (entry.isFile() && wanted.file(entry.name, depth)) await this.#look(path);
    }
  }

  async #lookAtActive(): Promise<void> {
    for (const { folder, wanted } of this.#roots)
      if (!this.#watchers.has(folder)) await this.#walk(folder, wanted, 0);
    const since = this.#activeSince();
    for (const [path, { mtimeMs }] of this.#seen) if (mtimeMs > since) await this.#look(path);
  }

  #activeSince = (): number => this.#clock().getTime() - activeForMs;

  async #look(path: string): Promise<void> {
    const isActive = (this.#seen.get(path)?.mtimeMs ?? 0) > this.#activeSince();
    const marks = await this.#read(path, changeMarks(path, isActive ? 'latest' : 'use'));
    if (!marks || this.#closed) {
      this.#seen.delete(path);
      return;
    }
    const { size, mtimeMs } = marks;
    const before = this.#seen.get(path);
    if (before?.size === size && before.mtimeMs === mtimeMs) return;
    this.#seen.set(path, { size, mtimeMs });
    this.#onChange({ path, size, mtimeMs });
  }

  /** Undefined for what does not exist. Another failure is logged once, and tried again by polling. */
  async #read<T>(path: string, reading: Promise<T>): Promise<T | undefined> {
    try {
      const found = await reading;
      this.#unreadable.delete(path);
      return found;
    } catch (err) {
      if (isMissing(err)) this.#unreadable.delete(path);
      else if (this.#unreadable.get(path) !== codeOf(err)) {
        this.#unreadable.set(path, codeOf(err));
        this.#log.warn({ err, path }, 'transcripts cannot be read here; trying again');
      }
      return undefined;
    }
  }

  /** Whether the folder is watched from now on. */
  #watch(folder: string, wanted: Wanted, depth: number): boolean {
    if (this.#watchers.has(folder)) return false;
    try {
      const watcher = watch(folder, (_, changed) => {
        if (changed === null) return;
        const name = changed.replace(/\.(db|vscdb)-(wal|journal)$/, '.$1');
        const path = join(folder, name);
        if (wanted.file(name, depth)) void this.#look(path);
        else if (wanted.folder?.(name, depth) ?? true) void this.#walk(path, wanted, depth + 1);
      });
      watcher.on('error', () => {
        watcher.close();
        this.#watchers.delete(folder);
      });
      this.#watchers.set(folder, watcher);
      return true;
    } catch (err) {
      if (!this.#warned) this.#log.warn({ err, folder }, 'a folder cannot be watched; polling it instead');
      this.#warned = true;
      return false;
    }
  }
}
