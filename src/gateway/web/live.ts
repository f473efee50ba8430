import { Hono } from 'hono';
import type { Changes } from '../notify/changes.ts';
import type { PageEnv } from './visit/page-env.ts';

/** Changes in quick succession are announced once in this time, so that a busy lake does not keep its pages reading. */
const gatherMs = 500;
/** A comment at this interval keeps proxies from closing a quiet stream. */
const beatMs = 20_000;

/**
 * `GET /live`: server-sent events that say that something changed, and nothing of what: a page asks for its live parts
 * again, with the rights of its visitor.
 */
export function liveRoute(changes: Changes | undefined): Hono<PageEnv> {
  return new Hono<PageEnv>().get('/', () => {
    const encoder = new TextEncoder();
    let stop = () => {};
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        let timer: NodeJS.Timeout | undefined;
        let due = false;
        const announce = () => {
          if (timer) {
            due = true;
            return;
          }
          send('event: changed\ndata:\n\n');
          timer = setTimeout(() => {
            timer = undefined;
            if (due) announce();
            due = false;
          }, gatherMs).unref();
        };
        const beat = setInterval(() => send(':\n\n'), beatMs).unref();
        let leave = () => {};
        let stopped = false;
        stop = () => {
          stopped = true;
          clearInterval(beat);
          clearTimeout(timer);
          leave();
        };
        send('retry: 2000\n\n');
        // Without notifications the page stays as it was loaded.
        const unsubscribe = await changes?.subscribe(announce).catch(() => undefined);
        leave = () => unsubscribe?.();
        if (stopped) leave();
      },
      cancel: () => stop(),
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });
  });
}
