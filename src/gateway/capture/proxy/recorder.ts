import { randomUUID } from 'node:crypto';
import type { Log } from '../../../handlers/deps.ts';
import { isOwnTool } from '../own.ts';
import { field, textField } from '../record.ts';
import type { ProxiedCall } from '../spool/segment.ts';
import type { SpoolWriter } from '../spool/writer.ts';

/** What recording has seen and could not keep. */
export type RecorderFigures = { methods: Map<string, number>; failures: number; dropped: number };

/** Frames that wait to be looked at; beyond this they pass unrecorded and are counted. */
const mostWaitingBytes = 256_000_000;

/** Records calls beside the traffic: never before a frame has gone on, and never so that a failure shows. */
export class Recorder {
  readonly figures: RecorderFigures = { methods: new Map(), failures: 0, dropped: 0 };
  readonly #spool: SpoolWriter;
  readonly #log: Log;
  readonly #clock: () => Date;
  #waitingBytes = 0;
  readonly #queue: (() => void)[] = [];

  constructor(spool: SpoolWriter, log: Log, clock: () => Date) {
    this.#spool = spool;
    this.#log = log;
    this.#clock = clock;
  }

  /** A client's session with an upstream; what an upstream of our own says is not recorded. */
  session(about: {
    upstream: string;
    session?: string | undefined;
    client?: string | undefined;
  }): RecordedSession {
    return new RecordedSession(this, { ...about, session: about.session ?? randomUUID() });
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
    this.#spool.append({ kind: 'proxy', at: this.#clock().toISOString(), call }).then(
      (kept) => {
        if (!kept) this.figures.dropped += 1;
      },
      (err: unknown) => this.#failed(err),
    );
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

type Pending = Extract<ProxiedCall, { half: 'call' }>;

export class RecordedSession {
  readonly #recorder: Recorder;
  readonly #about: { upstream: string; session: string; client?: string | undefined };
  readonly #connection = randomUUID().slice(0, 8);
  readonly #pending = new Map<string, Pending>();

  constructor(recorder: Recorder, about: { upstream: string; session: string; client?: string | undefined }) {
    this.#recorder = recorder;
    this.#about = about;
  }

  get id(): string {
    return this.#about.session;
  }

  /** A frame that has gone on to the other side. */
  frame(data: Buffer | string, from: 'client' | 'upstream'): void {
    if (this.#about.upstream === 'dewey') return;
    this.#recorder.later(data.length, () => {
      const text = data.toString();
      if (!text.includes('"jsonrpc"')) return;
      const value: unknown = JSON.parse(text);
      for (const message of Array.isArray(value) ? value : [value])
        if (from === 'client') this.#request(message);
        else this.#response(message);
    });
  }

  /** The connection is gone: what was called and not answered stays so. */
  end(): void {
    this.#recorder.later(0, () => {
      for (const { half: _, arguments: __, ...call } of this.#pending.values())
        this.#recorder.keep({ ...call, half: 'result', lost: true });
      this.#pending.clear();
    });
  }

  #request(message: unknown): void {
    const method = textField(message, 'method');
    if (method === undefined) return;
    this.#recorder.count(method);
    const params = field(message, 'params');
    if (method === 'initialize')
      this.#about.client = textField(field(params, 'clientInfo'), 'name') ?? this.#about.client;
    const id = idOf(message);
    if (method !== 'tools/call' || id === undefined) return;
    const name = textField(params, 'name') ?? 'unknown';
    if (isOwnTool(name)) return;
    const toolUseId = textField(field(params, '_meta'), 'claudecode/toolUseId');
    const call: Pending = {
      ...this.#about,
      half: 'call',
      id: toolUseId ?? `${this.#connection}:${id}`,
      name,
      toolUseId,
      arguments: field(params, 'arguments'),
    };
    this.#pending.set(id, call);
    this.#recorder.keep(call);
  }

  #response(message: unknown): void {
    const id = idOf(message);
    const call =
      id === undefined || field(message, 'method') !== undefined ? undefined : this.#pending.get(id);
    if (id === undefined || !call) return;
    this.#pending.delete(id);
    const { half: _, arguments: __, ...about } = call;
    this.#recorder.keep({
      ...about,
      half: 'result',
      result: field(message, 'result'),
      error: field(message, 'error'),
    });
  }
}

/** `1` and `"1"` are two ids. */
function idOf(message: unknown): string | undefined {
  const id = field(message, 'id');
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : undefined;
}
