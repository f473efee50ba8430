import postgres from 'postgres';
import type { Link } from './types.ts';

/** The driver, speaking over a link. */
export function openDriver(
  link: Link,
  options: Omit<postgres.Options<Record<string, never>>, 'types'>,
): postgres.Sql<Record<string, never>> {
  const sql = postgres(link.url, {
    onnotice: () => undefined,
    ...options,
    ...link.options,
  });
  // Set late: an option given at once makes the driver take a stack trace with every statement.
  Object.assign(sql.options, { debug: link.listen });
  return sql;
}
