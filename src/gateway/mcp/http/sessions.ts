import type { Caller } from '../../auth/caller.ts';
import type { McpCore } from '../core.ts';
import { createLegacySession, type LegacySession } from '../eras/legacy.ts';
import { type EventBudget, RecentEvents } from './event-store.ts';
import { SessionTransport } from './session-transport.ts';

export type SessionLimits = {
  maxSessions: number;
  /** A session that is unused for this long is closed; one whose client listens is in use. */
  idleMs: number;
  /** Bytes that all sessions together keep for clients that reconnect. */
  maxEventBytes: number;
};

export const defaultSessionLimits: SessionLimits = {
  maxSessions: 1000,
  idleMs: 30 * 60_000,
  maxEventBytes: 32_000_000,
};

export type Session = {
  legacy: LegacySession;
  transport: SessionTransport;
  core: McpCore;
  /** The key that opened the session; no other may use it. */
  keyId: string | undefined;
  lastUsed: number;
  /** Unregisters the listener that ends the session with its key. */
  forget?: (() => void) | undefined;
  /** Number of streams the client is reading. */
  listening: number;
};

export type Sessions = {
  /** The session with that id, if it belongs to this caller. */
  find(id: string, caller: Caller): Session | undefined;
  /** Opens a session, which exists from its `initialize` on. */
  open(core: McpCore, caller: Caller): Promise<Session>;
  has(id: string): boolean;
  count(): number;
  close(): Promise<void>;
};

/**
 * Sessions of clients up to 2025-11-25: idle ones expire, and their number and memory are bounded.
 *
 * @param newSessionId must be unguessable: an id is all it takes to use a session.
 */
export function createSessions(limits: SessionLimits, newSessionId: () => string): Sessions {
  const sessions = new Map<string, Session>();
  const budget: EventBudget = { bytes: limits.maxEventBytes };

  const end = async (id: string) => {
    const session = sessions.get(id);
    sessions.delete(id);
    session?.forget?.();
    await session?.legacy.close();
  };
  const sweep = () => {
    const oldest = performance.now() - limits.idleMs;
    for (const [id, session] of sessions)
      if (session.listening === 0 && session.lastUsed < oldest) void end(id);
  };
  const timer = setInterval(sweep, Math.min(limits.idleMs, 60_000)).unref();

  /**
   * Makes room by ending the session that was idle longest, preferably one without listeners, and one of the same key
   * if it has any: clients should not lose sessions to other keys.
   */
  const makeRoom = async (keyId: string | undefined) => {
    if (sessions.size < limits.maxSessions) return;
    const own = [...sessions].filter(([, session]) => session.keyId === keyId);
    const entries = own.length > 0 ? own : [...sessions];
    const idle = entries.filter(([, session]) => session.listening === 0);
    const [longest] = (idle.length > 0 ? idle : entries).sort(([, a], [, b]) => a.lastUsed - b.lastUsed);
    if (longest) await end(longest[0]);
  };

  return {
    find(id, caller) {
      const session = sessions.get(id);
      return session && session.keyId === caller.keyId ? session : undefined;
    },
    async open(core, caller) {
      await makeRoom(caller.keyId);
      const events = new RecentEvents(budget);
      const transport = new SessionTransport(events, {
        newSessionId,
        opened: (id) => {
          sessions.set(id, session);
          session.forget = caller.key?.whenEnded(() => void end(id));
        },
        closed: () => {
          for (const [id, known] of sessions) if (known === session) void end(id);
        },
      });
      const legacy = createLegacySession(core);
      const session: Session = {
        legacy,
        transport,
        core,
        keyId: caller.keyId,
        lastUsed: performance.now(),
        listening: 0,
      };
      legacy.server.onclose = () => events.clear();
      await legacy.server.connect(transport);
      return session;
    },
    has: (id) => sessions.has(id),
    count: () => sessions.size,
    async close() {
      clearInterval(timer);
      for (const id of [...sessions.keys()]) await end(id);
    },
  };
}
