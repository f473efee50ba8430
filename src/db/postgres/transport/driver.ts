import postgres from 'postgres';
import type { Transport } from './types.ts';

/** Opens postgres.js over a transport. */
export function openDriver(
  transport: Transport,
  options: Omit<postgres.Options<Record<string, never>>, 'types'>,
): postgres.Sql<Record<string, never>> {
  const sql = postgres(transport.url, {
    onnotice: () => undefined,
    ...options,
    ...transport.options,
  });
  // Set afterwards: passed as an option, it makes the driver record a stack trace for every statement.
  Object.assign(sql.options, { debug: transport.listen });
  return sql;
}
