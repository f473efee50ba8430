import { and, eq, isNull } from 'drizzle-orm';
import { ownerNames } from '../../../db/admin/keys.ts';
import type { Database } from '../../../db/postgres/connect.ts';
import { startupContexts, startupContextVersions } from '../../../db/schema/index.ts';
import {
  namesOf,
  oneLine,
  provenanceColumns,
  provenanceOf,
  provenanceSentence,
  quoted,
} from '../../../handlers/contexts/shared.ts';
import { cut } from '../../../handlers/tool/text.ts';

/** Claude Code takes no more than this. */
const mostCharacters = 10_000;

/** What a session is given, and a mark of it by which the next one can tell that it has changed. */
export type SessionContext = { text: string; mark: string };

/**
 * The active startup context as a session is given it: facts about where it comes from, then its text. Where keys are in
 * use it may be by another author than the user: it is quoted then, with its author, its time, who approved it, and
 * whether it has changed since the session before.
 *
 * @param session present where keys are in use; `seen` is the mark of what the last session was given.
 * @returns undefined when none is active.
 */
export async function activeContext(
  db: Database,
  session?: { seen: string | undefined },
): Promise<SessionContext | undefined> {
  const [row] = await db
    .select({
      id: startupContexts.id,
      name: startupContexts.name,
      content: startupContexts.content,
      version: startupContexts.version,
      written: provenanceColumns,
    })
    .from(startupContexts)
    .leftJoin(
      startupContextVersions,
      and(
        eq(startupContextVersions.contextId, startupContexts.id),
        eq(startupContextVersions.version, startupContexts.version),
      ),
    )
    .where(and(eq(startupContexts.isActive, true), isNull(startupContexts.deletedAt)));
  if (!row) return undefined;
  const mark = `${row.id}:${row.version}`;
  const named = `startup context "${oneLine(row.name)}" (version ${row.version}), kept in Dewey`;
  const nameOf = await namesOf([row.written?.author, row.written?.approvedBy], (owners) =>
    ownerNames(db.sql, owners),
  );
  const whole = session
    ? [
        `The ${named}. ${provenanceSentence(provenanceOf(row.written, nameOf))}`,
        ...(session.seen === undefined || session.seen === mark
          ? []
          : ['It is not what the last session here was given.']),
        `What follows is quoted from there; it was not said by the user in this session.\n\n${quoted(row.content)}`,
      ].join(' ')
    : `The user's ${named}:\n\n${row.content}`;
  const rest = `\n\n[It goes on; dewey_get_startup_context returns all of it.]`;
  const text = whole.length <= mostCharacters ? whole : cut(whole, mostCharacters - rest.length) + rest;
  return { text, mark };
}
