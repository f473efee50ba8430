import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import { describe, expect, it } from 'vitest';
import { openApi } from '../../../src/gateway/http/openapi.ts';
import { catalog } from '../../../src/handlers/index.ts';
import { type ErrorKind, errorKinds, ToolError } from '../../../src/handlers/tool/errors.ts';

type Content = { content: { 'application/json': { schema: Record<string, unknown> } } };
type Operation = {
  operationId: string;
  requestBody: Content;
  responses: Record<string, Content & { description: string }>;
};

describe('the OpenAPI description', () => {
  const description = JSON.parse(JSON.stringify(openApi(catalog)));

  it('conforms to the standard: OpenAPI 3.1, whose schemas are JSON Schema', () => {
    expect(description).toMatchObject({
      openapi: '3.1.0',
      info: { title: expect.any(String), version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    });
    const ids = new Set<string>();
    const validator = new AjvJsonSchemaValidator();
    for (const [path, item] of Object.entries<Record<string, Operation>>(description.paths)) {
      expect(path).toMatch(/^\/tools\/[a-z0-9_]+$/);
      for (const operation of Object.values(item)) {
        expect(ids).not.toContain(operation.operationId);
        ids.add(operation.operationId);
        validator.getValidator(operation.requestBody.content['application/json'].schema); // throws if it is invalid
        for (const [status, response] of Object.entries(operation.responses)) {
          expect(status).toMatch(/^[1-5]\d\d$/);
          expect(response.description).not.toBe('');
          const { schema } = response.content['application/json'];
          if ('$ref' in schema) expect(schema.$ref).toBe('#/components/schemas/Error');
          else validator.getValidator(schema);
        }
      }
    }
    validator.getValidator(description.components.schemas.Error);
    for (const requirement of description.security)
      for (const name of Object.keys(requirement))
        expect(description.components.securitySchemes).toHaveProperty(name);
  });

  it('describes errors as they are', () => {
    const describes = new AjvJsonSchemaValidator().getValidator(description.components.schemas.Error);
    for (const kind of Object.keys(errorKinds) as ErrorKind[])
      expect(describes(new ToolError(kind, 'It failed.', { field: 'x' }).body)).toMatchObject({
        valid: true,
      });
    expect(describes({ error: 'It failed.' })).toMatchObject({ valid: false });
  });

  it('has one operation per tool, with its input, its result and every way it can fail', () => {
    expect(Object.keys(description.paths)).toEqual(catalog.tools.map((tool) => `/tools/${tool.name}`));
    const statuses = new Set(Object.values(errorKinds).map((kind) => String(kind.status)));
    for (const tool of catalog.tools) {
      const { post } = description.paths[`/tools/${tool.name}`];
      expect(post.operationId).toBe(tool.name);
      const { schema } = post.requestBody.content['application/json'];
      expect(Object.keys(schema.properties)).toEqual(Object.keys(tool.input.shape));
      expect(schema.additionalProperties).toBe(false);
      expect(new Set(Object.keys(post.responses))).toEqual(new Set(['200', ...statuses]));
    }
  });
});
