import { describe, expect, it } from 'vitest';
import { formats, fresh } from '../../../bench/redaction-formats.ts';
import { type CapturedMessage, fullness } from '../../../src/gateway/capture/messages/captured.ts';
import { prepareInThread } from '../../../src/gateway/capture/messages/prepare-in-thread.ts';
import { RedactionBudgetExceeded } from '../../../src/gateway/redaction/budget.ts';
import { redactInThread } from '../../../src/gateway/redaction/in-thread.ts';
import { clean, redactText } from '../../../src/gateway/redaction/index.ts';
import { maskText } from '../../../src/gateway/redaction/text.ts';
import { chance } from '../../support/chance.ts';
import { slowTexts } from '../../support/slow-text.ts';
import { hostileTexts, toldWith } from './hostile.ts';

describe('secret formats', () => {
  it('are found in at least 19 of 20 texts, and redaction is idempotent', () => {
    const random = chance(7);
    const missed: string[] = [];
    const times = 5;
    for (const [name, text] of formats)
      for (let i = 0; i < times; i += 1) {
        const made = fresh(text, random);
        const result = redactText(made.text, {});
        if (result.includes(made.secret)) missed.push(name);
        expect(redactText(result, {}), name).toBe(result);
        expect(maskText(made.text, {})).toHaveLength(made.text.length);
      }
    expect(formats.length).toBeGreaterThanOrEqual(100);
    expect(missed.length / (formats.length * times), missed.join(', ')).toBeLessThan(0.05);
  });

  it('are found anywhere in a text, even without a known prefix', () => {
    const secret = `${'q7Xw2Kd9/Lr4Tz8Vb3+N'}${'c6Jm1Hs5Pf0Gy7Ra2We9'}`;
    for (let before = 0; before <= 2 * secret.length; before += 1)
      for (const filling of [' ', 'word '.repeat(20)])
        for (const behind of ['', '\n', ` ${'word '.repeat(20)}`]) {
          const text = `${filling.repeat(before).slice(0, before)} ${secret}${behind}`;
          expect(redactText(text, {}), text).not.toContain(secret);
        }
  });

  it.each([
    'const body = { access_token: accessToken, refresh_token: refreshToken };',
    'function login(password: string, token?: string): Promise<Session>',
    '<div class="password-input token-list secret-panel-2">',
    'password: z.string().min(8), token: z.uuid()',
    'secretName: my-service-tls, passwordSecretRef: db-credentials',
    "t('login.password.required', 'A password is required')",
    'if (token === undefined) throw new Error("token is missing");',
    'export type ApiKey = { name: string; secretHash: string };',
    'cache_key = f"user:{user_id}:profile"',
    'the password is incorrect, the token is expired and the key is missing',
    'see https://example.org:8080/a/@scope/package and http://[::1]:9020/mcp',
    'sk-loading-indicator-animation-wrapper-inner',
    'git checkout 0123456789abcdef0123456789abcdef01234567',
    'id 550e8400-e29b-41d4-a716-446655440000, sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    "if (text.includes('-----BEGIN PRIVATE KEY-----')) return parse(text);",
    'password = hash(input.password)',
    'const specialToken = specialTokens[index];',
  ])('are not found in %s', (text) => {
    const found = {};
    expect(clean(text, found)).toBe(text);
    expect(found).toEqual({});
  });
});

describe('hostile texts', () => {
  // With every text, and another expression: `test/long/redaction.test.ts`.
  it('are searched in linear time', { timeout: 300_000 }, () => {
    const texts = (characters: number) => hostileTexts(characters, 6);
    expect(slowTexts(texts, (text) => clean(text, {}))).toEqual([]);
  });

  it('would be told if an expression of the product were quadratic', () => {
    expect(toldWith(/[\w.]+@[\w.]+x/g, '.')).toEqual([
      expect.stringMatching(/^\.: .* times a quarter of it$/),
    ]);
  });

  it('do not block the event loop when they are long', { timeout: 120_000 }, async () => {
    const text = 'eyJ'.repeat(700_000);
    const message: CapturedMessage = {
      type: 'message',
      source: { key: 'test:1' },
      id: '1',
      role: 'tool',
      content: `${text} ghp_${'a1B2'.repeat(9)}`,
      metadata: {},
      fullness: fullness.record,
    };
    let longest = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const prepared = await prepareInThread(message);
    clearInterval(watch);
    expect(prepared.redactions).toEqual({ github_token: 1 });
    expect(longest).toBeLessThan(1000);
    expect(await prepareInThread(message, { longestInline: 10 * text.length })).toEqual(prepared);
  });

  it('that exceed their time budget are refused, and the next one is handled', {
    timeout: 120_000,
  }, async () => {
    const late = redactInThread({ what: 'input', input: 'pwd=\n'.repeat(400_000) }, 2_000_000, 1);
    await expect(late).rejects.toBeInstanceOf(RedactionBudgetExceeded);
    await expect(late).rejects.toMatchObject({ kind: 'too_large' });
    const next = await redactInThread({ what: 'input', input: `ghp_${'a1B2'.repeat(9)}` }, 40);
    expect(next).toEqual({ value: '[redacted:github_token]', found: { github_token: 1 } });
  });
});
