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

/** Whether the database had API keys when it was last read, remembered across restarts. */
export type KeysInUse = {
  /** Undefined if it was never read from this data directory. */
  last(): boolean | undefined;
  /** Durable on return. Failure to write is logged. */
  keep(inUse: boolean): void;
};

/** One entry for each database used with this data directory, by {@link databaseOf}. */
const shape = z.record(z.string(), z.boolean());

/**
 * Stores the flag in `keys-in-use.json` in the data directory, readable only by its owner. It grants nothing: it lets a
 * request without a key be refused at once instead of waiting for a database that does not answer.
 *
 * @param database identifies the database, as named by `databaseOf`.
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
        log.warn({ err }, 'the data directory could not record whether API keys are in use');
      }
    },
  };
}

function read(file: string): Record<string, boolean> {
  try {
    return shape.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? {};
  } catch {
    return {}; // missing or truncated: nothing is known, and nothing is granted
  }
}

function write(dataDir: string, file: string, text: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true }); // the mode below applies only to new files
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
