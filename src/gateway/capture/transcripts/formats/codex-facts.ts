import type { CaptureFacts } from '../../../../db/capture/version.ts';
import { field, textField } from '../../messages/captured.ts';
import { branchFacts, type FactState, figure, modelFacts, pass, titleFacts, titleRank } from './facts.ts';

/**
 * What a rollout line says about its session. The tokens are the session's running total.
 *
 * @param isFirst no meta line came before: those of a forked session's origin say nothing about it.
 */
export function codexFacts(line: unknown, state: FactState, isFirst: boolean): (CaptureFacts | undefined)[] {
  pass(state, textField(line, 'timestamp'));
  const payload = field(line, 'payload');
  switch (textField(line, 'type')) {
    case 'session_meta':
    case undefined: // of an older version
      return isFirst ? [branchFacts(state, textField(field(payload ?? line, 'git'), 'branch'))] : [];
    case 'turn_context':
      return [modelFacts(state, textField(payload, 'model'))];
    case 'event_msg':
      return textField(payload, 'type') === 'thread_name_updated'
        ? [titleFacts(state, titleRank.user, textField(payload, 'thread_name'))]
        : [totalFacts(field(field(payload, 'info'), 'total_token_usage'))];
    default:
      return [];
  }
}

function totalFacts(total: unknown): CaptureFacts | undefined {
  const input = figure(total, 'input_tokens');
  if (input === undefined) return undefined;
  const cacheRead = figure(total, 'cached_input_tokens') ?? 0;
  const output = figure(total, 'output_tokens');
  return { usage: [{ key: 'total', input: Math.max(0, input - cacheRead), cacheRead, output }] };
}
