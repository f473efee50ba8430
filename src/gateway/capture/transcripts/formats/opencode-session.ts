import { type About, compact, type Source } from '../../messages/captured.ts';
import { about, orderAt, timeOf, titleRank } from './facts.ts';

/** A session of OpenCode, from its database or its own file. Times are in milliseconds since 1970. */
export type Session = {
  id: string;
  parent: unknown;
  directory: unknown;
  title: unknown;
  created: unknown;
  updated: unknown;
};

/** Programs that keep their sessions as OpenCode does, by the name of their folder and database. */
const descendants: Readonly<Record<string, string>> = { kilo: 'kilo', mimocode: 'mimo-code' };

/** The program that keeps sessions at a path. */
export function agentAt(path: string | undefined): string {
  const name = /[\\/](kilo|mimocode)(?:\.db$|[\\/]storage[\\/])/.exec(path ?? '')?.[1];
  return descendants[name ?? ''] ?? 'opencode';
}

/** @param subagent of a program that keeps the messages of its subagents in the session that started them. */
export function sourceOf(session: Session, agent: string, subagent?: string): Source {
  const base = (id: string): Source => ({
    key: `${agent}:${id}`,
    sessionId: id,
    project: typeof session.directory === 'string' ? session.directory : undefined,
    metadata: { source: agent },
  });
  const above = subagent === undefined ? session.parent : session.id;
  const parent = typeof above === 'string' ? above : undefined;
  const id = subagent === undefined ? session.id : `${session.id}:${subagent}`;
  return {
    ...base(id),
    metadata: compact({ source: agent, agent_id: parent === undefined ? undefined : (subagent ?? id) }),
    startedAt: timeOf(session.created),
    parent: parent === undefined ? undefined : base(parent),
  };
}

/** The title, unless it is the one that a session has until the agent finds another. */
export function titleOf(source: Source, { title, updated }: Session): About[] {
  const text = typeof title === 'string' ? title.trim() : '';
  if (text === '' || /^(New|Child) session - \d{4}-/.test(text)) return [];
  return [about(source, { titles: [{ text, order: orderAt(titleRank.agent, timeOf(updated)) }] })];
}
