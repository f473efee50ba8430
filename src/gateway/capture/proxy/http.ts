import { Agent, type IncomingMessage, request as plainRequest, type ServerResponse } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { Recorder } from './recorder.ts';
import type { RecordedSession } from './session.ts';
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
  const isSecure = target.url.protocol === 'https:';
  const client = headerOf(request, 'user-agent') ?? '';
  const outgoing = (isSecure ? secureRequest : plainRequest)(target.url, {
    method: request.method,
    headers: {
      ...passedHeaders(request.headers),
      ...(request.headers['content-length'] ? { 'content-length': request.headers['content-length'] } : {}),
    },
    agent: isSecure ? agents.secure : agents.plain,
  });
  const asked = collect(request);
  request.pipe(outgoing);
  outgoing.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, passedAnswer(answer));
    response.flushHeaders();
    const session = recorder.session({
      upstream: target.name,
      session: headerOf(request, 'mcp-session-id') ?? headerOf(answer, 'mcp-session-id') ?? stateless(client),
      client,
    });
    const body = asked();
    if (request.method === 'POST' && body) session.frame(body, 'client');
    recordAnswer(answer, session);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  outgoing.on('error', (error) => {
    if (response.headersSent) return void response.destroy();
    response.writeHead(502, { 'Content-Type': 'application/json' });
    response.end(
      JSON.stringify({
        error: { kind: 'unavailable', message: `${target.name} cannot be reached: ${error.message}` },
      }),
    );
  });
  response.on('close', () => {
    if (!response.writableFinished) outgoing.destroy();
  });
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
