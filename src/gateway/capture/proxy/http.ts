import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as plainRequest,
  type ServerResponse,
} from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { StringDecoder } from 'node:string_decoder';
import { readEvents } from './events.ts';
import type { Recorder } from './recorder.ts';
import { RecordedSession } from './session.ts';
import { passedHeaders, reasonOf } from './sockets.ts';

const agents = { plain: new Agent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) };

/** Larger bodies are forwarded without being recorded. */
const mostRecordedBytes = 64_000_000;

/**
 * Forwards one HTTP exchange unbuffered, server-sent events included. A request is never sent twice, because the first
 * attempt may have been carried out.
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
    answerError(response, 400, 'This request cannot be forwarded.');
    return;
  }
  const asked = collect(request);
  request.on('error', () => outgoing.destroy());
  request.pipe(outgoing);
  outgoing.on('response', (answer) => {
    answer.on('error', () => response.destroy());
    if (!beginAnswer(answer, response)) {
      answerError(response, 502, `${target.name} sent an invalid HTTP response.`);
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
  // An unrequested upgrade, or a response in another protocol.
  outgoing.on('upgrade', (_, socket) => {
    socket.destroy();
    answerError(response, 502, `${target.name} sent an invalid HTTP response.`);
  });
  outgoing.on('error', (error) =>
    answerError(response, 502, `${target.name} cannot be reached: ${reasonOf(error)}.`),
  );
  response.on('close', () => {
    if (!response.writableFinished) outgoing.destroy();
  });
}

/** Begins the request to the upstream; undefined when Node accepts a part of it on input but refuses to send it. */
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
 * Keeps the framing of the body whatever the method: without it, the upstream would read the body as its next request, to
 * a path of the client's choice (request smuggling).
 */
function framing(headers: IncomingMessage['headers']): Record<string, string> {
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' };
  return headers['content-length'] === undefined ? {} : { 'content-length': headers['content-length'] };
}

/** Forwards status and headers; false when they are not valid to send. */
function beginAnswer(answer: IncomingMessage, response: ServerResponse): boolean {
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 599) return false;
  try {
    response.writeHead(status, passedAnswer(answer));
    response.flushHeaders();
    return true;
  } catch {
    return false; // a header with characters that must not be sent
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

/** Keeps content length and encoding: the body is forwarded unchanged. */
const passedAnswer = (answer: IncomingMessage): Record<string, string | string[]> => ({
  ...passedHeaders(answer.headers),
  ...(answer.headers['content-length'] ? { 'content-length': answer.headers['content-length'] } : {}),
});

/** Copies a body while it is forwarded. @returns a getter of the copy; undefined when it is empty or too large. */
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
  if (answer.headers['content-encoding'] !== undefined) return; // compressed bodies are not unpacked
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
    const decoder = new StringDecoder(); // a character may be split between two parts
    const events = readEvents((data) => session.frame(data, 'upstream'), mostRecordedBytes);
    answer.on('data', (part: Buffer) => events(decoder.write(part)));
    answer.on('close', () => session.end());
  }
}
