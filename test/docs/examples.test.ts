import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { main } from '../support/cli.ts';
import { runHere } from '../support/command.ts';
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
  server = await serve({ DATABASE_URL: database.url, DEWEY_DATA_DIR: await dataDir() });
  await new Promise<void>((resolve) => void here.listen(join(folder, 'here'), resolve));
  await program('process', `exec "${process.execPath}" "${main}" "$@"`);
  await program(
    'here',
    `reply=$(printf '%s\\0' "$@" | curl -sS --unix-socket '${join(folder, 'here')}' --data-binary @- http://dewey/)
printf '%s\\n' "\${reply#*:}"
exit "\${reply%%:*}"`,
  );
});
afterAll(async () => {
  here.close();
  await server.end();
});

/** Runs commands in this process: a program takes half a second to load. Answers with the exit code and what is printed. */
const here = createServer(async (request, response) => {
  const args = (await text(request)).split('\0').slice(0, -1);
  const { code, out, err } = await runHere(args, { DEWEY_URL: server.url });
  response.end(`${code}:${out}${code === 0 ? '' : err}`);
});

/** Writes a `dewey` into a folder of its own. */
async function program(name: string, script: string): Promise<void> {
  await mkdir(join(folder, `dewey-${name}`));
  const path = join(folder, `dewey-${name}`, 'dewey');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}

/**
 * Runs commands in a shell that has `dewey`, and a `curl` that fails on HTTP errors.
 *
 * @param where where `dewey` runs.
 */
async function run(commands: string, where: 'process' | 'here'): Promise<string> {
  const script = `set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n${commands}`;
  const child = spawn('bash', ['-c', script.replaceAll('http://127.0.0.1:9020', server.url)], {
    cwd: folder,
    env: {
      PATH: `${join(folder, `dewey-${where}`)}:${process.env.PATH}`,
      DEWEY_URL: server.url,
      HOME: folder,
    },
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

  it.each(examples)('$path, line $line', async (example) => {
    const { path, commands, answer } = example;
    // The first of each page as a process, as users run it.
    const where = example === examples.find((one) => one.path === path) ? 'process' : 'here';
    if (answer === undefined) return void (await run(commands, where));
    const check = async () => {
      const last = (await run(commands, where)).trim().split('\n').at(-1) ?? '';
      expect(JSON.parse(last)).toEqual(expected(JSON.parse(answer)));
    };
    // The results of a job appear later, on a busy machine much later; everything else is immediate.
    await (commands.includes('event_search')
      ? vi.waitFor(check, { timeout: 90_000, interval: 500 })
      : check());
  });
});
