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
};

/**
 * Reads the shown messages. One of kind `api_req_started` states the tokens and cost of a request; each message states how
 * many turns the history had before it.
 */
export function clineFacts(shown: readonly unknown[]): ClineFacts {
  const times = new Map<number, number>();
  const usage: UsageFact[] = [];
  let model: string | undefined;
  for (const message of shown) {
    const at = figure(message, 'ts');
    const before = figure(message, 'conversationHistoryIndex');
    if (at !== undefined && before !== undefined && !times.has(before + 1)) times.set(before + 1, at);
    const info = field(message, 'modelInfo');
    model = textField(info, 'modelId') ?? model;
    if (textField(message, 'say') !== 'api_req_started' || at === undefined) continue;
    const request = requestOf(textField(message, 'text'));
    if (figure(request, 'tokensIn') === undefined) continue;
    usage.push({
      key: `answer:${at}`,
      model: textField(info, 'modelId') ?? model,
      input: figure(request, 'tokensIn'),
      output: figure(request, 'tokensOut'),
      cacheRead: figure(request, 'cacheReads'),
      cacheWrite: figure(request, 'cacheWrites'),
      cost: figure(request, 'cost'),
    });
  }
  const timeOf = (turn: number) => textOfTime(times.get(turn));
  return { timeOf, model, usage };
}

/** A request that has only started may be shown as text. */
const requestOf = (text: string | undefined): unknown => parse(text ?? '{}');
