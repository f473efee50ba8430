import { maxDepth } from '../../handlers/tool/text.ts';
import { cleanDeep } from './deep.ts';
import type { Redactions } from './marks.ts';
import { withoutPrivateBlocks } from './private.ts';
import { redactText } from './text.ts';

/**
 * Tool fields that identify or select something: their values are looked up, compared or used, and kept unchanged. So are
 * fields whose names end in `_id`, `_ids` or `_uid`.
 */
const names = new Set([
  'id',
  'ids',
  'role',
  'type',
  'status',
  'phase',
  'project',
  'domain',
  'scope',
  'model',
  'name',
  'preset_name',
  'tool',
  'risk_level',
  'final_status',
  'signal_type',
  'valence',
  'decision_domain',
  'current_phase',
  'source_system',
  'artifact_type',
  'sensitivity',
  'visibility_scope',
  'retention_policy',
  'ts',
  'document_date',
  'created_at',
  'started_at',
  'linked_pr',
  'linked_commit',
  'file_path',
  'settings_path',
  'source_file',
  'operation_token',
  'hooks',
  'available_tools',
]);

/** Free-form objects: a field in them that is named like a secret is treated as one. */
const free = new Set(['metadata', 'metrics', 'signals', 'user_intent']);

export const isName = (field: string): boolean =>
  names.has(field) || field.endsWith('_id') || field.endsWith('_ids') || field.endsWith('_uid');

/**
 * Removes secrets from the input of a tool; values that are not text and identifying fields are kept.
 *
 * @returns the input itself when nothing was removed.
 */
export function cleanInputOf(input: unknown, found: Redactions, depth = 0): unknown {
  if (typeof input === 'string') return redactText(withoutPrivateBlocks(input, found), found);
  if (typeof input !== 'object' || input === null) return input;
  if (depth >= maxDepth) throw new RangeError(`nested deeper than ${maxDepth} levels`);
  if (Array.isArray(input)) {
    const items = input.map((item) => cleanInputOf(item, found, depth + 1));
    return items.some((item, i) => item !== input[i]) ? items : input;
  }
  let changed = false;
  const entries = Object.entries(input).map(([field, value]): [string, unknown] => {
    const next = isName(field)
      ? value
      : free.has(field)
        ? cleanDeep(value, found)
        : cleanInputOf(value, found, depth + 1);
    changed ||= next !== value;
    return [field, next];
  });
  return changed ? Object.fromEntries(entries) : input;
}

/** Total length, in characters, of all texts in a value. */
export function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const item of Object.values(value)) sum += lengthOf(item);
  return sum;
}
