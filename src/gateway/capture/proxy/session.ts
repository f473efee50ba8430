import { serverInfo } from '../../../version.ts';
import { field, textField } from '../messages/captured.ts';
import { isOwnTool } from '../messages/own-tools.ts';
import type { ProxiedCall } from '../spool/segment.ts';
import type { Recorder } from './recorder.ts';

type Pending = Extract<ProxiedCall, { half: 'call' }>;

/** The traffic between one client and one upstream. That of Dewey itself is not recorded, whatever its name. */
export class RecordedSession {
  readonly #recorder: Recorder;
  readonly #about: { upstream: string; session: string; client?: string | undefined };
  readonly #connection: string;
  readonly #pending = new Map<string, Pending>();

  constructor(
    recorder: Recorder,
    about: { upstream: string; session?: string | undefined; client?: string | undefined },
  ) {
    this.#recorder = recorder;
    this.#about = { ...about, session: about.session ?? recorder.newId() };
    this.#connection = recorder.newId();
  }

  get id(): string {
    return this.#about.session;
  }

  /** Takes a frame that has been forwarded. */
  frame(data: Buffer | string, from: 'client' | 'upstream'): void {
    if (this.#isOwn()) return;
    this.#recorder.later(data.length, () => {
      const text = data.toString();
      if (!text.includes('"jsonrpc"') || this.#isOwn()) return;
      const value: unknown = JSON.parse(text);
      for (const message of Array.isArray(value) ? value : [value])
        if (from === 'client') this.#request(message);
        else this.#response(message);
    });
  }

  #isOwn(): boolean {
    return this.#recorder.own.has(this.#about.upstream);
  }

  /** The connection is closed: open calls are recorded as lost. */
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
    const server = field(field(message, 'result'), 'serverInfo');
    if (textField(server, 'name') === serverInfo.name) this.#recorder.own.add(this.#about.upstream);
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

/** `1` and `"1"` are different ids. */
function idOf(message: unknown): string | undefined {
  const id = field(message, 'id');
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : undefined;
}
