import { createThread } from '../../runtime/worker-threads.ts';
import type { Passage } from '../text/passages.ts';
import type { TextsAsked } from './texts-thread.ts';
import { renderTurns, type TurnsAsked } from './turns.tsx';

/** Time that rendering one page may take, in milliseconds, with the start of the thread. */
const budgetMs = 5000;

const thread = createThread<TextsAsked, string | undefined>(
  new URL('./texts-thread', import.meta.url).href,
  undefined,
);
let before: Promise<unknown> = Promise.resolve();

/**
 * Renders texts of a page in a thread, one page at a time: Markdown and colours of a hostile text of 8,000 characters
 * can take 14 seconds, during which the server would answer no other call.
 *
 * @returns undefined for a page that takes longer than its budget, or more memory than the thread has.
 */
function inThread(asked: TextsAsked): Promise<string | undefined> {
  const render = async () => {
    const timeout = AbortSignal.timeout(budgetMs);
    try {
      return await thread.ask(asked, timeout);
    } catch (error) {
      const ended = error instanceof Error && 'code' in error && error.code === 'thread_ended';
      if (!timeout.aborted && !ended) throw error;
      return undefined;
    }
  };
  const html = before.then(render);
  before = html.catch(() => undefined); // the caller gets the error
  return html;
}

/** Turns as HTML: plain where their Markdown would take too long. */
export const turnsHtml = async (turns: TurnsAsked): Promise<string> =>
  (await inThread({ turns })) ?? renderTurns(turns, true);

/** A document in Markdown as HTML with its quotes marked; undefined where only the text as written can show them all. */
export const documentHtml = (document: readonly Passage[]): Promise<string | undefined> =>
  inThread({ document });
