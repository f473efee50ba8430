import { createThread } from '../runtime/worker-threads.ts';
import { RedactionBudgetExceeded } from './budget.ts';
import type { Answer, RedactionRequest } from './thread.ts';

/** Longest text, in characters, that is redacted on the event loop; longer ones are redacted in a worker thread. */
export const longestInline = 64_000;

/** Time that a busy machine may need to start the thread. */
const startMs = 20_000;
const charactersPerMs = 1000;

/**
 * A worker thread that handles one request at a time, so that each has its full time budget: 20 s, plus a second per
 * million characters. It starts with the first request and does not keep the process alive.
 *
 * @param file the module that the thread runs, without its extension.
 */
export function createBudgetedThread<Asked, Answered>(file: string) {
  const thread = createThread<Asked, Answered>(file, undefined, { maxMegabytes: 1024, youngMegabytes: 6 });
  let before: Promise<unknown> = Promise.resolve();
  /** @throws RedactionBudgetExceeded when a request exceeds its budget; the thread is terminated then. */
  return (
    question: Asked,
    characters: number,
    budgetMs = startMs + Math.ceil(characters / charactersPerMs),
  ): Promise<Answered> => {
    const ask = async () => {
      const timeout = AbortSignal.timeout(budgetMs);
      try {
        return await thread.ask(question, timeout);
      } catch (error) {
        if (timeout.aborted) throw new RedactionBudgetExceeded(characters, budgetMs);
        throw error;
      }
    };
    const answer = before.then(ask);
    before = answer.catch(() => undefined); // the caller gets the error; the next request only waits for the end
    return answer;
  };
}

const ask = createBudgetedThread<RedactionRequest, Answer>(new URL('./thread', import.meta.url).href);

/**
 * Redacts the input of a call or a raw line in a worker thread.
 *
 * @throws RedactionBudgetExceeded
 */
export const redactInThread = <Asked extends RedactionRequest>(
  question: Asked,
  characters: number,
  budgetMs?: number,
): Promise<Answer<Asked['what']>> =>
  // The thread answers with the type that belongs to the request.
  ask(question, characters, budgetMs) as Promise<Answer<Asked['what']>>;
