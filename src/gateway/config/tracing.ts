import * as z from 'zod';

/** The standard OpenTelemetry variables that decide whether anything is exported; see `./env.ts`. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
};

export const isTraced = (v: z.output<z.ZodObject<typeof tracingVariables>>): boolean =>
  (v.OTEL_EXPORTER_OTLP_ENDPOINT ?? v.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
  v.OTEL_TRACES_EXPORTER !== 'none' &&
  v.OTEL_SDK_DISABLED?.toLowerCase() !== 'true';
