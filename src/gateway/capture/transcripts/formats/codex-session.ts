import { compact, field, type Source, textField } from '../../messages/captured.ts';

/** What is known of a session; part of a parser's state. */
export type CodexSession = {
  session?: string | undefined;
  /** The file continues a session that was reverted to an earlier point: a conversation of its own, as of a fork. */
  rollout?: string | undefined;
  project?: string | undefined;
  startedAt?: string | undefined;
  /** The thread that started this one, and its role there. */
  parent?: { session: string; role?: string | undefined } | undefined;
  /** The first line of the thread itself, as a copy of the history of another comes before it. */
  ownFrom?: number | undefined;
};

const kinds = ['session_meta', 'response_item', 'event_msg', 'turn_context'];

export const isLine = (line: unknown): boolean =>
  typeof field(line, 'payload') === 'object' && kinds.includes(textField(line, 'type') ?? '');

/** The first line of a version before September 2025. */
export const isOlderHead = (line: unknown): boolean =>
  textField(line, 'id') !== undefined &&
  textField(line, 'timestamp') !== undefined &&
  field(line, 'type') === undefined &&
  field(line, 'instructions') !== undefined;

/** The session that the name of a file tells: `rollout-<time>-<session>.jsonl`, or `…_<rollout>.jsonl` after a revert. */
export function namedSession(path: string | undefined): CodexSession {
  const [, session, rollout] =
    /-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:_([0-9a-f-]{36}))?\.jsonl(?:\.zst)?$/i.exec(
      path ?? '',
    ) ?? [];
  return /rollout-/i.test(path ?? '') ? { session, ...(rollout ? { rollout } : {}) } : {};
}

/** What the first `session_meta` says. */
export function noteMeta(state: CodexSession, line: unknown, payload: unknown): void {
  state.session = textField(payload, 'id') ?? state.session;
  state.project = textField(payload, 'cwd');
  state.startedAt = textField(payload, 'timestamp') ?? textField(line, 'timestamp') ?? '';
  const subagent = field(field(payload, 'source'), 'subagent');
  const spawn = field(subagent, 'thread_spawn');
  const parent = textField(payload, 'parent_thread_id') ?? textField(spawn, 'parent_thread_id');
  const role =
    textField(payload, 'agent_role') ??
    textField(spawn, 'agent_role') ??
    textField(subagent, 'other') ??
    (typeof subagent === 'string' ? subagent : undefined) ??
    textField(payload, 'agent_nickname');
  if (parent !== undefined && parent !== state.session) state.parent = { session: parent, role };
  const base = field(field(payload, 'history_base'), 'end_ordinal_exclusive');
  // Without its name, the file of a reverted session is known by where it goes on.
  if (base !== undefined && textField(payload, 'forked_from_id') === undefined)
    state.rollout ??= `${state.session}@${String(base)}`;
  const ownFrom = field(payload, 'subagent_history_start_ordinal');
  if (typeof ownFrom === 'number') state.ownFrom = ownFrom;
}

/** A line that was copied from the thread that started this one. */
export function isInherited({ ownFrom }: CodexSession, line: unknown): boolean {
  const ordinal = field(line, 'ordinal');
  return (
    (ownFrom !== undefined && typeof ordinal === 'number' && ordinal < ownFrom) ||
    field(field(line, 'metadata'), 'inherited_user_message') === true
  );
}

/** The source of a session's messages. */
export function codexSource({ session, rollout, project, startedAt, parent }: CodexSession): Source {
  const own = sourceOf(session, project);
  const started = { startedAt: startedAt || undefined };
  if (rollout !== undefined)
    return { ...own, key: `codex:${rollout}`, metadata: { source: 'codex', reverted: own.key }, ...started };
  if (!parent) return { ...own, ...started };
  return {
    ...own,
    metadata: compact({ source: 'codex', agent_id: session, agent_type: parent.role }),
    ...started,
    parent: sourceOf(parent.session, project),
  };
}

const sourceOf = (session: string | undefined, project: string | undefined): Source => ({
  key: `codex:${session}`,
  sessionId: session,
  project,
  metadata: { source: 'codex' },
});
