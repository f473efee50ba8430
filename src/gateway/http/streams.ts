import { ToolError } from '../../handlers/tool/errors.ts';
import type { Identity } from '../auth/identity.ts';

export const isStream = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/event-stream') === true;

/**
 * Ends a streamed answer when its key ends: the client reconnects and learns why. A comment line before the end
 * explains it to people who watch the stream.
 *
 * @param left called when the stream has ended; a refusal, if there are too many streams, is thrown instead.
 */
export function endingWith(
  identity: Identity,
  response: Response,
  left?: (() => void) | ToolError,
): Response {
  const reader = response.body?.getReader();
  if (left instanceof ToolError) {
    reader?.cancel(left.message).catch(() => undefined); // it had already ended
    throw left;
  }
  if (!reader) return response;
  let forget = () => {};
  const over = () => {
    forget();
    left?.();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      forget = identity.whenEnded((reason) => {
        controller.enqueue(new TextEncoder().encode(`: ${reason}\n\n`));
        controller.close();
        over();
        reader.cancel(reason).catch(() => undefined); // it had already ended
      });
    },
    async pull(controller) {
      const { done, value } = await reader.read().catch((error) => {
        over();
        throw error;
      });
      if (identity.ended !== undefined) return;
      if (value) controller.enqueue(value);
      if (!done) return;
      over();
      controller.close();
    },
    cancel(reason) {
      over();
      return reader.cancel(reason);
    },
  });
  return new Response(body, response);
}
