import { PassThrough, type Writable } from 'node:stream';
import type { Context } from 'hono';
import type { Log } from '../../handlers/tool/deps.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import type { Clients } from '../limits/clients.ts';
import { connectionOf, type Variables } from './context.ts';

export type DownloadLimits = {
  /** Under way at once. */
  most: number;
  /** How long a client may read nothing, and how much it has to read a second over all. */
  stallMs: number;
  bytesPerSecond: number;
};

/** Those that hold a snapshot of the whole lake each, and those that read page by page. */
export const lakeDownloads: DownloadLimits = { most: 4, stallMs: 60_000, bytesPerSecond: 16_000 };
export const pagedDownloads: DownloadLimits = { ...lakeDownloads, most: 32 };

export type Download = {
  name: string;
  headers: Record<string, string>;
  /** Writes all of it and ends `out`, or throws; stops when the signal says so. */
  write(out: Writable, signal: AbortSignal): Promise<unknown>;
};

/**
 * Answers with a stream. It breaks off, and what it holds of the database is let go, when the key ends, when the client
 * is gone or does not read, and when writing fails; so its last line has to say that it is whole.
 *
 * @throws ToolError when there are as many as there may be, or as its client may have; whatever writing throws before
 *   the first byte.
 */
export type SendDownload = (c: Context<{ Variables: Variables }>, download: Download) => Promise<Response>;

export function createDownloads(
  clients: Pick<Clients, 'connect'>,
  log: Pick<Log, 'warn'>,
  limits: DownloadLimits,
): SendDownload {
  let open = 0;
  return async (c, { name, headers, write }) => {
    const { identity, rateLimitKey } = c.var;
    if (open >= limits.most) throw crowded(limits.most);
    const left = rateLimitKey === undefined ? undefined : clients.connect(rateLimitKey);
    if (left instanceof ToolError) throw left;
    open += 1;
    const ending = new AbortController();
    const out = new PassThrough();
    out.on('error', () => undefined); // its reader is told
    const end = (reason: string) => {
      ending.abort(new Error(reason));
      out.destroy(ending.signal.reason);
    };
    const forget = identity.whenEnded(end);
    const gone = () => end('the client is gone');
    c.req.raw.signal.addEventListener('abort', gone, { once: true });
    write(out, ending.signal)
      .catch((err: unknown) => {
        log.warn({ err, name }, 'a download was not sent whole');
        out.destroy(err instanceof Error ? err : new Error('the download broke off'));
      })
      .finally(() => {
        open -= 1;
        left?.();
      });
    const pace = createPace(limits, () => {
      end('the client does not read');
      breakOff();
    });
    const parts: AsyncIterator<Buffer> = out[Symbol.asyncIterator]();
    const over = () => {
      pace.stop();
      forget();
      c.req.raw.signal.removeEventListener('abort', gone);
    };
    const connection = connectionOf(c.env);
    // Hono would wait for a client that does not read before it noticed an error of the stream.
    const breakOff = () => connection?.destroy();
    let first: IteratorResult<Buffer> | undefined = await parts.next().catch((error) => {
      over();
      throw error;
    });
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        pace.asked();
        try {
          const part = first ?? (await parts.next());
          first = undefined;
          if (part.done) {
            over();
            controller.close();
          } else {
            controller.enqueue(part.value);
            pace.given(part.value.length);
          }
        } catch (error) {
          over();
          if (connection) breakOff();
          else controller.error(error);
        }
      },
      cancel() {
        over();
        gone();
      },
    });
    return c.body(body, 200, headers);
  };
}

/** Measures how long what was given waits to be read. */
function createPace({ stallMs, bytesPerSecond }: DownloadLimits, stalled: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let since: number | undefined;
  let waitedMs = 0;
  let bytes = 0;
  return {
    given(more: number) {
      bytes += more;
      since = performance.now();
      const leftMs = stallMs + (bytes / bytesPerSecond) * 1000 - waitedMs;
      timer = setTimeout(stalled, Math.max(0, Math.min(stallMs, leftMs))).unref();
    },
    asked() {
      clearTimeout(timer);
      if (since !== undefined) waitedMs += performance.now() - since;
      since = undefined;
    },
    stop: () => clearTimeout(timer),
  };
}

const crowded = (most: number): ToolError =>
  new ToolError(
    'unavailable',
    `There are ${most} downloads under way, as many as this server gives at once.`,
    {
      limit: most,
      retry_after: 10,
      suggestion: 'Try again when one has ended.',
    },
  );
