import type { Catalog } from '../../handlers/tool/catalog.ts';
import { errorKinds } from '../../handlers/tool/errors.ts';
import type { Tool } from '../../handlers/tool/tool.ts';
import { serverInfo } from '../../version.ts';
import { type JsonObject, jsonSchemas } from '../calls/schemas.ts';

/** The REST API of the catalog as OpenAPI 3.1. */
export function openApi(catalog: Catalog): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: serverInfo.title,
      version: serverInfo.version,
      description: 'Every tool as POST /tools/{name}.',
    },
    paths: Object.fromEntries(
      catalog.toolsets.flatMap((toolset) =>
        toolset.tools.map((tool) => [`/tools/${tool.name}`, { post: operation(tool, toolset.title) }]),
      ),
    ),
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    },
    security: [{}, { key: [] }],
  };
}

const json = (schema: JsonObject) => ({ 'application/json': { schema } });

function operation(tool: Tool, tag: string): JsonObject {
  const { input, output } = jsonSchemas(tool);
  const statuses = [...new Set(Object.values(errorKinds).map((kind) => kind.status))];
  return {
    operationId: tool.name,
    summary: tool.title,
    description: tool.description,
    tags: [tag],
    requestBody: { required: true, content: json(input) },
    responses: {
      200: { description: 'The result', content: json(output) },
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          {
            description: kindsOf(status).join(', '),
            content: json({ $ref: '#/components/schemas/Error' }),
          },
        ]),
      ),
    },
  };
}

const kindsOf = (status: number): string[] =>
  Object.entries(errorKinds).flatMap(([kind, entry]) => (entry.status === status ? [kind] : []));

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'kind', 'message', 'data'],
      properties: {
        code: { type: 'integer' },
        kind: { enum: Object.keys(errorKinds) },
        message: { type: 'string', description: 'The problem and its remedy' },
        data: { type: 'object', description: 'field, problem, received, suggestion, retry_after and more' },
      },
    },
  },
};
