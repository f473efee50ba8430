import { once } from 'node:events';
import { WebSocket } from 'ws';

type Json = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: frames have the shape the protocol gives them; the tests say which
export type Frame = any;

/** A WebSocket client at frame level, so that tests can send what no SDK would. */
export class TestSocket {
  readonly raw: WebSocket;
  readonly frames: Frame[] = [];
  #waiting: { matches: (frame: Frame) => boolean; resolve: (frame: Frame) => void }[] = [];
  #lastId = 0;

  constructor(raw: WebSocket) {
    this.raw = raw;
    raw.on('message', (data) => {
      const frame = JSON.parse(data.toString());
      this.frames.push(frame);
      const waiting = this.#waiting.filter((waiter) => waiter.matches(frame));
      this.#waiting = this.#waiting.filter((waiter) => !waiting.includes(waiter));
      for (const waiter of waiting) waiter.resolve(frame);
    });
  }

  /** Opens a socket and initializes; `protocolVersion` is the version requested. */
  static async open(
    url: string,
    path = '/mcp',
    protocolVersion = '2025-11-25',
    headers: Record<string, string> = {},
  ): Promise<TestSocket> {
    const socket = new TestSocket(new WebSocket(`${url.replace('http', 'ws')}${path}`, 'mcp', { headers }));
    await once(socket.raw, 'open');
    const clientInfo = { name: 'test', version: '1' };
    await socket.request('initialize', { protocolVersion, capabilities: {}, clientInfo });
    socket.send({ method: 'notifications/initialized' });
    return socket;
  }

  send(message: Json): void {
    this.raw.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  /** The first frame that matches, past or future. */
  frame(matches: (frame: Frame) => boolean): Promise<Frame> {
    const seen = this.frames.find(matches);
    if (seen) return Promise.resolve(seen);
    return new Promise((resolve) => this.#waiting.push({ matches, resolve }));
  }

  request(method: string, params: Json = {}): Promise<Frame> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.send({ id, method, params });
    return this.frame((frame) => frame.id === id);
  }

  call(name: string, args: Json = {}): Promise<Frame> {
    return this.request('tools/call', { name, arguments: args });
  }

  async close(): Promise<void> {
    if (this.raw.readyState === WebSocket.CLOSED) return;
    this.raw.close();
    await once(this.raw, 'close');
  }
}
