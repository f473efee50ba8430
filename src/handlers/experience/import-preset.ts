import { findPreset, savePreset } from '../../db/workflow/presets.ts';
import { builtIn, neverCounted, validatePreset } from '../shared/domain/presets.ts';
import { mayWeaken, weakerIn } from '../shared/domain/weaker.ts';
import { gateTools } from '../shared/gate-tools.ts';
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';

/** Stores a workflow preset; storing the same one again changes nothing. */
export async function importPreset(config: unknown, deps: Deps) {
  const { preset, errors, warnings } = validatePreset(config, gateTools);
  if (!preset)
    throw new ToolError('invalid_input', `The preset is invalid: ${errors.join(' ')}`, {
      field: 'data',
      problem: errors.join(' '),
      suggestion: 'Check it with validate_config.',
    });
  if (builtIn(preset.name))
    throw new ToolError('conflict', `The preset ${preset.name} is built in.`, {
      field: 'name',
      received: preset.name,
      suggestion: 'Choose another name for your preset.',
    });
  const stored = await findPreset(deps.db.sql, preset.name);
  const before = stored === undefined ? undefined : validatePreset(stored, gateTools).preset;
  const weaker = before && weakerIn(preset, before);
  if (weaker !== undefined && !mayWeaken(deps))
    throw new ToolError('forbidden', `The preset ${preset.name} exists, and this one is weaker: ${weaker}.`, {
      field: 'name',
      received: preset.name,
      problem: weaker,
      suggestion: 'Choose another name, or import it with a key of the scope admin.',
    });
  if (weaker !== undefined)
    deps.log.warn(
      { preset: preset.name, weaker, key: deps.call?.keyId },
      'a preset was replaced by a weaker one',
    );
  const never = neverCounted(preset, gateTools);
  const changed = await savePreset(deps.db.sql, preset.name, preset, deps.clock());
  return {
    imported: changed ? 1 : 0,
    skipped: changed ? 0 : 1,
    duplicates: changed ? 0 : 1,
    errors: [],
    total_records: 1,
    preset_name: preset.name,
    message: [
      changed ? `The preset ${preset.name} is stored.` : `The preset ${preset.name} is already stored.`,
      never.length === 0
        ? 'It can be applied.'
        : `It cannot be applied: calls of ${never.join(', ')} are not counted. Correct it and import it again.`,
      ...warnings,
    ].join(' '),
  };
}
