import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as plainRequest,
  type ServerResponse,
} from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { Recorder } from './recorder.ts';
import { RecordedSession } from './session.ts';
import { passedHeaders } from './sockets.ts';

const agents = { plain: new Agent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) };

/** Larger bodies pass without being recorded. */
const mostRecordedBytes = 64_000_000;

/**
 * Passes one HTTP exchange on, byte by byte as it comes; server-sent events are not held back. A request is never sent
 * twice: the first may have been carried out.
 */
export function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  target: { name: string; url: URL },
  recorder: Recorder,
  stateless: (client: string) => string,
): void {
  const client = headerOf(request, 'user-agent') ?? '';
  const outgoing = ask(request, target.url);
  if (!outgoing) {
    answerError(response, 400, 'This request cannot be passed on as it is.');
    return;
  }
  const asked = collect(request);
  request.on('error', () => outgoing.destroy());
  request.pipe(outgoing);
  outgoing.on('response', (answer) => {
    answer.on('error', () => response.destroy());
    if (!beginAnswer(answer, response)) {
      answerError(response, 502, `${target.name} answered with what is no HTTP.`);
      answer.destroy();
      return;
    }
    const session = new RecordedSession(recorder, {
      upstream: target.name,
      session: headerOf(request, 'mcp-session-id') ?? headerOf(answer, 'mcp-session-id') ?? stateless(client),
      client,
    });
    const body = asked();
    if (request.method === 'POST' && body) session.frame(body, 'client');
    recordAnswer(answer, session);
    answer.pipe(response);
  });
  // An upgrade that nobody asked for, or an answer of another protocol.
  outgoing.on('upgrade', (_, socket) => {
    socket.destroy();
    answerError(response, 502, `${target.name} answered with what is no HTTP.`);
  });
  outgoing.on('error', (error) =>
    answerError(response, 502, `${target.name} cannot be reached: ${error.message}`),
  );
  response.on('close', () => {
    if (!response.writableFinished) outgoing.destroy();
  });
}

/** Begins the request to the upstream; undefined when it holds what may come in and not go out. */
function ask(request: IncomingMessage, url: URL): ClientRequest | undefined {
  const isSecure = url.protocol === 'https:';
  try {
    return (isSecure ? secureRequest : plainRequest)(url, {
      method: request.method,
      headers: { ...passedHeaders(request.headers), ...framing(request.headers) },
      agent: isSecure ? agents.secure : agents.plain,
    });
  } catch {
    return undefined;
  }
}

/**
 * The body goes on framed as it came, whatever the method: without a frame its bytes would be the upstream's next request,
 * to a path of their own choice.
 */
function framing(headers: IncomingMessage['headers']): Record<string, string> {
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' };
  return headers['content-length'] === undefined ? {} : { 'content-length': headers['content-length'] };
}

/** Passes status and headers on; false when they are none that may be sent. */
function beginAnswer(answer: IncomingMessage, response: ServerResponse): boolean {
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 599) return false;
  try {
    response.writeHead(status, passedAnswer(answer));
    response.flushHeaders();
    return true;
  } catch {
    return false; // a header with characters that may not be sent
  }
}

function answerError(response: ServerResponse, status: 400 | 502, message: string): void {
  if (response.destroyed || response.writableEnded) return;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const kind = status === 400 ? 'invalid_input' : 'unavailable';
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ error: { kind, message } }));
}

const headerOf = (message: IncomingMessage, name: string): string | undefined => {
  const value = message.headers[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined;
};

/** Length and coding belong to this very body, which passes unchanged. */
const passedAnswer = (answer: IncomingMessage): Record<string, string | string[]> => ({
  ...passedHeaders(answer.headers),
  ...(answer.headers['content-length'] ? { 'content-length': answer.headers['content-length'] } : {}),
});

/** Keeps a copy of a body while it passes. @returns the copy so far; undefined when there is none or too much. */
function collect(message: IncomingMessage): () => Buffer | undefined {
  let parts: Buffer[] = [];
  let bytes = 0;
  message.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes <= mostRecordedBytes) parts.push(part);
    else parts = [];
  });
  return () => (bytes > 0 && bytes <= mostRecordedBytes ? Buffer.concat(parts) : undefined);
}

function recordAnswer(answer: IncomingMessage, session: RecordedSession): void {
  if (answer.headers['content-encoding'] !== undefined) return; // not ours to unpack
  const type = answer.headers['content-type'] ?? '';
  if (/\bjson\b/.test(type)) {
    const body = collect(answer);
    answer.on('end', () => {
      const data = body();
      if (data) session.frame(data, 'upstream');
      session.end();
    });
    answer.on('close', () => {
      if (!answer.complete) session.end();
    });
  } else if (type.startsWith('text/event-stream')) {
    let rest = '';
    answer.on('data', (part: Buffer) => {
      const events = (rest + part.toString()).split(/\r?\n\r?\n/);
      rest = (events.pop() ?? '').slice(0, mostRecordedBytes);
      for (const event of events) {
        const data = event
          .split(/\r?\n/)
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5).trimStart())
          .join('\n');
        if (data !== '') session.frame(data, 'upstream');
      }
    });
    answer.on('close', () => session.end());
  }
}
