import { createThread } from '../runtime/worker-threads.ts';
import { RedactionBudgetExceeded } from './budget.ts';
import type { Answer, RedactionRequest } from './thread.ts';

/** Longest text, in characters, that is redacted on the event loop; longer ones are redacted in a thread. */
export const longestInline = 64_000;

/** A busy machine may need this long to start the thread. */
const startMs = 20_000;
const charactersPerMs = 1000;

/**
 * A thread that redacts, one question after the other, so that each has its whole budget: 20 s, and a second more for
 * each million characters. It starts with the first question and keeps no process alive.
 *
 * @param file the module the thread runs, without its ending.
 */
export function createBudgetedThread<Asked, Answered>(file: string) {
  const thread = createThread<Asked, Answered>(file, undefined);
  let before: Promise<unknown> = Promise.resolve();
  /** @throws RedactionBudgetExceeded when it takes longer than its budget; the thread is ended then. */
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
    before = answer.catch(() => undefined); // its caller gets the error; the next question only waits for the end
    return answer;
  };
}

const ask = createBudgetedThread<RedactionRequest, Answer>(new URL('./thread', import.meta.url).href);

/**
 * Redacts the input of a call or a raw line in a thread.
 *
 * @throws RedactionBudgetExceeded
 */
export const redactInThread = <Asked extends RedactionRequest>(
  question: Asked,
  characters: number,
  budgetMs?: number,
): Promise<Answer<Asked['what']>> =>
  // Answers are of their question's kind.
  ask(question, characters, budgetMs) as Promise<Answer<Asked['what']>>;
