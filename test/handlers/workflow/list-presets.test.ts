import { describe, expect, it } from 'vitest';
import importData from '../../../src/handlers/experience/import-data.ts';
import listPresets from '../../../src/handlers/workflow/list-presets.ts';
import { call } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

describe('list_presets', () => {
  it('lists built-in and custom presets', async () => {
    const before = await call(listPresets, {}, lake.deps);
    expect(before).toMatchObject({ count: 4, built_in_count: 4, custom_count: 0 });
    expect(before.presets[2]).toEqual({
      name: 'strict',
      description: 'Requires every tool of the current phase and of all earlier phases.',
      enforcement: 'strict',
      type: 'built-in',
    });
    const config = {
      name: 'ours',
      description: 'Our own',
      enforcement: 'moderate',
      gates: { teach: {}, learn: {}, reason: {} },
    };
    await call(importData, { data: config }, lake.deps);
    const after = await call(listPresets, {}, lake.deps);
    expect(after).toMatchObject({ count: 5, custom_count: 1 });
    expect(after.presets[4]).toEqual({
      name: 'ours',
      description: 'Our own',
      enforcement: 'moderate',
      type: 'custom',
    });
  });
});
