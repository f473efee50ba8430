import { expect, it } from 'vitest';
import { builtIn, type Preset } from '../../../../src/handlers/shared/domain/presets.ts';
import { weakerIn } from '../../../../src/handlers/shared/domain/weaker.ts';

const named = (name: string): Preset => {
  const found = builtIn(name);
  if (!found) throw new Error(name);
  return found;
};
const strict = named('strict');
const three = named('three-gate');
const guard = { calls: ['Bash(git push*)'], phase: 'reason', closed: 'deny', open: 'usual' } as const;
const guarded = (changes: object = {}, unavailable: 'allow' | 'deny' = 'allow'): Preset => ({
  ...three,
  guards: [{ ...guard, calls: [...guard.calls], ...changes }],
  when_unavailable: unavailable,
});

it.each<[string, Preset, Preset, string | undefined]>([
  ['the same', three, three, undefined],
  ['stricter', strict, three, undefined],
  ['of less enforcement', three, strict, 'its enforcement is moderate instead of strict'],
  [
    'without a requirement',
    { ...strict, gates: { ...strict.gates, learn: { required_tools: ['gather_context'] } } },
    strict,
    'the learn gate no longer requires search_experiences',
  ],
  [
    'with another way through',
    { ...three, gates: { ...three.gates, reason: { required_tools: ['reason_through', 'list_presets'] } } },
    three,
    'list_presets alone would open the reason gate',
  ],
  ['with guards', guarded(), three, undefined],
  ['without guards', three, guarded(), 'Bash(git push*) is no longer guarded in the same way'],
  [
    'that asks',
    guarded({ closed: 'ask' }),
    guarded(),
    'Bash(git push*) is no longer guarded in the same way',
  ],
  ['that denies', guarded(), guarded({ closed: 'ask' }), undefined],
  [
    'that ends sooner',
    { ...guarded(), session_ttl: 0.1 },
    guarded(),
    'its guards would end after 0.1 minutes instead of 60',
  ],
  [
    'open in an outage',
    guarded(),
    guarded({}, 'deny'),
    'guarded calls would pass while the store is unavailable',
  ],
])('a preset %s', (_, next, current, expected) => {
  expect(weakerIn(next, current)).toBe(expected);
});
