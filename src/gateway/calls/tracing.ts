import type { Context, Span } from '@opentelemetry/api';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import { serverInfo } from '../../version.ts';
import type { Caller } from '../auth/caller.ts';

/** Spans of calls, exported as configured by the standard OpenTelemetry variables. */
export type Tracing = {
  /** Starts the span of a call; the returned function ends it. */
  begin(tool: string, caller: Caller): (outcome: string) => void;
  /** Flushes pending spans. */
  stop(): Promise<void>;
};

const stopTimeoutMs = 2000;

/**
 * Loads OpenTelemetry and starts exporting; nothing of it is loaded where tracing is off. Other variables, such as
 * `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER` and `OTEL_EXPORTER_OTLP_HEADERS`, are read by
 * its own packages.
 */
export async function startTracing(): Promise<Tracing> {
  const [
    { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace },
    { BasicTracerProvider, BatchSpanProcessor },
    { OTLPTraceExporter },
    { defaultResource, detectResources, envDetector, resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const { name, version } = serverInfo;
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': name, 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer(name, version);

  const parentOf = (traceparent: string | undefined): Context => {
    const [, traceId, spanId, flags] =
      /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/.exec(traceparent ?? '') ?? [];
    if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
    const traceFlags = Number.parseInt(flags ?? '00', 16);
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
  };
  const end = (span: Span, outcome: string) => {
    span.setAttribute('dewey.outcome', outcome);
    if (outcome !== 'ok') {
      span.setAttribute('error.type', outcome);
      span.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
    }
    span.end();
  };

  return {
    begin(tool, caller) {
      const method = caller.reading ? 'resources/read' : 'tools/call';
      const attributes = {
        'mcp.method.name': method,
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'dewey.request_id': caller.requestId,
        ...(caller.keyId === undefined ? {} : { 'dewey.key': caller.keyId }),
        ...(caller.client === undefined ? {} : { 'dewey.client': caller.client }),
      };
      const options = { kind: SpanKind.SERVER, attributes };
      const span = tracer.startSpan(`${method} ${tool}`, options, parentOf(caller.traceparent));
      return (outcome) => end(span, outcome);
    },
    // An unreachable collector must not delay shutdown.
    stop: () => withTimeout(provider.shutdown(), stopTimeoutMs),
  };
}
