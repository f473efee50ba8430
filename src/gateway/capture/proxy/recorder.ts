import { setImmediate as immediate } from 'node:timers/promises';
import type { Log } from '../../../handlers/tool/deps.ts';
import type { ProxiedCall } from '../spool/segment.ts';
import type { SpoolWriter } from '../spool/writer.ts';

/** Counts of requests by method, and of frames that could not be recorded. */
export type RecorderFigures = { methods: Map<string, number>; failures: number; dropped: number };

/** Limit of the frames queued for recording; beyond it, frames pass unrecorded and are counted. */
const mostWaitingBytes = 256_000_000;

/** Records calls off the forwarding path: only after a frame is forwarded, and failures never affect the traffic. */
export class Recorder {
  readonly figures: RecorderFigures = { methods: new Map(), failures: 0, dropped: 0 };
  readonly newId: () => string;
  /** Upstreams that are Dewey itself, by their address or by what they said in `initialize`: their calls are not recorded. */
  readonly own: Set<string>;
  readonly #spool: SpoolWriter;
  readonly #log: Log;
  readonly #clock: () => Date;
  #waitingBytes = 0;
  readonly #keeping = new Set<Promise<void>>();
  readonly #queue: (() => void)[] = [];

  constructor(
    spool: SpoolWriter,
    log: Log,
    clock: () => Date,
    newId: () => string,
    own: readonly string[] = [],
  ) {
    this.newId = newId;
    this.own = new Set(own);
    this.#spool = spool;
    this.#log = log;
    this.#clock = clock;
  }

  /** Queues a frame to be recorded when the event loop is idle. */
  later(bytes: number, look: () => void): void {
    if (this.#waitingBytes + bytes > mostWaitingBytes) {
      this.figures.dropped += 1;
      return;
    }
    this.#waitingBytes += bytes;
    this.#queue.push(() => {
      this.#waitingBytes -= bytes;
      try {
        look();
      } catch (err) {
        this.#failed(err);
      }
    });
    if (this.#queue.length === 1) setImmediate(() => this.#work());
  }

  keep(call: ProxiedCall): void {
    const keeping = this.#spool.append({ kind: 'proxy', at: this.#clock().toISOString(), call }).then(
      (kept) => {
        if (!kept) this.figures.dropped += 1;
      },
      (err: unknown) => this.#failed(err),
    );
    this.#keeping.add(keeping);
    void keeping.finally(() => this.#keeping.delete(keeping));
  }

  /** Resolves when everything forwarded so far is on disk or has been dropped. */
  async settled(): Promise<void> {
    do {
      // Lets the close events of connections run first.
      await immediate();
      await Promise.all(this.#keeping);
    } while (this.#queue.length > 0 || this.#keeping.size > 0);
  }

  count(method: string): void {
    // Bounded, so that made-up method names cannot fill memory.
    const name = /^[a-z/]{1,40}$/i.test(method) && this.figures.methods.size < 100 ? method : 'other';
    this.figures.methods.set(name, (this.figures.methods.get(name) ?? 0) + 1);
  }

  #work(): void {
    this.#queue[0]?.();
    this.#queue.shift();
    if (this.#queue.length > 0) setImmediate(() => this.#work());
  }

  #failed(err: unknown): void {
    this.figures.failures += 1;
    this.#log.warn({ err }, 'a proxied call could not be recorded; it was forwarded');
  }
}
