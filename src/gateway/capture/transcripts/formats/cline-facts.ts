import type { UsageFact } from '../../../../db/capture/version.ts';
import { field, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import { figure, timeOf as textOfTime } from './facts.ts';

/** What the messages shown to the user say about a task. */
export type ClineFacts = {
  /** When a turn of the history was written. */
  timeOf(turn: number): string | undefined;
  model: string | undefined;
  usage: UsageFact[];
  /** Answers that were cancelled. */
  cancelled: { at: number; request: ShownRequest; text: string }[];
};

/** A request, and when the next one began. */
type ShownRequest = { from: number; until: number; isCancelled: boolean };

/** The model that a task had from a time on. */
export type ModelSince = { at: number; model: string };

/**
 * Reads the shown messages. One of kind `api_req_started` states the tokens and cost of a request; each message states how
 * many turns the history had before it.
 *
 * @param models which model had answered when, where the messages do not tell.
 */
export function clineFacts(shown: readonly unknown[], models: readonly ModelSince[] = []): ClineFacts {
  const times = new Map<number, number>();
  const usage: UsageFact[] = [];
  const cancelled: ClineFacts['cancelled'] = [];
  let model: string | undefined;
  let request: ShownRequest = { from: 0, until: Infinity, isCancelled: false };
  for (const message of shown) {
    const at = figure(message, 'ts');
    const before = figure(message, 'conversationHistoryIndex');
    if (at !== undefined && before !== undefined && !times.has(before + 1)) times.set(before + 1, at);
    model = textField(field(message, 'modelInfo'), 'modelId') ?? model;
    if (at === undefined) continue;
    const say = textField(message, 'say');
    const text = textField(message, 'text') ?? '';
    if (say === 'api_req_started') {
      const stated = parse(text === '' ? '{}' : text); // one that has only started may be shown as text
      request.until = at;
      request = { from: at, until: Infinity, isCancelled: textField(stated, 'cancelReason') !== undefined };
      const tokens = tokensOf(stated, at);
      // It is written before the turn that names the model.
      const answering = models.find((since) => since.at >= at) ?? models.at(-1);
      if (tokens) usage.push({ key: `answer:${at}`, model: model ?? answering?.model, ...tokens });
    } else if (say === 'subagent_usage') {
      const tokens = tokensOf(parse(text), at);
      if (tokens) usage.push({ key: `subagents:${at}`, model, ...tokens });
    } else if (say === 'condense_context') {
      const cost = figure(field(message, 'contextCondense'), 'cost');
      if (cost !== undefined) usage.push({ key: `condense:${at}`, cost });
    } else if (say === 'text' && request.isCancelled && text.trim() !== '')
      cancelled.push({ at, request, text: text.trim() });
  }
  const timeOf = (turn: number) => textOfTime(times.get(turn));
  return { timeOf, model: model ?? models.at(-1)?.model, usage, cancelled };
}

/** Since then, Roo Code counts what came from a cache among the tokens of every request. */
const withCache = Date.UTC(2025, 10, 1);

function tokensOf(request: unknown, at: number): Omit<UsageFact, 'key' | 'model'> | undefined {
  const input = figure(request, 'tokensIn');
  if (input === undefined) return undefined;
  const cacheRead = figure(request, 'cacheReads');
  const cacheWrite = figure(request, 'cacheWrites');
  // Roo Code alone states the protocol.
  const protocol = textField(request, 'apiProtocol');
  const isAll = protocol !== undefined && (protocol === 'openai' || at >= withCache);
  return {
    input: isAll ? Math.max(0, input - (cacheRead ?? 0) - (cacheWrite ?? 0)) : input,
    output: figure(request, 'tokensOut'),
    cacheRead,
    cacheWrite,
    cost: figure(request, 'cost'),
  };
}
