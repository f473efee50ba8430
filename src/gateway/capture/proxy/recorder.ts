import { setImmediate as immediate } from 'node:timers/promises';
import type { Log } from '../../../handlers/tool/deps.ts';
import type { ProxiedCall } from '../spool/segment.ts';
import type { SpoolWriter } from '../spool/writer.ts';

/** What recording has seen and could not keep. */
export type RecorderFigures = { methods: Map<string, number>; failures: number; dropped: number };

/** Frames that wait to be looked at; beyond this they pass unrecorded and are counted. */
const mostWaitingBytes = 256_000_000;

/** Records calls beside the traffic: never before a frame has gone on, and never so that a failure shows. */
export class Recorder {
  readonly figures: RecorderFigures = { methods: new Map(), failures: 0, dropped: 0 };
  readonly newId: () => string;
  readonly #spool: SpoolWriter;
  readonly #log: Log;
  readonly #clock: () => Date;
  #waitingBytes = 0;
  readonly #keeping = new Set<Promise<void>>();
  readonly #queue: (() => void)[] = [];

  constructor(spool: SpoolWriter, log: Log, clock: () => Date, newId: () => string) {
    this.newId = newId;
    this.#spool = spool;
    this.#log = log;
    this.#clock = clock;
  }

  /** Looks at a frame when there is nothing else to do. */
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

  /** Resolves when all that has passed so far is on disk, or given up. */
  async settled(): Promise<void> {
    do {
      // Connections that have just been closed say so first.
      await immediate();
      await Promise.all(this.#keeping);
    } while (this.#queue.length > 0 || this.#keeping.size > 0);
  }

  count(method: string): void {
    // Methods are the protocol's; what a client makes up does not fill memory.
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
    this.#log.warn({ err }, 'a proxied call was not recorded; the traffic went on');
  }
}
