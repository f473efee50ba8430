import type { Captured } from '../../messages/captured.ts';
import { markOf, rowsOf } from '../sqlite/open-store.ts';
import type { SessionStore } from './format.ts';
import { readMessage } from './opencode-messages.ts';
import { agentAt, type Session, sourceOf, titleOf } from './opencode-session.ts';

/**
 * OpenCode: `~/.local/share/opencode/opencode.db`, with a row for each session, message and part of a message. Kilo and MiMo
 * Code have databases of the same form.
 */
const opencode: SessionStore = {
  name: 'opencode',
  tables: {
    session: ['id', 'parent_id', 'directory', 'title', 'time_created', 'time_updated'],
    message: ['id', 'session_id', 'time_created', 'data'],
    part: ['id', 'message_id', 'data'],
  },
  *sessions(database, path) {
    for (const row of rowsOf(database, 'select * from session order by time_created, id')) {
      const id = String(row.id);
      const messages = () => rowsOf(database, messagesOf, [id]);
      const parts = () => rowsOf(database, partsOf, [id]);
      yield {
        id,
        mark: () => markOf([row], messages(), parts()),
        read: () => readSession(row, messages(), parts(), agentAt(path)),
      };
    }
  },
};

export default opencode;

const messagesOf = 'select * from message where session_id = ? order by time_created, id';
const partsOf =
  'select p.id, p.message_id, p.data from part p join message m on m.id = p.message_id where m.session_id = ? order by p.id';

type Row = Record<string, unknown>;

function readSession(row: Row, messages: Iterable<Row>, parts: Iterable<Row>, agent: string): Captured[] {
  const session: Session = {
    id: String(row.id),
    parent: row.parent_id,
    directory: row.directory,
    title: row.title,
    created: row.time_created,
    updated: row.time_updated,
  };
  const source = sourceOf(session, agent);
  const byMessage = new Map<string, Row[]>();
  for (const part of parts) {
    const message = String(part.message_id);
    const others = byMessage.get(message);
    if (others) others.push(part);
    else byMessage.set(message, [part]);
  }
  const captured = [...messages].flatMap(({ id, agent_id: by, data }) => {
    const isOwn = typeof by !== 'string' || by === 'main'; // MiMo Code tells who wrote a message
    const from = isOwn ? source : sourceOf(session, agent, by);
    return readMessage(from, String(id), data, byMessage.get(String(id)) ?? []);
  });
  return [...captured, ...titleOf(source, session)];
}
