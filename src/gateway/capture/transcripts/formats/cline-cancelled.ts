import {
  type Captured,
  type CapturedMessage,
  compact,
  fullness,
  type Source,
  textField,
} from '../../messages/captured.ts';
import type { ClineFacts } from './cline-facts.ts';
import { figure, timeOf } from './facts.ts';

/** Answers that were cancelled and that the history lacks: Roo Code only shows them, as far as they got. */
export function cancelledAnswers(
  cancelled: ClineFacts['cancelled'],
  turns: readonly unknown[],
  source: Source,
): CapturedMessage[] {
  if (cancelled.length === 0) return [];
  const answers = turns
    .filter((turn) => textField(turn, 'role') === 'assistant')
    .map((turn) => figure(turn, 'ts'));
  return cancelled
    .filter(({ request }) =>
      answers.every((at) => at !== undefined && (at < request.from || at >= request.until)),
    )
    .map(({ at, text }) => ({
      type: 'message',
      source,
      id: `shown:${at}`,
      role: 'assistant',
      content: text,
      createdAt: timeOf(at),
      fullness: fullness.record,
      metadata: compact({ source: source.metadata?.source, kind: 'text', interrupted: true }),
    }));
}

/**
 * The messages of a turn, with the cancelled answers that belong before or into it. A task that is resumed writes its last
 * turn anew, with what the user typed then: the answer comes before that.
 */
export function withCancelled(
  turn: readonly Captured[],
  waiting: CapturedMessage[],
  at: number | undefined,
): Captured[] {
  const due = waiting.filter(({ createdAt }) => at !== undefined && Date.parse(createdAt ?? '') < at);
  if (due.length === 0) return [...turn];
  waiting.splice(0, due.length);
  const last = turn.at(-1);
  const isAnswer = last?.type === 'message' && last.role === 'assistant';
  const isTyped = last?.type === 'message' && last.role === 'user' && turn.length > 1;
  const place = isAnswer ? 0 : turn.length - (isTyped ? 1 : 0);
  return [...turn.slice(0, place), ...due, ...turn.slice(place)];
}
