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
    const inside = leanPassage(`${'x '.repeat(70)}**${'long words of a phrase '.repeat(5)}** end`);
    expect(inside).toBe(`${'x '.repeat(70).trimEnd()}…`);
  });

  it('cuts a text without spaces, but no character', () => {
    const cut = leanPassage('😀'.repeat(200));
    expect(cut).toBe(`${'😀'.repeat(80)}…`);
  });
});
