import { describe, expect, it } from 'vitest';
import { RecentTexts } from '../../../src/gateway/redaction/recent-texts.ts';
import { redactText } from '../../../src/gateway/redaction/text.ts';

describe('texts without secrets', () => {
  it('are remembered up to a total length, the latest ones', () => {
    const texts = new RecentTexts();
    const text = (n: number) => `${n} ${'x'.repeat(100_000)}`;
    for (let n = 0; n < 100; n += 1) texts.add(text(n));
    expect(texts.has(text(99))).toBe(true);
    expect(texts.has(text(85))).toBe(true);
    expect(texts.has(text(0))).toBe(false);
    texts.add('y'.repeat(3_000_000)); // too long for what is remembered
    expect(texts.has('y'.repeat(3_000_000))).toBe(false);
    expect(texts.has(text(99))).toBe(true);
  });

  it('are told from those with one, and a secret is counted each time', () => {
    const secret = `the token is ghp_${'a1B2'.repeat(9)}`;
    for (let round = 0; round < 2; round += 1) {
      const found = {};
      expect(redactText('the token is on the third shelf', found)).toBe('the token is on the third shelf');
      expect(redactText(secret, found)).toBe('the token is [redacted:github_token]');
      expect(found).toEqual({ github_token: 1 });
    }
  });
});
