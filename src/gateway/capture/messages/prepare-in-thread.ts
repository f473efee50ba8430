import type { Secrets } from '../../config/redaction.ts';
import { createBudgetedThread, longestInline as longest } from '../../redaction/in-thread.ts';
import { lengthOf } from '../../redaction/input.ts';
import type { CapturedMessage } from './captured.ts';
import { type Prepared, prepare } from './prepare.ts';

const ask = createBudgetedThread<CapturedMessage, Prepared>(
  new URL('./prepare-thread', import.meta.url).href,
);

/** How messages are cleaned before they are stored. */
export type Cleaning = {
  /** Whether secrets are kept; removed by default. */
  secrets?: Secrets | undefined;
  /**
   * Longest message, in characters, that is cleaned on the event loop. A command, in which nobody waits meanwhile, saves the
   * 30 MB of a thread of its own by a higher limit than that of a server.
   */
  longestInline?: number | undefined;
};

/** For commands. */
export const longestInCommand = 256_000;

/**
 * As `prepare`, but long messages are prepared in a worker thread, so that they do not block the event loop.
 *
 * @throws RedactionBudgetExceeded
 */
export async function prepareInThread(
  message: CapturedMessage,
  { secrets = 'removed', longestInline = longest }: Cleaning = {},
): Promise<Prepared> {
  if (secrets === 'kept' || message.original !== undefined) return prepare(message, undefined, secrets);
  const characters = lengthOf(message.content) + lengthOf(message.call?.input) + lengthOf(message.metadata);
  return characters > longestInline ? ask(message, characters) : prepare(message);
}
