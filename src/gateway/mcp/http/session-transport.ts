import {
  type EventStore,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, MessageExtraInfo, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '../../auth/caller.ts';
import { authInfoOf } from '../eras/auth-info.ts';
import { isNotification, isRequest, isResponse } from '../json-rpc.ts';
import { isPlainRequest, PlainTransport } from './fast-transport.ts';

type Part = PlainTransport | WebStandardStreamableHTTPServerTransport;

export type SessionEvents = {
  newSessionId: () => string;
  opened(id: string): void;
  closed(): void;
};

/**
 * The transport of one session over HTTP. Requests that may send something before their result are answered as streams,
 * which the SDK's session transport keeps; all others as plain JSON, each by a transport of its own, which is several
 * times faster and easier for simple clients. Those get internal ids on their way to the server and back, because
 * simple clients reuse one id for all requests, and concurrent ones must still get their own answers.
 */
export class SessionTransport implements Transport {
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #streaming: WebStandardStreamableHTTPServerTransport;
  /** Requests answered as plain JSON, by internal id, with the client's id. */
  readonly #plain = new Map<RequestId, { part: Part; id: RequestId }>();
  #lastId = 0;

  constructor(eventStore: EventStore, events: SessionEvents) {
    this.#streaming = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: events.newSessionId,
      eventStore,
      onsessioninitialized: (id) => events.opened(id),
      onsessionclosed: () => events.closed(),
    });
  }

  async start(): Promise<void> {
    this.#streaming.onmessage = (message, extra) => this.#receive(message, extra);
    this.#streaming.onclose = () => this.onclose?.();
    this.#streaming.onerror = (error) => this.onerror?.(error);
    await this.#streaming.start();
  }

  async handle(request: Request, body: unknown, caller: Caller, streams: boolean): Promise<Response> {
    const authInfo = authInfoOf(caller);
    if (streams || body === undefined)
      return this.#streaming.handleRequest(request, body === undefined ? {} : { parsedBody: body, authInfo });
    if (isPlainRequest(request, body)) {
      const part = new PlainTransport();
      part.onmessage = (message, extra) => this.#receive(message, extra, part);
      return part.answer(body, { authInfo });
    }
    const part = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    part.onmessage = (message, extra) => this.#receive(message, extra, part);
    await part.start();
    return part.handleRequest(request, { parsedBody: body, authInfo });
  }

  /** @param part delivers the answer, if the message is a request; without it, its stream does. */
  #receive(message: JSONRPCMessage, extra?: MessageExtraInfo, part?: Part): void {
    if (part && isRequest(message)) {
      this.#lastId += 1;
      const own = `plain ${this.#lastId}`;
      this.#plain.set(own, { part, id: message.id });
      this.onmessage?.({ ...message, id: own }, extra);
      return;
    }
    this.onmessage?.(message, extra);
    if (isNotification(message) && message.method === 'notifications/cancelled')
      for (const [own, { id }] of this.#plain)
        if (id === message.params?.requestId)
          this.onmessage?.({ ...message, params: { ...message.params, requestId: own } }, extra);
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const answer = isResponse(message);
    const own = answer ? message.id : options?.relatedRequestId;
    const plain = own === undefined ? undefined : this.#plain.get(own);
    if (!plain || own === undefined) return this.#streaming.send(message, options);
    const { part, id } = plain;
    if (!answer) return part.send(message, { ...options, relatedRequestId: id });
    this.#plain.delete(own);
    return part.send({ ...message, id }, options);
  }

  async close(): Promise<void> {
    await this.#streaming.close();
  }
}

/** The single answer of a finished stream, as JSON with the stream's headers. */
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
