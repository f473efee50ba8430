import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { clientAddress, defaultToolsets } from '../src/gateway/cli/setup/address.ts';
import { listCore } from '../src/gateway/mcp/core-profile.ts';
import { catalog } from '../src/handlers/index.ts';
import { root } from './support/source.ts';

/** What says to registries, marketplaces and clients what Dewey is, and how it is reached: all of it agrees. */

const json = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const about = json('package.json');
const server = json('server.json');
const marketplace = json('.claude-plugin/marketplace.json');
const plugin = json('plugin/.claude-plugin/plugin.json');

describe('the package', () => {
  it('has a name of its own, the command dewey, and says which Node it needs', () => {
    expect(about).toMatchObject({
      name: 'winni-dewey',
      bin: { dewey: 'dist/main.cjs' },
      license: 'MIT',
      engines: { node: '>=20.19' },
    });
    expect(about.keywords.length).toBeGreaterThan(5);
    expect(about.dependencies).toBeUndefined();
  });

  it('holds what its programs look for', () => {
    expect(about.files).toEqual(
      expect.arrayContaining([
        'dist',
        'drizzle/*.sql',
        'drizzle/meta/_journal.json',
        'plugin',
        '.claude-plugin',
      ]),
    );
  });
});

describe('server.json of the MCP registry', () => {
  it('names the package, which names it', () => {
    expect(server.name).toBe(about.mcpName);
    expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(server.description.length).toBeLessThanOrEqual(100);
    expect(server.version).toBe(about.version);
    expect(server.packages).toMatchObject([
      { registryType: 'npm', identifier: about.name, version: about.version, transport: { type: 'stdio' } },
    ]);
  });

  it('starts "dewey mcp" with the toolsets of every client', () => {
    const [{ packageArguments, environmentVariables }] = server.packages;
    expect(packageArguments).toEqual([{ type: 'positional', value: 'mcp' }]);
    expect(environmentVariables).toContainEqual(
      expect.objectContaining({ name: 'DEWEY_TOOLSETS', default: defaultToolsets }),
    );
  });
});

describe('the plugin and its marketplace', () => {
  it('are of this version, and the plugin is where the marketplace says', () => {
    const [entry] = marketplace.plugins;
    expect([entry.version, plugin.version]).toEqual([about.version, about.version]);
    expect(entry.name).toBe(plugin.name);
    expect(existsSync(join(root, entry.source, '.claude-plugin/plugin.json'))).toBe(true);
    expect(marketplace).toMatchObject({
      name: expect.stringMatching(/^[a-z-]+$/),
      owner: { name: expect.any(String) },
    });
  });

  it('connect as setup does', () => {
    expect(json('plugin/.mcp.json').mcpServers.dewey.url).toBe(
      clientAddress('http://127.0.0.1:9020', defaultToolsets),
    );
  });
});

describe('the skill of the plugin', () => {
  const text = readFileSync(join(root, 'plugin/skills/recall/SKILL.md'), 'utf8');
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];

  it('says what it is for as Claude Code reads it', () => {
    const { name, description, ...more } = parse(head);
    expect([name, more]).toEqual(['recall', {}]);
    expect(description.length).toBeLessThanOrEqual(1024);
    expect(body.split('\n').length).toBeLessThan(100);
  });

  it('names only everyday tools, and parameters that they have', () => {
    const core = new Map(listCore(catalog, []).map((tool) => [tool.name, tool.inputSchema.properties]));
    const words = [...body.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, word = '']) => word);
    const tools = words.filter((word) => catalog.find(word));
    const parameters = new Set([...core.values()].flatMap((fields) => Object.keys(fields ?? {})));
    expect(tools.length).toBeGreaterThan(8);
    for (const tool of tools) expect([...core.keys()]).toContain(tool);
    for (const word of words) if (!core.has(word)) expect([...parameters]).toContain(word);
  });
});

describe('the release workflow', () => {
  it('publishes only what passed the tests, with commands that exist', () => {
    const { jobs } = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8'));
    for (const name of ['npm', 'image', 'bundle']) expect(jobs[name].needs).toBe('test');
    expect(jobs.release.needs).toEqual(['npm', 'image', 'bundle']);
    const commands = Object.values<{ steps: { run?: string }[] }>(jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run = '' }) =>
        [...run.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script),
      ),
    );
    expect(commands).toContain('bundle');
    for (const script of commands) expect(about.scripts).toHaveProperty([script]);
  });
});
