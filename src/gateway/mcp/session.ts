import {
  type EventStore,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, MessageExtraInfo, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '../door.ts';
import { carry } from './caller.ts';
import { isRequest, isResponse } from './frames.ts';
import { isPlainRequest, PlainTransport } from './plain.ts';

type Part = PlainTransport | WebStandardStreamableHTTPServerTransport;

export type SessionEvents = {
  newSessionId: () => string;
  opened(id: string): void;
  closed(): void;
};

/**
 * The transport of one session over HTTP. What may send something before its result is answered as a stream, which
 * the SDK's transport of the session keeps; everything else as plain JSON, by a transport of its own a request, which
 * is several times faster and what simple clients read.
 */
export class SessionTransport implements Transport {
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #streaming: WebStandardStreamableHTTPServerTransport;
  readonly #plain = new Map<RequestId, Part>();

  constructor(eventStore: EventStore, events: SessionEvents) {
    this.#streaming = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: events.newSessionId,
      eventStore,
      onsessioninitialized: (id) => events.opened(id),
      onsessionclosed: () => events.closed(),
    });
  }

  async start(): Promise<void> {
    this.#streaming.onmessage = (message, extra) => this.onmessage?.(message, extra);
    this.#streaming.onclose = () => this.onclose?.();
    this.#streaming.onerror = (error) => this.onerror?.(error);
    await this.#streaming.start();
  }

  async handle(request: Request, body: unknown, caller: Caller, streams: boolean): Promise<Response> {
    const authInfo = carry(caller);
    if (streams || body === undefined)
      return this.#streaming.handleRequest(request, body === undefined ? {} : { parsedBody: body, authInfo });
    if (isPlainRequest(request, body)) {
      const part = new PlainTransport();
      part.onmessage = (message, extra) => this.onmessage?.(message, extra);
      this.#plain.set(body.id, part);
      return part.answer(body, { authInfo });
    }
    const part = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    part.onmessage = (message, extra) => {
      if (isRequest(message)) this.#plain.set(message.id, part);
      this.onmessage?.(message, extra);
    };
    await part.start();
    return part.handleRequest(request, { parsedBody: body, authInfo });
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const answer = isResponse(message);
    const id = answer ? message.id : options?.relatedRequestId;
    const part = id === undefined ? undefined : this.#plain.get(id);
    if (!part) return this.#streaming.send(message, options);
    if (answer && id !== undefined) this.#plain.delete(id);
    return part.send(message, options);
  }

  async close(): Promise<void> {
    await this.#streaming.close();
  }
}

/** The one answer of a stream that has ended, as JSON with the stream's own headers. */
export async function asJson(stream: Response): Promise<Response> {
  if (!stream.headers.get('content-type')?.startsWith('text/event-stream')) return stream;
  const data = (await stream.text())
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .at(-1);
  const headers = new Headers({ 'content-type': 'application/json' });
  const id = stream.headers.get('mcp-session-id');
  if (id !== null) headers.set('mcp-session-id', id);
  return new Response(data?.slice('data: '.length), { status: stream.status, headers });
}
