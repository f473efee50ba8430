import type { Database } from 'sql.js';
import { field, skip } from '../../messages/captured.ts';
import { type ClaudeMem, readSessions } from './claude-mem-sessions.ts';
import type { Format, MemoryStore, Parser } from './format.ts';
import { type Fields, has, isEmpty, listAt, plainRows } from './record-values.ts';
import { fieldsOf } from './records.ts';

/** claude-mem: `~/.claude-mem/claude-mem.db`, and the JSON file that its export script writes. */
export const claudeMemStore: MemoryStore = {
  name: 'claude-mem',
  // The columns of its first versions; all that came later are read where they exist.
  tables: {
    sdk_sessions: ['project', 'user_prompt', 'started_at_epoch'],
    observations: ['project', 'type', 'text', 'created_at_epoch'],
    session_summaries: ['project', 'request', 'learned', 'created_at_epoch'],
  },
  readToo: ['user_prompts', 'memory_items', 'server_sessions', 'projects', 'pending_messages'],
  *read(database, origin) {
    const rows = (table: string): Fields[] =>
      has(database, table) ? [...plainRows(database, `select * from ${table} order by id`)] : [];
    yield* readSessions(
      {
        sessions: rows('sdk_sessions'),
        prompts: rows('user_prompts'),
        observations: [...rows('observations'), ...itemsOf(database)],
        summaries: rows('session_summaries'),
      },
      origin,
    );
    yield rows('pending_messages').map(() => skip('waiting to be processed by claude-mem'));
    yield rows('memory_items').flatMap((row) =>
      isEmpty(row.legacy_observation_id) ? [] : [skip('copy of an observation')],
    );
  },
};

export const claudeMemExport: Format = {
  name: 'claude-mem',
  unit: 'element',
  live: false,
  rewritten: true,
  memories: true,
  recognise: ([first]) => lists.every((name) => Array.isArray(field(first, name))),
  parser(origin): Parser {
    const push = (value: unknown) => [...readSessions(exportOf(value), origin)].flat();
    return { push, state: () => undefined };
  },
};

const lists = ['sessions', 'prompts', 'observations', 'summaries'] as const;

const exportOf = (value: unknown): ClaudeMem => ({
  sessions: listAt(value, 'sessions').map(fieldsOf),
  prompts: listAt(value, 'prompts').map(fieldsOf),
  observations: listAt(value, 'observations').map(fieldsOf),
  summaries: listAt(value, 'summaries').map(fieldsOf),
});

/** What the server of newer versions keeps beside the observations; copies of those are left out. */
function itemsOf(database: Database): Fields[] {
  if (!['memory_items', 'server_sessions', 'projects'].every((table) => has(database, table))) return [];
  const query = `
    select i.*, s.content_session_id, coalesce(s.memory_session_id, i.project_id) as memory_session_id, p.name as project
    from memory_items i left join server_sessions s on s.id = i.server_session_id
    left join projects p on p.id = i.project_id
    where i.legacy_observation_id is null order by i.created_at_epoch, i.id`;
  return [...plainRows(database, query)];
}
