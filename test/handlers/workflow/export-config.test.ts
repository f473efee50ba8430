import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFiles } from '../../../src/gateway/runtime/files.ts';
import importData from '../../../src/handlers/experience/import-data.ts';
import type { Deps } from '../../../src/handlers/tool/deps.ts';
import applyPreset from '../../../src/handlers/workflow/apply-preset.ts';
import exportConfig from '../../../src/handlers/workflow/export-config.ts';
import getConfig from '../../../src/handlers/workflow/get-config.ts';
import listPresets from '../../../src/handlers/workflow/list-presets.ts';
import validateConfig from '../../../src/handlers/workflow/validate-config.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
let folder: string;
let deps: Deps;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-files-'));
  deps = { ...lake.deps, files: openFiles(folder) };
});
afterAll(() => rm(folder, { recursive: true }));

describe('export_config', () => {
  it('returns a preset that can be changed, imported, listed and applied', async () => {
    const { config, size_bytes, file_path } = await call(
      exportConfig,
      { preset_name: 'strict', file_path: 'presets/strict.json' },
      deps,
    );
    const text = await readFile(join(folder, 'presets/strict.json'), 'utf8');
    expect(JSON.parse(text)).toEqual(config);
    expect([Buffer.byteLength(text), join(folder, 'presets/strict.json')]).toEqual([size_bytes, file_path]);

    const { teach, learn, reason } = config.gates;
    const own = { ...config, name: 'ours', token_ttl: 1, gates: { reason, teach, learn } };
    expect(await call(validateConfig, { config: own }, deps)).toMatchObject({
      valid: true,
      errors: [],
      warnings: [],
    });
    await call(importData, { data: own }, deps);
    expect(await call(listPresets, {}, deps)).toMatchObject({ count: 5, built_in_count: 4, custom_count: 1 });
    const { presets } = await call(listPresets, {}, deps);
    expect(presets.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`)).toEqual([
      'three-gate built-in',
      'minimal built-in',
      'strict built-in',
      'custom built-in',
      'ours custom',
    ]);
    const applied = await call(applyPreset, { preset_name: 'ours' }, deps);
    expect(applied).toMatchObject({ applied: true, enforcement: 'strict', gates: own.gates });
    expect(Object.keys(applied.gates)).toEqual(['reason', 'teach', 'learn']);
    const current = await call(getConfig, { session_id: applied.session_id }, deps);
    expect(current).toMatchObject({ active_preset: 'ours', config: own });
    expect(Object.keys(current.config.gates)).toEqual(['reason', 'teach', 'learn']);
  });

  it('replaces a file only on request, and names the invalid field', async () => {
    const input = { preset_name: 'strict', file_path: 'again.json' };
    await call(exportConfig, input, deps);
    expect(await fail(exportConfig, { ...input, preset_name: 'minimal' }, deps)).toMatchObject({
      kind: 'conflict',
      data: { field: 'file_path', suggestion: expect.stringContaining('overwrite: true') },
    });
    expect(JSON.parse(await readFile(join(folder, 'again.json'), 'utf8')).name).toBe('strict');
    await call(exportConfig, { ...input, preset_name: 'minimal', overwrite: true }, deps);
    expect(JSON.parse(await readFile(join(folder, 'again.json'), 'utf8')).name).toBe('minimal');
  });

  it('rejects an unknown preset, and a path where no file may be written', async () => {
    expect(await fail(exportConfig, { preset_name: '../victim' }, deps)).toMatchObject({
      kind: 'not_found',
      data: { field: 'preset_name' },
    });
    expect(await fail(exportConfig, { preset_name: 'strict', file_path: '../x.json' }, deps)).toMatchObject({
      kind: 'forbidden',
    });
    expect(await fail(exportConfig, { preset_name: 'strict', file_path: 'x.json' }, lake.deps)).toMatchObject(
      { kind: 'refused' },
    );
  });
});
