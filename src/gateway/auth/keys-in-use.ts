import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Log } from '../../handlers/tool/deps.ts';
import { syncFolder } from '../runtime/durable.ts';

/** Whether the database had API keys when it was last read, kept across starts. */
export type KeysInUse = {
  /** Undefined when it was never read from this data directory. */
  last(): boolean | undefined;
  /** Durable when it returns. A disk that cannot be written to is a line in the log. */
  keep(inUse: boolean): void;
};

/** For each database of this data directory, by {@link databaseOf}. */
const shape = z.record(z.string(), z.boolean());

/**
 * Keeps it in `keys-in-use.json` of the data directory, readable by its owner alone. It opens nothing: a request without
 * a key is told at once that one is wanted, where it would otherwise wait for a database that does not answer.
 *
 * @param database which database is meant, as `databaseOf` names it.
 */
export function keysInUse(dataDir: string, database: string, log: Log): KeysInUse {
  const file = join(dataDir, 'keys-in-use.json');
  let all = read(file);
  return {
    last: () => all[database],
    keep(inUse) {
      if (all[database] === inUse) return;
      all = { ...read(file), [database]: inUse };
      try {
        write(dataDir, file, JSON.stringify(all));
      } catch (err) {
        log.warn({ err }, 'whether API keys are in use could not be written to the data directory');
      }
    },
  };
}

function read(file: string): Record<string, boolean> {
  try {
    return shape.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? {};
  } catch {
    return {}; // none there, or cut short: nothing is known, and nothing is opened by that
  }
}

function write(dataDir: string, file: string, text: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true }); // the mode below counts only for a new file
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
  syncFolder(dataDir);
}
