import type { Database } from 'sql.js';
import type { Captured, Source } from '../../messages/captured.ts';
import { type Fields, has, plainRows, textOr, without } from './record-values.ts';
import { recordOf, statement, typeOf } from './records.ts';

/** What agentsview learned from sessions: its recall entries are statements, its insights are reports. */
export function* memoriesOf(database: Database, source: Source): Generator<Captured> {
  for (const row of plainRows(database, 'select * from insights order by created_at, id'))
    yield recordOf(source, 'insight', {
      id: [row.created_at],
      text: textOr(row.content) ?? '',
      at: row.created_at,
      rest: without(row, 'content', 'created_at'),
    });
  if (!has(database, 'recall_entries')) return;
  const evidence = evidenceOf(database);
  for (const row of plainRows(database, 'select * from recall_entries order by created_at, id'))
    yield entryOf(source, row, evidence.get(row.id));
}

function evidenceOf(database: Database): Map<unknown, Fields[]> {
  const evidence = new Map<unknown, Fields[]>();
  if (!has(database, 'recall_evidence')) return evidence;
  for (const row of plainRows(database, 'select * from recall_evidence order by id'))
    evidence.set(row.entry_id, [...(evidence.get(row.entry_id) ?? []), without(row, 'id', 'entry_id')]);
  return evidence;
}

/** One that another replaced, or that was not accepted, is kept but not stated. */
function entryOf(source: Source, row: Fields, evidence: Fields[] | undefined): Captured {
  const lines = [row.title, row.body].flatMap((text) => textOr(text) ?? []);
  const trigger = textOr(row.trigger);
  const isStated = row.status === 'accepted' && textOr(row.superseded_by_entry_id) === undefined;
  const project = textOr(row.cwd) ?? row.project;
  return recordOf(source, 'memory', {
    id: [row.id],
    text: [...lines, ...(trigger === undefined ? [] : [`When: ${trigger}`])].join('\n'),
    at: row.created_at,
    states: isStated ? statement(typeOf(row.type), { confidence: row.confidence, project }) : undefined,
    rest: { ...without(row, 'title', 'body', 'trigger', 'created_at'), evidence },
  });
}
