import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Span = {
  name: string;
  traceId: string;
  parentSpanId?: string;
  status: { code: number };
  attributes: { key: string; value: { stringValue?: string } }[];
};
type Traces = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Span[] }[];
  }[];
};

export const valuesOf = (attributes: Span['attributes']): Record<string, string | undefined> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));

/** An OpenTelemetry collector over HTTP that records what it receives. */
export async function startCollector() {
  const received: Traces[] = [];
  const headers: string[] = [];
  const server = createServer(async (request, response) => {
    headers.push(`${request.method} ${request.url} ${request.headers['x-tenant'] ?? ''}`);
    received.push(JSON.parse(await text(request)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    resources: () =>
      received.flatMap(({ resourceSpans }) =>
        resourceSpans.map(({ resource }) => valuesOf(resource.attributes)),
      ),
    spans: () =>
      received.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => server.close(),
  };
}
