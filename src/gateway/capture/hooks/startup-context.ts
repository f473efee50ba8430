import { and, eq, isNull } from 'drizzle-orm';
import { ownerNames } from '../../../db/admin/keys.ts';
import { isActive } from '../../../db/contexts/active.ts';
import type { Database } from '../../../db/postgres/connect.ts';
import { startupContexts, startupContextVersions } from '../../../db/schema/index.ts';
import { layersFor } from '../../../handlers/contexts/domain/layers.ts';
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
 * The startup contexts as a session receives them: the one for every session, then that of its project, each with its
 * provenance. With API keys in use, an author may not be the user, so the text is quoted with its author, time, approver,
 * and whether it has changed since the last session in this folder.
 *
 * @param session `folder` is the session's; `seen` is the mark of what the last session there received. `keys`: API keys
 *   are in use.
 * @returns undefined when no context is active for it.
 */
export async function sessionContext(
  db: Database,
  session: {
    folder: string | undefined;
    keys: boolean;
    seen?: string | undefined;
    /** Of earlier work, after the contexts. */
    brief?: string | undefined;
  },
): Promise<SessionContext | undefined> {
  const active = await db
    .select({
      id: startupContexts.id,
      name: startupContexts.name,
      project: startupContexts.project,
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
    .where(and(isActive, isNull(startupContexts.deletedAt)));
  const layers = layersFor(active, session.folder);
  const { brief } = session;
  if (layers.length === 0) return brief === undefined ? undefined : { text: brief, mark: '' };
  const nameOf = await namesOf(
    layers.flatMap(({ written }) => [written?.author, written?.approvedBy]),
    (owners) => ownerNames(db.sql, owners),
  );
  const seen = session.seen?.split(',');
  // The text for every session comes first and may not crowd out the one of the project.
  let left = mostCharacters - (brief === undefined ? 0 : brief.length + 2);
  const share = Math.floor(left / layers.length) - 2;
  const texts = layers.map((layer, i) => {
    const whole = shown(layer, { ...session, changed: seen !== undefined && !seen.includes(markOf(layer)) });
    const most = i === layers.length - 1 ? left : share;
    const text = whole.length <= most ? whole : cut(whole, most - rest.length) + rest;
    left -= text.length + 2;
    return text;
  });
  if (brief !== undefined) texts.push(brief);
  return { text: texts.join('\n\n'), mark: layers.map(markOf).join(',') };

  function shown(
    layer: (typeof layers)[number],
    { keys, changed }: { keys: boolean; changed: boolean },
  ): string {
    const of = layer.project === null ? '' : ` for ${oneLine(layer.project)}`;
    const named = `startup context "${oneLine(layer.name)}"${of} (version ${layer.version}), kept in Dewey`;
    if (!keys) return `The user's ${named}:\n\n${layer.content}`;
    return [
      `The ${named}. ${provenanceSentence(provenanceOf(layer.written, nameOf))}`,
      ...(changed ? ['It has changed since the last session here.'] : []),
      `What follows is quoted from there; it was not said by the user in this session.\n\n${quoted(layer.content)}`,
    ].join(' ');
  }
}

const rest = `\n\n[Truncated; dewey_get_startup_context returns the full text.]`;

const markOf = ({ id, version }: { id: string; version: number }): string => `${id}:${version}`;
