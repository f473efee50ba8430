import { afterEach, describe, expect, it, vi } from 'vitest';
import { startTracing } from '../../../src/gateway/calls/tracing.ts';
import { readConfig } from '../../../src/gateway/config/env.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { startServer } from '../../../src/gateway/server.ts';
import { catalog } from '../../../src/handlers/index.ts';
import { startCollector, valuesOf } from '../../support/collector.ts';
import { testConfig } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { modern } from '../../support/mcp.ts';
import { TestSocket } from '../../support/socket.ts';
import { sourceFiles } from '../../support/source.ts';

const lake = useLake();

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('traces', () => {
  it("go where the standard variables point: one span per call, part of the client's trace", async () => {
    const collector = await startCollector();
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
    vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-tenant=library');
    vi.stubEnv('OTEL_SERVICE_NAME', 'branch-library');
    vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment=test');
    const tracing = await startTracing();
    const config = testConfig({ DEWEY_API_KEYS: 'ada:write:a-secret-of-some-length' });
    const server = await startServer(catalog, lake.db, config, createLog('silent'), { tracing });
    const call = (tool: string, body: object, headers = {}) =>
      fetch(`${server.url}/tools/${tool}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: 'Bearer a-secret-of-some-length',
          ...headers,
        },
        body: JSON.stringify(body),
      });
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    await call(
      'dewey_begin_conversation',
      { session_id: 'very private' },
      {
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      },
    );
    await call('dewey_get_conversation', { conversation_id: 'nonsense' });
    await server.stop();
    await tracing.stop();
    collector.close();

    expect(collector.headers[0]).toBe('POST /v1/traces library');
    expect(collector.resources()[0]).toMatchObject({
      'service.name': 'branch-library',
      'deployment.environment': 'test',
    });
    const [begun, failed] = collector.spans();
    expect(begun).toMatchObject({
      name: 'tools/call dewey_begin_conversation',
      traceId,
      parentSpanId: '00f067aa0ba902b7',
    });
    expect(valuesOf(begun?.attributes ?? [])).toMatchObject({
      'gen_ai.tool.name': 'dewey_begin_conversation',
      'dewey.key': 'ada',
      'dewey.outcome': 'ok',
    });
    expect(failed).toMatchObject({ status: { code: 2 } });
    expect(valuesOf(failed?.attributes ?? [])).toMatchObject({ 'error.type': 'invalid_input' });
    expect(JSON.stringify(collector.spans())).not.toMatch(/very private|nonsense/);
  });

  it('follow the trace that MCP clients send with each request, including resource reads', async () => {
    const collector = await startCollector();
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
    const tracing = await startTracing();
    const server = await startServer(catalog, lake.db, testConfig(), createLog('silent'), { tracing });
    const partOf = (digit: string) => ({ traceparent: `00-${digit.repeat(32)}-${digit.repeat(16)}-01` });
    const socket = await TestSocket.open(server.url);
    const call = { name: 'dewey_list_conversations', arguments: {} };
    await socket.request('tools/call', { ...call, _meta: partOf('1') });
    await socket.request('resources/read', { uri: 'dewey://contexts/active', _meta: partOf('2') });
    await socket.request('tools/call', call);
    await socket.close();
    await modern(server.url, 'tools/call', call, call.name, {}, partOf('3'));
    await server.stop();
    await tracing.stop();
    collector.close();
    const spans = collector.spans();
    expect(spans.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
      ['tools/call dewey_list_conversations', '1'.repeat(16)],
      ['resources/read dewey_get_startup_context', '2'.repeat(16)],
      ['tools/call dewey_list_conversations', undefined],
      ['tools/call dewey_list_conversations', '3'.repeat(16)],
    ]);
    expect(valuesOf(spans[1]?.attributes ?? [])).toMatchObject({
      'mcp.method.name': 'resources/read',
      'gen_ai.operation.name': 'execute_tool',
    });
  });

  it('are off without those variables, and then no part of OpenTelemetry is loaded', () => {
    const traced = (env: Record<string, string>) => readConfig(env).tracing;
    const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    expect([traced({}), traced(on)]).toEqual([false, true]);
    expect(traced({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' })).toBe(true);
    expect(traced({ ...on, OTEL_SDK_DISABLED: 'true' })).toBe(false);
    expect(traced({ ...on, OTEL_TRACES_EXPORTER: 'none' })).toBe(false);
    const users = sourceFiles().filter(({ code }) => code.includes('@opentelemetry/'));
    expect(users.map(({ path }) => path)).toEqual(['src/gateway/calls/tracing.ts']);
    // Types are erased, and a dynamic import loads when it is called.
    expect(users[0]?.code).not.toMatch(/^import (?!type).*@opentelemetry/m);
  });
});
