import { compact, type Source, textField } from '../../messages/captured.ts';

/** What is known of a session and its subagents; part of a parser's state. */
export type Agents = {
  session?: string | undefined;
  project?: string | undefined;
  startedAt?: string | undefined;
  /** The session that has started this one in the background. */
  above?: string | undefined;
  /** The calls that launched subagents, by the id of each. Absent in states of earlier versions, as the next one. */
  agents?: Record<string, string> | undefined;
  /** What kind of agent a call launched. */
  kinds?: Record<string, string> | undefined;
};

/** The conversation of a session, or of the subagent that a call of it launched. */
export function sourceOf(known: Agents, agent: string | undefined): Source {
  const { session, project, startedAt, above, kinds } = known;
  const own: Source = {
    key: `copilot-cli:${session}`,
    sessionId: session,
    project,
    metadata: { source: 'copilot-cli' },
    startedAt,
  };
  if (above !== undefined && above !== session) own.parent = sourceOf({ session: above, project }, undefined);
  if (agent === undefined) return own;
  return {
    ...own,
    key: `${own.key}:${agent}`,
    metadata: compact({
      source: 'copilot-cli',
      agent_id: agent,
      agent_type: kinds?.[agent],
      launched_by: agent,
    }),
    startedAt: undefined,
    parent: own,
  };
}

/** The call that launched the subagent of an event. Newer versions name the subagent itself. */
export function agentOf({ agents }: Agents, line: unknown, data: unknown): string | undefined {
  const by = textField(line, 'agentId');
  return textField(data, 'parentToolCallId') ?? (by === undefined ? undefined : (agents?.[by] ?? by));
}

export function noteLaunch(known: Agents, line: unknown, data: unknown): void {
  const call = textField(data, 'toolCallId');
  const id = textField(line, 'agentId');
  const kind = textField(data, 'agentName');
  if (call !== undefined && id !== undefined) known.agents = { ...known.agents, [id]: call };
  if (call !== undefined && kind !== undefined) known.kinds = { ...known.kinds, [call]: kind };
}
