import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/connect.ts';
import { startupContexts } from '../../db/schema/index.ts';
import { cut } from '../../handlers/text.ts';

/** Claude Code takes no more than this. */
const mostCharacters = 10_000;

/**
 * The active startup context as a session is given it: facts about where it comes from, then its text as it is.
 *
 * @returns undefined when none is active.
 */
export async function activeContext(db: Database): Promise<string | undefined> {
  const [row] = await db
    .select({
      name: startupContexts.name,
      content: startupContexts.content,
      version: startupContexts.version,
    })
    .from(startupContexts)
    .where(and(eq(startupContexts.isActive, true), isNull(startupContexts.deletedAt)));
  if (!row) return undefined;
  const head = `The user's startup context "${cut(row.name, 200)}" (version ${row.version}), kept in Dewey:\n\n`;
  const rest = `\n\n[It goes on; dewey_get_startup_context returns all of it.]`;
  const whole = head + row.content;
  return whole.length <= mostCharacters ? whole : cut(whole, mostCharacters - rest.length) + rest;
}
