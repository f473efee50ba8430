import * as z from 'zod';
import type { Tool } from '../../handlers/tool/tool.ts';

export type JsonObject = Record<string, unknown>;

/** The parts of a field's schema that listings and checks use. */
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
  additionalProperties?: unknown;
};

/** A tool's input and output as JSON Schema, as shown to MCP and REST clients and on the reference page. */
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
 * Leaves out what is redundant: the pattern beside a format, the limits that every JavaScript integer has, the type of
 * an object's keys, the bounds of results, and that a text may not be empty. Clients put the listing into the context of every session, where each character costs.
 */
function shorten(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  // A result may carry more than is listed, such as a limit warning; clients validate results against this schema.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (io === 'output' || schema.minLength === 1) delete schema.minLength;
  if (io === 'output') {
    delete schema.minimum;
    delete schema.maximum;
    delete schema.maxLength;
  }
  delete schema.propertyNames;
}
