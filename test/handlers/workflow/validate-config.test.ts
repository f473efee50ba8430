import { describe, expect, it } from 'vitest';
import validateConfig from '../../../src/handlers/workflow/validate-config.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

const gate = { required_tools: ['record_experience'] };
const gates = { teach: gate, learn: gate, reason: gate };
const validate = (config: Record<string, unknown>) => call(validateConfig, { config }, lake.deps);

describe('validate_config', () => {
  it('accepts a complete configuration', async () => {
    const config = {
      name: 'ours',
      description: 'Ours',
      enforcement: 'strict',
      gates,
      token_ttl: 5,
      session_ttl: 60,
    };
    expect(await validate(config)).toEqual({
      valid: true,
      errors: [],
      warnings: [],
      message: 'The configuration is valid.',
    });
  });

  it('reports errors and warnings', async () => {
    expect(await validate({})).toMatchObject({
      valid: false,
      errors: [
        'name: is required and must be a string.',
        'gates: is required and must be an object with teach, learn and reason.',
      ],
    });
    expect(await validate({ name: 'x', gates: { ...gates, learn: {} }, token_ttl: 'five' })).toMatchObject({
      valid: true,
      warnings: [
        'gates.learn: has no required_tools; the gate is always open.',
        'description: is missing; describe what the preset is for.',
        'enforcement: is missing; custom is used.',
        'token_ttl: is not a number of minutes; 5 is used.',
      ],
    });
  });

  it('accepts only objects', async () => {
    expect(await fail(validateConfig, { config: 'strict' }, lake.deps)).toMatchObject({
      data: { field: 'config' },
    });
  });

  it('names what is wrong with a guard', async () => {
    const good = { calls: ['Bash(git push*)'], phase: 'reason' };
    const config = { name: 'x', description: 'd', enforcement: 'custom', gates };
    expect(await validate({ ...config, guards: [good], when_unavailable: 'deny' })).toMatchObject({
      valid: true,
      warnings: [],
    });
    expect(
      await validate({
        ...config,
        guards: [{ ...good, calls: ['git push'], phase: 'later', closed: 'no' }, 'x'],
        when_unavailable: 'perhaps',
      }),
    ).toMatchObject({
      valid: false,
      errors: [
        'when_unavailable: must be one of allow, deny.',
        'guards.0.calls.0: must begin with the name of a tool.',
        'guards.0.phase: must be one of teach, learn, reason.',
        'guards.0.closed: must be one of deny, ask.',
        'guards.1: must be an object with calls and phase.',
      ],
    });
    expect(await validate({ ...config, guards: [] })).toMatchObject({ valid: false });
  });
});
