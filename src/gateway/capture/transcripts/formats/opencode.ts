import type { Database } from 'sql.js';
import { type Captured, compact, type Source } from '../../messages/captured.ts';
import { rowsOf } from '../sqlite/open-store.ts';
import { about, orderAt, timeOf, titleRank } from './facts.ts';
import type { StoreFormat } from './format.ts';
import { readMessage } from './opencode-messages.ts';

/** OpenCode: `~/.local/share/opencode/opencode.db`, with a row for each session, message and part of a message. */
const opencode: StoreFormat = {
  name: 'opencode',
  tables: {
    session: ['id', 'parent_id', 'directory', 'title', 'time_created', 'time_updated'],
    message: ['id', 'session_id', 'time_created', 'data'],
    part: ['id', 'message_id', 'data'],
  },
  *read(database) {
    for (const session of rowsOf(database, 'select * from session order by time_created, id'))
      yield readSession(database, session);
  },
};

export default opencode;

type Row = Record<string, unknown>;

function readSession(database: Database, session: Row): Captured[] {
  const id = String(session.id);
  const parent = typeof session.parent_id === 'string' ? session.parent_id : undefined;
  const base = (key: string): Source => ({
    key: `opencode:${key}`,
    sessionId: key,
    project: typeof session.directory === 'string' ? session.directory : undefined,
    metadata: { source: 'opencode' },
  });
  const source: Source = {
    ...base(id),
    metadata: compact({ source: 'opencode', agent_id: parent === undefined ? undefined : id }),
    startedAt: timeOf(session.time_created),
    parent: parent === undefined ? undefined : base(parent),
  };
  const parts = new Map<string, Row[]>();
  for (const part of rowsOf(
    database,
    'select p.id, p.message_id, p.data from part p join message m on m.id = p.message_id where m.session_id = ? order by p.id',
    [id],
  ))
    parts.set(String(part.message_id), [...(parts.get(String(part.message_id)) ?? []), part]);
  const messages = [
    ...rowsOf(database, 'select id, data from message where session_id = ? order by time_created, id', [id]),
  ];
  const captured = messages.flatMap((message) =>
    readMessage(source, String(message.id), message.data, parts.get(String(message.id)) ?? []),
  );
  const title = typeof session.title === 'string' ? session.title.trim() : '';
  // The name a session has until the agent finds one.
  if (title !== '' && !/^(New|Child) session - \d{4}-/.test(title))
    captured.push(
      about(source, {
        titles: [{ text: title, order: orderAt(titleRank.agent, timeOf(session.time_updated)) }],
      }),
    );
  return captured;
}
