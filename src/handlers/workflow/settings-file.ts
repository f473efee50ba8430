import type { Files } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { SettingsError } from './domain/hooks.ts';

type Json = Record<string, unknown>;

const mostBytes = 10_000_000;

/**
 * Changes a settings file if the change makes a difference, after saving a copy named with the time beside it. A missing
 * file counts as empty.
 *
 * @throws ToolError `refused` when the file has unexpected contents; it is not changed.
 */
export async function changeSettings<T extends { settings: Json }>(
  files: Files,
  path: string,
  at: Date,
  change: (settings: Json) => T,
): Promise<{ result: T; changed: boolean; missing: boolean; backup?: string }> {
  const before = await readText(files, path);
  const missing = before === undefined;
  const settings = parse(before ?? '{}', path);
  const result = apply(change, settings, path);
  if (result.settings === settings) return { result, changed: false, missing };
  const backup = before === undefined ? {} : { backup: await keepBefore(files, path, before, at) };
  const indent = /^\{\r?\n([ \t]+)/.exec(before ?? '')?.[1] ?? '  ';
  await files.write(path, `${JSON.stringify(result.settings, null, indent)}\n`, {
    overwrite: before !== undefined,
  });
  return { result, changed: true, missing, ...backup };
}

/** Two changes within a millisecond get separate backups. */
async function keepBefore(files: Files, path: string, before: string, at: Date): Promise<string> {
  const name = `${path}.backup-${at.toISOString().replaceAll(/[-:.]/g, '')}`;
  for (let others = 0; ; others++)
    try {
      return await files.write(others === 0 ? name : `${name}-${others + 1}`, before);
    } catch (error) {
      if (!(error instanceof ToolError && error.kind === 'conflict') || others === mostBackups) throw error;
    }
}
const mostBackups = 20;

async function readText(files: Files, path: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await files.read(path, mostBytes));
  } catch (error) {
    if (error instanceof ToolError && error.kind === 'not_found') return undefined;
    if (error instanceof TypeError) throw unusable(path, 'it is not UTF-8 text');
    throw error;
  }
}

function parse(text: string, path: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text.trim() === '' ? '{}' : text);
  } catch {
    throw unusable(path, 'it is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unusable(path, 'it is not an object');
  return value as Json;
}

function apply<T>(change: (settings: Json) => T, settings: Json, path: string): T {
  try {
    return change(settings);
  } catch (error) {
    if (error instanceof SettingsError) throw unusable(path, error.message);
    throw error;
  }
}

const unusable = (path: string, problem: string): ToolError =>
  new ToolError('refused', `The settings in ${path} cannot be changed: ${problem}.`, {
    field: 'settings_path',
    problem,
    suggestion: 'Fix the file, or add the settings block by hand.',
  });
