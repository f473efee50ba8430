import type { Secrets } from '../../config/redaction.ts';
import { createBudgetedThread, longestInline } from '../../redaction/in-thread.ts';
import { lengthOf } from '../../redaction/input.ts';
import type { CapturedMessage } from './captured.ts';
import { type Prepared, prepare } from './prepare.ts';

const ask = createBudgetedThread<CapturedMessage, Prepared>(
  new URL('./prepare-thread', import.meta.url).href,
);

/**
 * As `prepare`, but long messages are prepared in a worker thread, so that they do not block the event loop.
 *
 * @throws RedactionBudgetExceeded
 */
export async function prepareInThread(message: CapturedMessage, secrets: Secrets): Promise<Prepared> {
  if (secrets === 'kept' || message.original !== undefined) return prepare(message, undefined, secrets);
  const characters = lengthOf(message.content) + lengthOf(message.call?.input) + lengthOf(message.metadata);
  return characters > longestInline ? ask(message, characters) : prepare(message);
}
