import type { Catalog } from '../../handlers/tool/catalog.ts';
import type { Effect } from '../../handlers/tool/effect.ts';
import type { Tool } from '../../handlers/tool/tool.ts';
import { type FieldSchema, type JsonObject, jsonSchemas } from '../calls/schemas.ts';

/** A tool as listed by `tools/list`; the same object for every client and transport. */
export type ListedTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonObject & { type: 'object' };
  outputSchema?: JsonObject & { type: 'object' };
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  _meta?: JsonObject;
};

export type ListedResource = {
  uri: string;
  name: string;
  title?: string;
  description: string;
  mimeType: string;
};
export type ListedTemplate = Omit<ListedResource, 'uri'> & { uriTemplate: string };
export type ListedPrompt = {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
};

const hints: Record<Effect, Omit<ListedTool['annotations'], 'title'>> = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  add: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  change: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  delete: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
};

/** Creating a schema is expensive, and at the edge it would be repeated for each request. */
const listed = new WeakMap<Tool, ListedTool>();

export const listTools = (catalog: Catalog): ListedTool[] =>
  catalog.tools.map((tool) => {
    const known = listed.get(tool) ?? toListed(tool);
    listed.set(tool, known);
    return known;
  });

export const listTemplates = (catalog: Catalog): ListedTemplate[] =>
  catalog.resources
    .filter((resource) => resource.variables.length > 0)
    .map(({ uri, name, title, description, mimeType }) => ({
      uriTemplate: uri,
      name,
      title,
      description,
      mimeType,
    }));

export const listPrompts = (catalog: Catalog): ListedPrompt[] =>
  catalog.prompts.map(({ name, title, description, args }) => ({
    name,
    title,
    description,
    arguments: Object.entries(args.shape).map(([argument, schema]) => ({
      name: argument,
      description: schema.description ?? '',
      required: !schema.isOptional(),
    })),
  }));

function toListed(tool: Tool): ListedTool {
  const { input, output } = jsonSchemas(tool);
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...forModels(input), type: 'object' },
    // Content blocks have no schema.
    ...(tool.content ? {} : { outputSchema: { ...objectSchema(output), type: 'object' } }),
    annotations: { title: tool.title, ...hints[tool.effect] },
    // Claude Code keeps these loaded when it defers the rest.
    ...(tool.essential ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  };
}

/** From these on, a bound guards the server and says nothing to a model; smaller ones shape what it writes. */
const technical = { maxLength: 100, maximum: 1_000_000, maxItems: 100 };

/**
 * An input schema without what models do not need: bounds that guard the server, that a count is not negative, that there
 * are no further fields, the patterns of ids, and defaults that only say "nothing". Every call is checked for them; OpenAPI and the reference page state them.
 */
function forModels(schema: FieldSchema): JsonObject {
  const { additionalProperties, pattern: _, properties, items, anyOf, ...rest } = schema;
  const { maxLength = 0, maximum = 0, minimum = 0, maxItems = 0, description } = schema;
  if (maxLength >= technical.maxLength) delete rest.maxLength;
  if (maximum >= technical.maximum) delete rest.maximum;
  if (maxItems >= technical.maxItems) delete rest.maxItems;
  if (schema.type === 'integer' && minimum <= 1) delete rest.minimum;
  if (isNothing(schema.default)) delete rest.default;
  const fields = properties && Object.entries(properties);
  return {
    ...rest,
    ...(anyOf && {
      anyOf: anyOf.map(forModels).map((one) => (description === undefined ? one : unnamed(one))),
    }),
    ...(items && { items: forModels(items) }),
    ...(fields && {
      properties: Object.fromEntries(fields.map(([name, field]) => [name, forModels(field)])),
    }),
    // As the specification recommends for tools without parameters.
    ...(fields?.length === 0 ? { additionalProperties } : {}),
  };
}

/** Without a description: that of the whole field says it. */
const unnamed = ({ description: _, ...schema }: JsonObject): JsonObject => schema;

const isNothing = (value: unknown): boolean =>
  value === false || value === 0 || ['[]', '{}'].includes(JSON.stringify(value) ?? '');

/** Structured content is always an object; a nullable output is wrapped in one. */
const objectSchema = (schema: JsonObject): JsonObject =>
  Array.isArray(schema.anyOf)
    ? {
        anyOf: schema.anyOf.map((branch: JsonObject) =>
          branch.type === 'null'
            ? {
                type: 'object',
                properties: { result: { type: 'null' } },
                required: ['result'],
                additionalProperties: false,
              }
            : branch,
        ),
      }
    : schema;
