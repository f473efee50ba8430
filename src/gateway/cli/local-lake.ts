import type { Config } from '../config/env.ts';
import { type Lake, openLake } from '../runtime/lake.ts';
import { UsageError } from './run/usage.ts';

/**
 * Opens the database for a command that works on it directly.
 *
 * @param instead what to do when the lake is behind a gateway.
 * @throws UsageError when only DEWEY_URL is set: the embedded lake on this machine would be a different one.
 */
export function openLakeHere(config: Config, command: string, instead: string): Promise<Lake> {
  if (config.url !== undefined && config.databaseUrl === undefined)
    throw new UsageError(
      `"dewey ${command}" needs direct access to the database, but DEWEY_URL is set to a gateway. ${instead} Otherwise set DATABASE_URL as well, or run it without DEWEY_URL on the machine with the database.`,
    );
  return openLake(config);
}
