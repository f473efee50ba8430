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

/** Limit of Claude Code. */
const mostCharacters = 10_000;

/** The context a session receives, and a mark by which the next session can tell whether it has changed. */
export type SessionContext = { text: string; mark: string };

/**
 * The active startup context as a session receives it: its provenance, then its text. With API keys in use, its author
 * may not be the user, so it is quoted with its author, time, approver, and whether it has changed since the last session.
 *
 * @param session present when API keys are in use; `seen` is the mark of the context the last session received.
 * @returns undefined when no context is active.
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
          : ['It has changed since the last session here.']),
        `What follows is quoted from there; it was not said by the user in this session.\n\n${quoted(row.content)}`,
      ].join(' ')
    : `The user's ${named}:\n\n${row.content}`;
  const rest = `\n\n[Truncated; dewey_get_startup_context returns the full text.]`;
  const text = whole.length <= mostCharacters ? whole : cut(whole, mostCharacters - rest.length) + rest;
  return { text, mark };
}
