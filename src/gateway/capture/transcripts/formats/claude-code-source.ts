import type { Source } from '../../messages/captured.ts';

/** The source of a session's messages. */
export function sessionSource(sessionId: string, project?: string): Source {
  return {
    key: `claude-code:${sessionId}`,
    sessionId,
    project,
    metadata: { source: 'claude-code' },
  };
}

export function subagentSource(
  sessionId: string,
  agentId: string,
  project?: string,
  about?: Record<string, unknown>,
): Source {
  return {
    key: `claude-code:${sessionId}:${agentId}`,
    sessionId,
    project,
    metadata: { source: 'claude-code', agent_id: agentId, ...about },
    parent: sessionSource(sessionId, project),
  };
}
