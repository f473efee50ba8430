import { describe, expect, it } from 'vitest';
import {
  looksLikeToken,
  refusalOf,
  shortened,
  type TokenState,
  tokenText,
} from '../../../../src/handlers/workflow/domain/tokens.ts';

const secret = 'A'.repeat(43);
const token: TokenState = {
  type: 'operation',
  sessionId: 'mine',
  phase: 'teach',
  action: 'deploy',
  expiresAt: 1000,
  used: false,
  revoked: false,
};

describe('tokens', () => {
  it('have a prefix and 256 bits, and nothing else is valid', () => {
    expect(tokenText('operation', secret)).toBe(`op_${secret}`);
    expect(looksLikeToken(tokenText('session', secret))).toBe(true);
    for (const text of [
      '',
      '../victim',
      `op_${secret}A`,
      `op_${secret.slice(1)}`,
      `op-${secret}`,
      `op_${secret}\n`,
    ])
      expect(looksLikeToken(text)).toBe(false);
  });

  it('are displayed as six characters', () => {
    expect(shortened(`op_abcdefgh${'x'.repeat(35)}`)).toBe('op_abcdef…');
  });

  it('are rejected for exactly these reasons', () => {
    expect(refusalOf(token, {}, 999)).toBeUndefined();
    expect(refusalOf(token, { sessionId: 'mine', phase: 'teach', action: 'deploy' }, 0)).toBeUndefined();
    expect(refusalOf(undefined, {}, 0)).toBe('unknown');
    expect(refusalOf({ ...token, revoked: true }, {}, 0)).toBe('revoked');
    expect(refusalOf(token, {}, 1000)).toBe('expired');
    expect(refusalOf({ ...token, used: true }, {}, 0)).toBe('used');
    expect(refusalOf(token, { sessionId: 'yours' }, 0)).toBe('session');
    expect(refusalOf(token, { phase: 'learn' }, 0)).toBe('phase');
    expect(refusalOf(token, { action: 'drop' }, 0)).toBe('action');
  });

  it('of a session are reusable for any action of their phase', () => {
    const session: TokenState = { ...token, type: 'session', used: true };
    expect(refusalOf(session, { action: 'drop' }, 999)).toBeUndefined();
    expect(refusalOf(session, { phase: 'learn' }, 999)).toBe('phase');
  });
});
