import { createThread } from '../../runtime/worker-threads.ts';
import { renderTurns, type TurnsAsked } from './turns.tsx';

/** Time that rendering one page may take, in milliseconds, with the start of the thread. */
const budgetMs = 5000;

const thread = createThread<TurnsAsked, string>(new URL('./turns-thread', import.meta.url).href, undefined);
let before: Promise<unknown> = Promise.resolve();

/**
 * Renders the turns of a page in a thread, one page at a time: Markdown and colours of a hostile text of 8,000 characters
 * can take 14 seconds, during which the server would answer no other call. A page that takes longer than its budget, or
 * more memory than the thread has, is rendered plain.
 */
export function turnsHtml(asked: TurnsAsked): Promise<string> {
  const render = async () => {
    const timeout = AbortSignal.timeout(budgetMs);
    try {
      return await thread.ask(asked, timeout);
    } catch (error) {
      const ended = error instanceof Error && 'code' in error && error.code === 'thread_ended';
      if (!timeout.aborted && !ended) throw error;
      return renderTurns(asked, true);
    }
  };
  const html = before.then(render);
  before = html.catch(() => undefined); // the caller gets the error
  return html;
}
