import type { Identity } from './identity.ts';

/**
 * Ends an answer that is a stream when its key ends: whoever reads it comes back and is told why. A line before says so
 * to people who look at the stream.
 */
export function endingWith(identity: Identity, response: Response): Response {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    return response;
  const reader = response.body.getReader();
  let forget = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      forget = identity.whenEnded((reason) => {
        controller.enqueue(new TextEncoder().encode(`: ${reason}\n\n`));
        controller.close();
        reader.cancel(reason).catch(() => undefined); // it has ended by itself
      });
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (identity.ended !== undefined) return;
      if (value) controller.enqueue(value);
      if (!done) return;
      forget();
      controller.close();
    },
    cancel(reason) {
      forget();
      return reader.cancel(reason);
    },
  });
  return new Response(body, response);
}
