import { describe, expect, it } from 'vitest';
import { leanPassage } from '../../../src/handlers/shared/lean-passage.ts';

describe('a passage for models', () => {
  it('keeps a short one', () => {
    expect(leanPassage('the **loan** period')).toBe('the **loan** period');
  });

  it('ends after a whole word, with its marks in pairs', () => {
    const cut = leanPassage(`${'the **loan** period '.repeat(20)}`);
    expect(cut.length).toBeLessThanOrEqual(161);
    expect(cut).toMatch(/(\*\*loan\*\*|period|the)…$/);
    expect(cut.split('**').length % 2).toBe(1);
    // The cut falls into a marked phrase.
    const inside = leanPassage(`${'x '.repeat(70)}**${'long words of a phrase '.repeat(9)}** end`);
    expect(inside).toBe(`${'x '.repeat(70).trimEnd()}…`);
  });

  it('keeps the part with the most different marked words', () => {
    const far = `the **belt** ${'runs on and on '.repeat(9)}until the **conveyor** **jams** at ${'noon '.repeat(20)}`;
    const cut = leanPassage(far);
    expect(cut).toMatch(/^…\S.*\*\*conveyor\*\* \*\*jams\*\* at/);
    expect(cut.length).toBeLessThanOrEqual(161);
    expect(leanPassage(`the **belt** ${'and **belt** '.repeat(20)}`)).toMatch(/^the \*\*belt\*\*/);
  });

  it('keeps both stars of a marked word at its end', () => {
    expect(leanPassage(`${'a b '.repeat(37)}**belt** conveyor and so on`)).toMatch(/ \*\*belt\*\*…$/);
  });

  it('cuts a text without spaces, but no character', () => {
    const cut = leanPassage('😀'.repeat(200));
    expect(cut).toBe(`${'😀'.repeat(80)}…`);
  });
});
