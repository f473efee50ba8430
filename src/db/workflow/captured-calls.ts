import { textOf } from '../conversations/packed-texts.ts';
import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

/** A tool call of a captured session, as its message keeps it. */
export type CapturedCall = {
  tool: string;
  /** When it was made, RFC 3339. */
  at: string;
  /** `<tool> <input as JSON>`; secrets are redacted, and only the beginning of a long one is read. */
  text: string;
  /** Whether it succeeded with something to show; undefined while its result has not arrived. */
  succeeded: boolean | undefined;
};

const mostCalls = 5000;
const mostCharacters = 4000;

/** The tool calls of a captured session and its subagents since a time, newest first, at most 5,000. */
export async function capturedCalls(sql: Sql, clientSession: string, from: string): Promise<CapturedCall[]> {
  const rows = await sql<CapturedCall[]>`
  with said as materialized (
    select m.metadata, ${textOf(sql)} as content, m.created_at, m.role
    from conversations c join messages m on m.conversation_id = c.id
    where c.session_id = ${clientSession} and c.deleted_at is null
      and m.created_at >= ${from}::text::timestamptz and m.metadata ->> 'kind' in ('tool_use', 'tool_result')
  )
  select used.metadata ->> 'tool' as tool, used.created_at as at, left(used.content, ${mostCharacters}) as text,
    bool_or(result.metadata -> 'is_error' is distinct from 'true'::jsonb and btrim(result.content) <> '') as succeeded
  from said used
  left join said result on result.metadata ->> 'kind' = 'tool_result'
    and result.metadata ->> 'tool_use_id' = used.metadata ->> 'tool_use_id'
  where used.metadata ->> 'kind' = 'tool_use' and used.metadata ->> 'tool' is not null
  group by used.metadata ->> 'tool_use_id', 1, 2, 3
  order by used.created_at desc limit ${mostCalls}`;
  return rows.map((row) => ({ ...row, at: rfc3339(row.at) }));
}
