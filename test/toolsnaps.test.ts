import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listTools } from '../src/gateway/mcp/listing.ts';
import { catalog } from '../src/handlers/index.ts';
import { root } from './support/source.ts';

/**
 * The public interface of each tool as clients see it. Changing it affects every client, so it takes a deliberate step:
 * `UPDATE_TOOLSNAPS=1 npx vitest run test/toolsnaps.test.ts`, and a review of the diff.
 */
const folder = join(root, 'test', '__toolsnaps__');
const update = process.env.UPDATE_TOOLSNAPS === '1';
const tools = listTools(catalog);
const how = 'If the change is meant: UPDATE_TOOLSNAPS=1 npx vitest run test/toolsnaps.test.ts';

describe('the public interface of the tools', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))('%s is unchanged', (name, tool) => {
    const file = join(folder, `${name}.json`);
    if (update) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, `${JSON.stringify(tool, null, 2)}\n`);
    }
    // Compared as JSON, which is what clients get: anything JSON cannot express is not part of the interface.
    expect(JSON.parse(JSON.stringify(tool)), how).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });

  it('has no schema that clients which know draft 7 only would read as another', () => {
    const newer =
      /"(?:prefixItems|unevaluatedItems|unevaluatedProperties|dependentSchemas|dependentRequired|minContains|maxContains|\$dynamicRef|\$dynamicAnchor)":/;
    for (const { name, inputSchema, outputSchema } of tools)
      for (const schema of [inputSchema, outputSchema])
        expect(newer.exec(JSON.stringify(schema))?.[0], name).toBeUndefined();
  });

  it('has no snapshot of a removed tool', () => {
    const names = tools.map((tool) => `${tool.name}.json`);
    expect(readdirSync(folder).sort(), 'remove the file of a tool that was removed').toEqual(names.sort());
  });
});
