import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { domains } from '../../../../src/handlers/decisions/domain/domains.ts';
import decisions from '../../../../src/handlers/decisions/index.ts';
import { getAnomalies } from '../../../../src/handlers/decisions/resource-tools.ts';

type Schema = { enum?: string[]; properties?: Record<string, Schema> };

/** The values that a field named `module` or `domain` takes, at any depth. */
const taken = ({ properties = {} }: Schema): string[][] =>
  Object.entries(properties).flatMap(([name, schema]) => [
    ...((name === 'module' || name === 'domain') && schema.enum ? [schema.enum] : []),
    ...taken(schema),
  ]);

const found = [...decisions.tools, getAnomalies].flatMap((one) =>
  taken(z.toJSONSchema(one.input, { io: 'input', unrepresentable: 'any' }) as Schema).map((values) => ({
    name: one.name,
    values,
  })),
);

describe('the module of a decision', () => {
  it.each(found)('takes the same values in $name', ({ values }) => {
    expect(values).toEqual([...domains]);
  });

  it('is a field of the tools that ask for it', () => {
    expect(found.length).toBeGreaterThanOrEqual(6);
  });
});
