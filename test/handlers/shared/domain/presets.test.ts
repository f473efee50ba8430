import { describe, expect, it } from 'vitest';
import { builtInPresets, validatePreset } from '../../../../src/handlers/shared/domain/presets.ts';

const countable = new Set(
  builtInPresets.flatMap(({ gates }) => Object.values(gates).flatMap((g) => g.required_tools)),
);
const own = {
  name: 'review',
  description: 'Look before you decide',
  enforcement: 'moderate',
  gates: {
    teach: { required_tools: ['record_experience'] },
    learn: { required_tools: ['search_experiences'] },
    reason: { required_tools: ['reason_through'] },
  },
  token_ttl: 2,
  session_ttl: 20,
};

describe('presets', () => {
  it('built in are these four, valid except for the warnings of the open ones', () => {
    expect(
      builtInPresets.map(({ name, enforcement, token_ttl, session_ttl }) => [
        name,
        enforcement,
        token_ttl,
        session_ttl,
      ]),
    ).toEqual([
      ['three-gate', 'moderate', 5, 60],
      ['minimal', 'lenient', 10, 120],
      ['strict', 'strict', 3, 30],
      ['custom', 'custom', 5, 60],
    ]);
    for (const preset of builtInPresets) expect(validatePreset(preset, countable).errors).toEqual([]);
    expect(validatePreset(builtInPresets[0], countable).warnings).toEqual([]);
  });

  it('keep the order of their gates', () => {
    const { teach, learn, reason } = own.gates;
    const { preset } = validatePreset({ ...own, gates: { reason, learn, teach } }, countable);
    expect(Object.keys(preset?.gates ?? {})).toEqual(['reason', 'learn', 'teach']);
  });

  it.each([
    ['no object', 7, ['The configuration must be an object.']],
    ['no name', { ...own, name: undefined }, ['name: is required and must be a string.']],
    [
      'no gates',
      { ...own, gates: undefined },
      ['gates: is required and must be an object with teach, learn and reason.'],
    ],
    [
      'a missing gate',
      { ...own, gates: { teach: own.gates.teach, learn: own.gates.learn } },
      ['gates.reason: is missing.'],
    ],
    [
      'a gate that is a string',
      { ...own, gates: { ...own.gates, learn: 'all' } },
      ['gates.learn: must be an object with required_tools.'],
    ],
    [
      'tools that are not names',
      { ...own, gates: { ...own.gates, learn: { required_tools: [3] } } },
      ['gates.learn.required_tools: must be a list of at most 100 tool names.'],
    ],
    [
      'an unknown phase',
      { ...own, gates: { ...own.gates, dream: { required_tools: [] } } },
      ['gates.dream: is not a phase; the phases are teach, learn, reason.'],
    ],
    [
      'an unknown enforcement',
      { ...own, enforcement: 'harsh' },
      ['enforcement: must be one of lenient, moderate, strict, custom.'],
    ],
    ['no lifetime', { ...own, token_ttl: 0 }, ['token_ttl: must be more than 0 and at most 43200 minutes.']],
  ])('are refused with %s', (_, config, errors) => {
    const validation = validatePreset(config, countable);
    expect(validation.errors).toEqual(errors);
    expect(validation).toMatchObject({ valid: false });
    expect(validation.preset).toBeUndefined();
  });

  it('get warnings for defaults', () => {
    const { preset, warnings } = validatePreset(
      {
        name: 'loose',
        token_ttl: 'soon',
        gates: { teach: {}, learn: { required_tools: ['no_such_tool'] }, reason: { required_tools: [] } },
      },
      countable,
    );
    expect(warnings).toEqual([
      'gates.teach: has no required_tools; the gate is always open.',
      'gates.learn: calls of no_such_tool are not counted, so the gate never opens.',
      'gates.reason: has no required_tools; the gate is always open.',
      'description: is missing; describe what the preset is for.',
      'enforcement: is missing; custom is used.',
      'token_ttl: is not a number of minutes; 5 is used.',
    ]);
    expect(preset).toMatchObject({ enforcement: 'custom', token_ttl: 5, session_ttl: 60 });
  });
});
