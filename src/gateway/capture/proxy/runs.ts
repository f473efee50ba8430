import { keepResult } from '../../../db/fiedler/keep.ts';
import { storedContent } from '../../../db/fiedler/stored-content.ts';
import type { Sql } from '../../../db/postgres/connect.ts';
import { type Run, readRun } from '../../../handlers/fiedler/domain/run-summary.ts';
import { storable } from '../../../handlers/tool/text.ts';
import type { Secrets } from '../../config/redaction.ts';
import { createRedact } from '../../redaction/redactor.ts';
import { field, textField } from '../messages/captured.ts';
import type { ProxiedCall } from '../spool/segment.ts';
import { textOf } from '../transcripts/formats/format.ts';
import { messageOf } from './ingest.ts';

/** A run of an orchestrator that the result of a proxied call tells. */
export type ProxiedRun = {
  /** The conversation of the call, by its source. */
  source: string;
  /** The external id of the message with the call. */
  call: string;
  upstream: string;
  run: Run & { correlationId: string };
};

/** @returns undefined for a call, and for a result that is no run with an id. */
export async function runOf(call: ProxiedCall, secrets: Secrets): Promise<ProxiedRun | undefined> {
  if (call.half !== 'result' || call.lost || call.error !== undefined) return undefined;
  const told = readRun(toldIn(call.result));
  if (told?.correlationId === undefined) return undefined;
  // The same shape: redaction and the replacement of characters change only texts.
  const { redact } = createRedact(secrets === 'kept' ? 'off' : 'on');
  const run = ((await redact?.(told))?.value ?? told) as Run & { correlationId: string };
  const { source, id } = messageOf(call, undefined);
  return {
    source: source.key,
    call: `call:${id.slice(id.indexOf(':') + 1)}`,
    upstream: call.upstream,
    run,
  };
}

/** The structured result, or the text that is JSON. */
function toldIn(result: unknown): unknown {
  const structured = field(result, 'structuredContent');
  if (structured !== undefined) return structured;
  const text = textOf(field(result, 'content')).trim();
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // prose that begins with a brace
  }
}

/** Stores the answers of a run, linked to the conversation in which it was asked for. Safe to repeat. */
export async function keepRun(
  tx: Sql,
  { call, upstream, run }: ProxiedRun,
  conversationId: string,
  newId: () => string,
): Promise<void> {
  const prompt = run.prompt ?? promptIn(await storedContent(tx, conversationId, call));
  for (const one of run.results)
    await keepResult(tx, {
      id: newId(),
      correlationId: storable(run.correlationId),
      model: storable(one.model),
      externalId: storable(one.externalId),
      status: one.status,
      prompt: prompt === undefined ? undefined : storable(prompt),
      output: one.output === undefined ? undefined : storable(one.output),
      errorMessage: one.error === undefined ? undefined : storable(one.error),
      tokensPrompt: one.tokensPrompt,
      tokensCompletion: one.tokensCompletion,
      durationSeconds: one.durationSeconds,
      conversationId,
      metadata: { source: 'proxy', upstream },
      createdAt: run.at,
    });
}

/** The prompt in a stored call, which is the tool's name and its input as JSON. */
function promptIn(content: string | undefined): string | undefined {
  try {
    return textField(JSON.parse(content?.slice(content.indexOf(' ') + 1) ?? ''), 'prompt');
  } catch {
    return undefined; // a call without input
  }
}
