import postgres from 'postgres';
import type { Transport } from './types.ts';

/** The driver, speaking over a link. */
export function openDriver(
  transport: Transport,
  options: Omit<postgres.Options<Record<string, never>>, 'types'>,
): postgres.Sql<Record<string, never>> {
  const sql = postgres(transport.url, {
    onnotice: () => undefined,
    ...options,
    ...transport.options,
  });
  // Set late: an option given at once makes the driver take a stack trace with every statement.
  Object.assign(sql.options, { debug: transport.listen });
  return sql;
}
