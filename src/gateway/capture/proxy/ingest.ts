import type { ReaderPosition } from '../../../db/capture/store.ts';
import { textOf } from '../formats/format.ts';
import { groupBySource, type Tally } from '../groups.ts';
import { addCounts, type Counts, noCounts, type Store } from '../ingest.ts';
import { type CapturedMessage, compact, field, fullness, textField } from '../record.ts';
import type { ProxiedCall } from '../spool/segment.ts';

/** Stores one half of a proxied call: a call was said by the client, its result by the tool. */
export async function ingestProxied(
  store: Store,
  call: ProxiedCall,
  at: string,
  tally: Tally,
  positions: ReaderPosition[],
): Promise<Counts> {
  const counts = noCounts();
  for (const group of groupBySource([messageOf(call, at)], tally))
    addCounts(counts, await store.put({ ...group, ordered: false, positions }));
  return counts;
}

function messageOf(call: ProxiedCall, at: string): CapturedMessage {
  const { upstream, session, client, id, name, toolUseId } = call;
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
  const about = { source: 'proxy', upstream, tool: name, tool_use_id: toolUseId };
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
    content: call.lost ? '[The connection was lost before the answer.]' : resultText(call.result, call.error),
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
