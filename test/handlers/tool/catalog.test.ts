import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { catalog } from '../../../src/handlers/index.ts';
import { createCatalog } from '../../../src/handlers/tool/catalog.ts';
import { prompt, userText } from '../../../src/handlers/tool/prompt.ts';
import { addressOf, resource } from '../../../src/handlers/tool/resource.ts';
import { tool } from '../../../src/handlers/tool/tool.ts';

const named = (name: string, aliases: string[] = []) =>
  tool({
    name,
    title: name,
    description: name,
    effect: 'read',
    aliases,
    input: z.strictObject({}),
    output: z.object({}),
    run: async () => ({}),
  });
const at = (uri: string) =>
  resource({
    uri,
    name: uri,
    title: uri,
    description: uri,
    mimeType: 'text/plain',
    tool: named('read'),
    output: z.unknown(),
    input: () => ({}),
  });
const asking = (name: string) =>
  prompt({
    name,
    title: name,
    description: name,
    args: z.strictObject({}),
    run: async () => [userText('x')],
  });

describe('the catalog', () => {
  it('finds a tool by name and by alias', () => {
    const joined = createCatalog([{ name: 'a', title: 'A', tools: [named('new', ['old.name'])] }]);
    expect(joined.find('old.name')).toBe(joined.find('new'));
    expect(joined.find('other')).toBeUndefined();
  });

  it('rejects two entries with the same name', () => {
    const toolset = { name: 'a', title: 'A', tools: [named('same')] };
    expect(() => createCatalog([toolset, { ...toolset, tools: [named('b', ['same'])] }])).toThrow('same');
    const twice = [at('test://x'), at('test://x')];
    expect(() => createCatalog([{ ...toolset, resources: twice }])).toThrow('Two resources');
    expect(() => createCatalog([{ ...toolset, prompts: [asking('p'), asking('p')] }])).toThrow('Two prompts');
  });

  it('gives every resource a read tool, and a URI that matches it', () => {
    for (const entry of catalog.resources) {
      expect(entry.tool.effect).toBe('read');
      const values = Object.fromEntries(entry.variables.map((name) => [name, 'ä/b c%']));
      expect(entry.match(addressOf(entry.uri, values))).toEqual(values);
    }
  });
});
