import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import type {
  JsonSchemaType,
  JsonSchemaValidator,
  jsonSchemaValidator,
} from '@modelcontextprotocol/sdk/validation/types.js';

const ajv = new AjvJsonSchemaValidator();
const known = new Map<string, JsonSchemaValidator<unknown>>();

/**
 * The SDK's own checks of what tools return, each compiled once: a client compiles those of all tools, which takes longer
 * than most tests of it.
 */
export const validator: jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    const text = JSON.stringify(schema);
    const check = known.get(text) ?? ajv.getValidator<unknown>(schema);
    known.set(text, check);
    // Compiled from the same schema, so it accepts the same values.
    return check as JsonSchemaValidator<T>;
  },
};
