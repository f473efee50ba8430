import { PassThrough, type Writable } from 'node:stream';
import type { Context } from 'hono';
import type { Log } from '../../handlers/tool/deps.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import type { Clients } from '../limits/clients.ts';
import { connectionOf, type Variables } from './context.ts';

export type DownloadLimits = {
  /** Concurrent downloads. */
  most: number;
  /** How long a client may stop reading, and the lowest average bytes per second. */
  stallMs: number;
  bytesPerSecond: number;
};

/** Limits for downloads that each hold a snapshot of the whole lake, and for those that read page by page. */
export const lakeDownloads: DownloadLimits = { most: 4, stallMs: 60_000, bytesPerSecond: 16_000 };
export const pagedDownloads: DownloadLimits = { ...lakeDownloads, most: 32 };

export type Download = {
  name: string;
  headers: Record<string, string>;
  /** Writes everything and ends `out`, or throws; stops when the signal aborts. */
  write(out: Writable, signal: AbortSignal): Promise<unknown>;
};

/**
 * Answers with a stream. It is cut off, and its database resources are released, when the key ends, when the client
 * disconnects or stops reading, and when writing fails; so the last line must confirm completeness.
 *
 * @throws ToolError when the server or the client has too many downloads; or what the writer throws before the first
 * byte.
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
    out.on('error', () => undefined); // the reader is notified
    const end = (reason: string) => {
      ending.abort(new Error(reason));
      out.destroy(ending.signal.reason);
    };
    const forget = identity.whenEnded(end);
    const gone = () => end('the client disconnected');
    c.req.raw.signal.addEventListener('abort', gone, { once: true });
    write(out, ending.signal)
      .catch((err: unknown) => {
        log.warn({ err, name }, 'a download was not completed');
        out.destroy(err instanceof Error ? err : new Error('the download was interrupted'));
      })
      .finally(() => {
        open -= 1;
        left?.();
      });
    const pace = createPace(limits, () => {
      end('the client is not reading');
      breakOff();
    });
    const parts: AsyncIterator<Buffer> = out[Symbol.asyncIterator]();
    const over = () => {
      pace.stop();
      forget();
      c.req.raw.signal.removeEventListener('abort', gone);
    };
    const connection = connectionOf(c.env);
    // Hono would wait for a client that is not reading before noticing an error of the stream.
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

/** Measures how long written data waits to be read. */
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
    `There are ${most} downloads in progress, the most this server allows at once.`,
    {
      limit: most,
      retry_after: 10,
      suggestion: 'Try again when one has finished.',
    },
  );
