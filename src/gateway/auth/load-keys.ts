import { allKeys } from '../../db/admin/keys.ts';
import type { Database } from '../../db/postgres/connect.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import type { Config } from '../config/env.ts';
import { clock } from '../runtime/clock-and-ids.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import type { KeysInUse } from './keys-in-use.ts';

/** A change is heard of at once; this is for when it was not, as behind a pooler that does not pass notifications. */
const readAgainMs = 5000;

/**
 * The keys of a configuration and of its database, where there is one.
 *
 * @param db opens the database; undefined resolved says that there is none yet, and so no key in it.
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
