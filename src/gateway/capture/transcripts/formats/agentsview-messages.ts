import type { Database } from 'sql.js';
import { roles } from '../../../../db/schema/vocabulary.ts';
import { type Captured, type Source, skip } from '../../messages/captured.ts';
import { isOwnTool, ownResult } from '../../messages/own-tools.ts';
import { type Fields, parsed, plainRows, textOr, without } from './record-values.ts';
import { recordOf } from './records.ts';

/** The messages of a session in agentsview. It writes the calls of tools into the text of the message that makes them. */

/** The calls of a session, by the message that made them. */
export function callsOf(database: Database, session: string): Map<unknown, Fields[]> {
  const calls = new Map<unknown, Fields[]>();
  const query = 'select * from tool_calls where session_id = ? order by message_id, id';
  for (const call of plainRows(database, query, [session]))
    calls.set(call.message_id, [...(calls.get(call.message_id) ?? []), call]);
  return calls;
}

export function messageOf(source: Source, row: Fields): Captured[] {
  const text = typeof row.content === 'string' ? row.content : '';
  const role = row.is_system === 1 ? 'system' : roles.find((known) => known === row.role);
  if (role === undefined) return [skip('message of an unknown role')];
  // A message of nothing but thinking or a call without a text of its own.
  if (text.trim() === '') return [skip('message without text')];
  return [
    recordOf(source, role === 'user' ? 'prompt' : 'text', {
      id: [row.ordinal],
      grows: true,
      text,
      at: row.timestamp,
      role,
      metadata: { model: textOr(row.model), thinking: textOr(row.thinking_text) },
      rest: {
        source_uuid: row.source_uuid,
        token_usage: parsed(row.token_usage),
        ordinal: row.ordinal,
        is_sidechain: row.is_sidechain === 1 || undefined,
      },
    }),
  ];
}

/** The result of a call, if it is kept, with what the call was given. */
export function resultOf(source: Source, row: Fields, call: Fields, index: number): Captured[] {
  const result = textOr(call.result_content);
  const tool = textOr(call.tool_name) ?? 'unknown';
  // Its message names the call; what it was given goes with the result.
  if (result === undefined) return [skip('call of a tool without a kept result')];
  const rest = without(call, 'id', 'message_id', 'session_id', 'tool_name', 'tool_use_id', 'result_content');
  return [
    recordOf(source, 'tool_result', {
      id: [row.ordinal, index],
      grows: true,
      text: isOwnTool(tool) ? ownResult(tool) : result,
      at: row.timestamp,
      role: 'tool',
      metadata: { tool, tool_use_id: textOr(call.tool_use_id) },
      rest: { ...rest, input_json: parsed(call.input_json) },
    }),
  ];
}
