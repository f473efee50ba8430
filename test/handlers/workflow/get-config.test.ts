import { describe, expect, it } from 'vitest';
import applyPreset from '../../../src/handlers/workflow/apply-preset.ts';
import getConfig from '../../../src/handlers/workflow/get-config.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

describe('get_config', () => {
  it('returns the preset of a session, or the default without one', async () => {
    const before = await call(getConfig, {}, lake.deps);
    expect(before).toMatchObject({ active_preset: 'three-gate', config: { token_ttl: 5, session_ttl: 60 } });
    expect(before).not.toHaveProperty('session_id');
    await call(applyPreset, { preset_name: 'strict', session_id: 'mine' }, lake.deps);
    const mine = {
      active_preset: 'strict',
      session_id: 'mine',
      config: { enforcement: 'strict', token_ttl: 3 },
    };
    expect(await call(getConfig, { session_id: 'mine' }, lake.deps)).toMatchObject(mine);
    expect(await call(getConfig, {}, lake.deps)).toMatchObject(mine);
  });

  it('reports an unknown session', async () => {
    expect(await fail(getConfig, { session_id: 'none' }, lake.deps)).toMatchObject({ status: 404 });
  });
});
