import * as z from 'zod';
import type { Tool } from '../handlers/tool.ts';

export type JsonObject = Record<string, unknown>;

/** A tool's input and output as JSON Schema, as clients, REST and the reference page see them. */
export function jsonSchemas(tool: Tool): { input: JsonObject; output: JsonObject } {
  return { input: toSchema(tool.input, 'input'), output: toSchema(tool.output, 'output') };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => shorten(jsonSchema),
  });
  return rest;
}

/** Models pay for every schema in every session: what a format or "integer" says already is left out. */
function shorten(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}
