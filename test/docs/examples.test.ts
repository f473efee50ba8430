import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { main } from '../support/cli.ts';
import { useDataDirs } from '../support/datadir.ts';
import { useDatabase } from '../support/lake.ts';
import { type Running, serve } from '../support/process.ts';
import { root } from '../support/source.ts';

/**
 * Runs the examples of the README and the guide as a user would paste them: every `sh` block of `curl` and `dewey call`
 * lines, page by page from top to bottom, against one server. If a `json` block follows with only "answers" in between,
 * the last line of output must match it; `…` stands for any text.
 */

const paths = [
  'README.md',
  'docs/guide/capture.md',
  'docs/guide/search.md',
  'docs/guide/decisions.md',
  'docs/guide/documents-and-events.md',
  'docs/guide/experience-and-gates.md',
  'docs/guide/startup-contexts.md',
];

type Example = { path: string; line: number; commands: string; answer: string | undefined };

async function examplesOf(path: string): Promise<Example[]> {
  const page = await readFile(join(root, path), 'utf8');
  return [...page.matchAll(/^```sh\n(.*?)^```\n(?:\n(?:It )?answers:?\n\n```json\n(.*?)^```)?/gms)]
    .map((match) => ({
      path,
      line: page.slice(0, match.index).split('\n').length + 1,
      commands: match[1] ?? '',
      answer: match[2],
    }))
    .filter(({ commands }) => /^(curl|dewey call) /.test(commands));
}

const dataDir = useDataDirs();
const database = useDatabase();
const examples = (await Promise.all(paths.map(examplesOf))).flat();
let server: Running & { url: string };
let folder: string;

beforeAll(async () => {
  await mkdir(inject('scratch'), { recursive: true });
  folder = await mkdtemp(join(inject('scratch'), 'examples-'));
  await writeFile(join(folder, 'dewey'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  await chmod(join(folder, 'dewey'), 0o755);
  server = await serve({ DATABASE_URL: database.url, DEWEY_DATA_DIR: await dataDir() });
});
afterAll(() => server.end());

/** Runs commands in a shell that has `dewey`, and a `curl` that fails on HTTP errors. */
async function run(commands: string): Promise<string> {
  const script = `set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n${commands}`;
  const child = spawn('bash', ['-c', script.replaceAll('http://127.0.0.1:9020', server.url)], {
    cwd: folder,
    env: { PATH: `${folder}:${process.env.PATH}`, DEWEY_URL: server.url, HOME: folder },
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`exit code ${code}: ${out}${err}`);
  return out;
}

/** `…` stands for any text. */
function expected(value: unknown): unknown {
  if (value === '…') return expect.any(String);
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value !== 'object' || value === null) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expected(item)])),
  );
}

// Each command is a process, and a block may have several.
describe('the examples', { timeout: 120_000 }, () => {
  it('are on every page', () => {
    expect([...new Set(examples.map(({ path }) => path))]).toEqual(paths);
  });

  it.each(examples)('$path, line $line', async ({ commands, answer }) => {
    if (answer === undefined) return void (await run(commands));
    const check = async () => {
      const last = (await run(commands)).trim().split('\n').at(-1) ?? '';
      expect(JSON.parse(last)).toEqual(expected(JSON.parse(answer)));
    };
    // The results of a job appear later, on a busy machine much later; everything else is immediate.
    await (commands.includes('event_search')
      ? vi.waitFor(check, { timeout: 90_000, interval: 500 })
      : check());
  });
});
