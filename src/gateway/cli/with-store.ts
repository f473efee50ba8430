import { migrate } from '../../db/postgres/migrate.ts';
import { longestInCommand } from '../capture/messages/prepare-in-thread.ts';
import { lakeStore, type Store } from '../capture/messages/store.ts';
import { type StoredMessages, storedMessages } from '../capture/messages/stored.ts';
import type { Memory } from '../capture/transcripts/record-store.ts';
import { remoteOf } from '../client/remote.ts';
import type { Config } from '../config/env.ts';
import { secretsOf } from '../config/redaction.ts';
import { newId } from '../runtime/clock-and-ids.ts';
import { openLake } from '../runtime/lake.ts';
import { followImport } from './follow-import.ts';
import { memoryOf } from './memory-store.ts';
import { captureThere } from './remote-capture.ts';

/**
 * Stores and compares captured messages through the gateway of `DEWEY_URL`, otherwise directly in the database. Direct
 * access bypasses the gateway's routes, where every batch would become JSON and a row of the audit log.
 */
export async function withStore<T>(
  config: Config,
  work: (captured: { store: Store; stored: StoredMessages; memory: Memory }) => Promise<T>,
): Promise<T> {
  const secrets = secretsOf(config.redaction);
  const remote = remoteOf(config);
  const withMemory = async (captured: { store: Store; stored: StoredMessages }) => {
    const memory = memoryOf(config, captured.stored);
    try {
      return await work({ ...captured, memory });
    } finally {
      await memory.close();
    }
  };
  if (remote) return withMemory(captureThere(remote, { secrets }));
  const lake = await openLake(config);
  try {
    await migrate(lake.url);
    const { sql } = lake.db;
    const search = followImport(lake.url, config);
    try {
      const store = { ...lakeStore(sql, newId, secrets, search), longestInline: longestInCommand };
      const result = await withMemory({ store, stored: storedMessages(sql) });
      await search.finish();
      return result;
    } finally {
      await search.stop();
    }
  } finally {
    await lake.close();
  }
}
