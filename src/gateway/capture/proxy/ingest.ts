import { createHash } from 'node:crypto';
import { type CapturedMessage, compact, field, fullness, textField } from '../messages/captured.ts';
import type { ProxiedCall } from '../spool/segment.ts';
import { textOf } from '../transcripts/formats/format.ts';

/** Converts one half of a proxied call to a message: the call has role assistant, its result role tool. */
export function messageOf(call: ProxiedCall, at: string | undefined): CapturedMessage {
  const { upstream, client, name, toolUseId } = call;
  const [session, id] = [bounded(call.session), bounded(call.id)];
  const shared = {
    type: 'message' as const,
    source: {
      key: `proxy:${upstream}:${session}`,
      sessionId: session,
      metadata: compact({ source: 'proxy', upstream, client }),
    },
    createdAt: at,
    fullness: fullness.record,
  };
  const about = { source: 'proxy', upstream, tool: name, tool_use_id: toolUseId ?? id };
  if (call.half === 'call')
    return {
      ...shared,
      id: `call:${id}`,
      role: 'user',
      content: '',
      call: { id, name, input: call.arguments },
      metadata: compact({ ...about, kind: 'tool_use' }),
    };
  const failed = call.error !== undefined || field(call.result, 'isError') === true;
  return {
    ...shared,
    id: `result:${id}`,
    role: 'tool',
    content: call.lost
      ? '[The connection was lost before the result arrived.]'
      : resultText(call.result, call.error),
    metadata: compact({
      ...about,
      kind: 'tool_result',
      is_error: failed ? true : undefined,
      error_code: field(call.error, 'code'),
      interrupted: call.lost,
    }),
  };
}

function resultText(result: unknown, error: unknown): string {
  if (error !== undefined) return textField(error, 'message') ?? JSON.stringify(error);
  const text = textOf(field(result, 'content'));
  const structured = field(result, 'structuredContent');
  return text !== '' || structured === undefined ? text : JSON.stringify(structured);
}

/** Clients choose the ids, and ids become index keys: one that is too long for an index is replaced by its hash. */
const bounded = (id: string): string =>
  id.length <= 256 && id.isWellFormed() && !id.includes('\0')
    ? id
    : createHash('sha256').update(id).digest('hex');
