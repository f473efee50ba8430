import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listTools } from '../src/gateway/mcp/listing.ts';
import { catalog } from '../src/handlers/index.ts';
import { root } from './support/source.ts';

/**
 * The public face of each tool as clients see it. A change of it is a change for every client, so it is made on
 * purpose: `UPDATE_TOOLSNAPS=1 npx vitest run test/toolsnaps.test.ts`, and the difference is read in review.
 */
const folder = join(root, 'test', '__toolsnaps__');
const update = process.env.UPDATE_TOOLSNAPS === '1';
const tools = listTools(catalog);
const how = 'If the change is meant: UPDATE_TOOLSNAPS=1 npx vitest run test/toolsnaps.test.ts';

describe('the public face of the tools', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))('%s is as it was agreed', (name, tool) => {
    const file = join(folder, `${name}.json`);
    if (update) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, `${JSON.stringify(tool, null, 2)}\n`);
    }
    // As JSON, because that is what clients get: what JSON cannot say is not part of the face.
    expect(JSON.parse(JSON.stringify(tool)), how).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });

  it('holds no tool that is gone', () => {
    const names = tools.map((tool) => `${tool.name}.json`);
    expect(readdirSync(folder).sort(), 'remove the file of a tool that was removed').toEqual(names.sort());
  });
});
