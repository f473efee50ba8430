import type { Database } from '../../db/connect.ts';
import { allKeys } from '../../db/keys.ts';
import type { Log } from '../../handlers/deps.ts';
import { clock } from '../clock-and-ids.ts';
import type { Config } from '../env.ts';
import { createKeyring, type Keyring } from './keyring.ts';

/** A change is heard of at once; this is for when it was not, as behind a pooler that does not pass notifications. */
const readAgainMs = 5000;

/** The keys of a configuration and of its database, where there is one. */
export const keyringOf = (
  config: Pick<Config, 'apiKeys' | 'requireKey'>,
  db: (() => Promise<Pick<Database, 'sql'>>) | undefined,
  log: Log,
  everyMs = readAgainMs,
): Keyring =>
  createKeyring({
    everyMs,
    fixed: config.apiKeys,
    required: config.requireKey,
    read: db && (async () => allKeys((await db()).sql)),
    clock,
    log,
  });
