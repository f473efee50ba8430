import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `unit` needs neither PostgreSQL nor a build, `source` reads the project's own code and documents, `lake` needs a
 * database, `process` runs programs of its own.
 */
export type Kind = 'unit' | 'source' | 'lake' | 'process';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The test files of each kind. A file belongs where it and the helpers it imports put it, so that no list has to be
 * kept: one that starts processes to `process`, one that asks for the run's server to `lake`, and of the others those in
 * the root and in `docs` to `source`.
 *
 * @returns paths relative to the root of the project.
 */
export function testFiles(): Record<Kind, string[]> {
  const files: Record<Kind, string[]> = { unit: [], source: [], lake: [], process: [] };
  const known = new Map<string, Needs>();
  for (const name of readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.test.ts') || name.startsWith('long')) continue;
    const { server, processes } = needsOf(join(root, 'test', name), known);
    const aboutSource = !name.includes('/') || name.startsWith('docs/');
    files[processes ? 'process' : server ? 'lake' : aboutSource ? 'source' : 'unit'].push(join('test', name));
  }
  return files;
}

type Needs = { server: boolean; processes: boolean };

function needsOf(path: string, known: Map<string, Needs>): Needs {
  const before = known.get(path);
  if (before) return before;
  const text = readFileSync(path, 'utf8');
  const needs: Needs = {
    server: /\binject\(|\bholdEmbeddedServer\b/.test(text),
    processes: /'node:child_process'/.test(text),
  };
  known.set(path, needs);
  for (const [, from = ''] of text.matchAll(/from '(\.[^']+\.ts)'/g)) {
    const imported = join(dirname(path), from);
    if (!imported.startsWith(join(root, 'test')) || !existsSync(imported)) continue;
    const its = needsOf(imported, known);
    needs.server ||= its.server;
    needs.processes ||= its.processes;
  }
  return needs;
}
