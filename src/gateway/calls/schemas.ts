import * as z from 'zod';
import type { Tool } from '../../handlers/tool/tool.ts';

export type JsonObject = Record<string, unknown>;

/** What those read who show or check the fields of a schema. */
export type FieldSchema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  anyOf?: FieldSchema[];
  description?: string;
  default?: unknown;
};

/** A tool's input and output as JSON Schema, as clients, REST and the reference page see them. */
export function jsonSchemas(tool: Tool): { input: JsonObject; output: JsonObject } {
  return { input: toSchema(tool.input, 'input'), output: toSchema(tool.output, 'output') };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => shorten(jsonSchema, io),
  });
  return rest;
}

/**
 * Leaves out what says nothing new: the pattern beside a format, the limits every JavaScript integer has, an object's
 * keys being strings. Clients put the listing into the context of every session, where each character costs.
 */
function shorten(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  // A result may carry more than is listed, such as a warning of a limit: clients check it against this.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  delete schema.propertyNames;
}
