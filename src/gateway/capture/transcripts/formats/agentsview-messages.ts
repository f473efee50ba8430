import type { Database } from 'sql.js';
import { roles } from '../../../../db/schema/vocabulary.ts';
import { type Captured, compact, fullness, type Source, skip } from '../../messages/captured.ts';
import { isOwnTool, ownResult } from '../../messages/own-tools.ts';
import { digest, type Fields, has, instant, parsed, plainRows, textOr, without } from './record-values.ts';
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

/** What was put out while a call ran, by the message and the number of the call. */
export function eventsOf(database: Database, session: string): Map<string, string[]> {
  const events = new Map<string, string[]>();
  if (!has(database, 'tool_result_events')) return events;
  const query = `select * from tool_result_events where session_id = ?
    order by tool_call_message_ordinal, call_index, event_index, id`;
  for (const row of plainRows(database, query, [session])) {
    const key = `${row.tool_call_message_ordinal} ${row.call_index}`;
    const text = textOr(row.content);
    if (text !== undefined) events.set(key, [...(events.get(key) ?? []), text]);
  }
  return events;
}

/** The notes of a session's pinned messages, by message. */
export function pinsOf(database: Database, session: string): Map<unknown, Fields> {
  if (!has(database, 'pinned_messages')) return new Map();
  const rows = plainRows(database, 'select * from pinned_messages where session_id = ?', [session]);
  return new Map([...rows].map(({ message_id, note, created_at }) => [message_id, { note, created_at }]));
}

/** Has fields of its own, or is counted from the text. */
const ownFields = [
  ...[
    'id',
    'session_id',
    'content',
    'role',
    'timestamp',
    'thinking_text',
    'model',
    'is_system',
    'token_usage',
  ],
  ...['has_thinking', 'has_tool_use', 'content_length', 'has_context_tokens', 'has_output_tokens'],
];

/** @param thoughts of messages before it that had nothing else. */
export function messageOf(
  source: Source,
  row: Fields,
  { pinned, thoughts }: { pinned?: Fields | undefined; thoughts: readonly string[] },
): Captured[] {
  const text = textOr(row.content);
  const role = row.is_system === 1 ? 'system' : roles.find((known) => known === row.role);
  if (role === undefined) return [skip('message of an unknown role')];
  // A message of nothing but thinking or a call without a text of its own.
  if (text === undefined) return [skip('message without text')];
  const thinking = [...thoughts, ...(textOr(row.thinking_text) ? [row.thinking_text] : [])].join('\n');
  return [
    recordOf(source, role === 'user' ? 'prompt' : 'text', {
      id: [row.ordinal],
      grows: true,
      text,
      at: row.timestamp,
      role,
      metadata: { model: textOr(row.model), thinking: textOr(thinking) },
      rest: {
        ...Object.fromEntries(Object.entries(without(row, ...ownFields)).filter(([, value]) => value !== 0)),
        token_usage: parsed(row.token_usage),
        ordinal: row.ordinal,
        pinned,
      },
    }),
  ];
}

/** The result of a call with what the call was given; the call alone when no result is kept. */
export function callOf(
  source: Source,
  row: Fields,
  call: Fields,
  { index, events }: { index: number; events: readonly string[] },
): Captured {
  const result = textOr(call.result_content) ?? textOr(events.join('\n'));
  const tool = textOr(call.tool_name) ?? 'unknown';
  const callId = textOr(call.tool_use_id);
  const input = parsed(call.input_json);
  const others = without(
    call,
    'id',
    'message_id',
    'session_id',
    'tool_name',
    'tool_use_id',
    'result_content',
  );
  const rest = { ...others, input_json: input };
  if (result === undefined)
    return {
      type: 'message',
      source,
      id: `tool_use:${digest([row.ordinal, index])}`,
      role: 'assistant',
      content: '',
      call: { id: callId, name: tool, input },
      metadata: compact({ source: 'agentsview', kind: 'tool_use', tool, tool_use_id: callId }),
      createdAt: instant(row.timestamp),
      fullness: fullness.record,
    };
  return recordOf(source, 'tool_result', {
    id: [row.ordinal, index],
    grows: true,
    text: isOwnTool(tool) ? ownResult(tool) : result,
    at: row.timestamp,
    role: 'tool',
    metadata: { tool, tool_use_id: callId },
    rest,
  });
}
