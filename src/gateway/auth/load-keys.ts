import { allKeys } from '../../db/admin/keys.ts';
import type { Database } from '../../db/postgres/connect.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import type { Config } from '../config/env.ts';
import { clock } from '../runtime/clock-and-ids.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import type { KeysInUse } from './keys-in-use.ts';

/** Changes normally arrive as notifications; polling covers poolers that do not pass them on. */
const readAgainMs = 5000;

/**
 * The keys of a configuration and of its database, if any.
 *
 * @param db opens the database; resolves to undefined while there is none, and so no stored keys.
 */
export const keyringOf = (
  config: Pick<Config, 'apiKeys' | 'requireKey'>,
  db: (() => Promise<Pick<Database, 'sql'> | undefined>) | undefined,
  log: Log,
  { everyMs = readAgainMs, memory }: { everyMs?: number; memory?: KeysInUse } = {},
): Keyring =>
  createKeyring({
    everyMs,
    fixed: config.apiKeys,
    required: config.requireKey,
    memory,
    read:
      db &&
      (async () => {
        const opened = await db();
        return opened ? allKeys(opened.sql) : [];
      }),
    clock,
    log,
  });
