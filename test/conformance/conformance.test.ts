import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useServer } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';
import { conformanceCatalog } from './catalog.ts';

const lake = useLake();
const fixtures = useServer(lake, {}, conformanceCatalog);
const product = useServer(lake);

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);
const node20 = fileURLToPath(new URL('node20.mjs', import.meta.url));

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dewey-conformance-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs the official suite against a URL; returns its output and exit code. */
function run(url: string, ...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const command = ['--import', node20, suite, 'server', '--url', `${url}/mcp`, ...args];
    const child = execFile(
      process.execPath,
      command,
      { cwd: directory, maxBuffer: 100_000_000 },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

/** Passed and failed checks of each scenario, from the summary. */
function summary(output: string): Map<string, { passed: number; failed: number }> {
  const lines = output
    .slice(output.indexOf('=== SUMMARY ==='))
    .matchAll(/[✓✗] (\S+): (\d+) passed, (\d+) failed/g);
  return new Map(
    [...lines].map(([, name = '', passed, failed]) => [
      name,
      { passed: Number(passed), failed: Number(failed) },
    ]),
  );
}

/** Scenarios that a revision does not score: extensions, and those that its reference implementation fails. */
const unscored = (output: string): Set<string> =>
  new Set(
    [...output.matchAll(/^ {2}[✓✗] (\S+) \((?:extension|pending|added-after-release)\)$/gm)].map(
      ([, name = '']) => name,
    ),
  );

describe.each([
  { revision: '2025-11-25', scenarios: 30 },
  { revision: '2026-07-28', scenarios: 37 },
])('the official conformance suite for $revision', ({ revision, scenarios }) => {
  it('passes everything that is scored', { timeout: 120_000 }, async () => {
    const { code, output } = await run(fixtures.url, '--requirements', revision);
    const notScored = unscored(output);
    const scored = [...summary(output)].filter(([name]) => !notScored.has(name));
    expect(scored.filter(([, { failed }]) => failed > 0)).toEqual([]);
    expect(scored).toHaveLength(scenarios);
    expect(scored.filter(([, { passed }]) => passed === 0)).toEqual([]);
    expect(code).toBe(0);
  });
});

/** Scenarios of each revision that need no fixtures. */
const bare = {
  '2025-11-25': [
    'server-initialize',
    'logging-set-level',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
  ],
};

describe.each(Object.entries(bare))('the product itself, for %s', (revision, scenarios) => {
  it('passes every scenario that needs no fixtures', { timeout: 120_000 }, async () => {
    const { output } = await run(product.url, '--requirements', revision);
    const results = summary(output);
    const outcome = scenarios.map((name) => [
      name,
      results.get(name)?.failed,
      (results.get(name)?.passed ?? 0) > 0,
    ]);
    expect(outcome).toEqual(scenarios.map((name) => [name, 0, true]));
  });
});

it('has working fixtures where the suite would not notice their absence', async () => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${fixtures.url}/mcp`)));
  const simple = await client.callTool({ name: 'test_simple_text', arguments: {} });
  expect(simple.content).toEqual([{ type: 'text', text: 'This is a simple text response for testing.' }]);
  const failing = await client.callTool({ name: 'test_error_handling', arguments: {} });
  expect(failing).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('This tool intentionally returns an error for testing') }],
  });
  await client.close();
});
