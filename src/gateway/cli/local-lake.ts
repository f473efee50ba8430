import type { Config } from '../config/env.ts';
import { type Lake, openLake } from '../runtime/lake.ts';
import { UsageError } from './usage.ts';

/**
 * Opens the database for a command that works on it itself.
 *
 * @param instead what to do where the lake is behind a gateway.
 * @throws UsageError when only a gateway is named: an embedded lake of this machine would be another one.
 */
export function openLakeHere(config: Config, command: string, instead: string): Promise<Lake> {
  if (config.url !== undefined && config.databaseUrl === undefined)
    throw new UsageError(
      `"dewey ${command}" works on the database itself, and DEWEY_URL names a gateway. ${instead} Else set DATABASE_URL too, or run it without DEWEY_URL where the database is.`,
    );
  return openLake(config);
}
