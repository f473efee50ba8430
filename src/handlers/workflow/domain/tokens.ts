/** An operation token can be used once; a session token any number of times until it expires. */
export type TokenType = 'operation' | 'session';

const prefixes: Record<TokenType, string> = { operation: 'op_', session: 'st_' };

/** The text given to the client for a secret of 256 random bits. */
export const tokenText = (type: TokenType, secret: string): string => `${prefixes[type]}${secret}`;

/** Whether a text has the form of a token: the prefix and 43 characters of base64url, which are 256 bits. */
export const looksLikeToken = (text: string): boolean => /^(op|st)_[A-Za-z0-9_-]{43}$/.test(text);

/** A prefix that distinguishes tokens in a listing and is useless to an attacker: 6 of 43 characters. */
export const shortened = (token: string): string => `${token.slice(0, 9)}…`;

/** The purpose and state of a token. */
export type TokenState = {
  type: TokenType;
  sessionId: string;
  phase: string;
  action: string;
  expiresAt: number;
  used: boolean;
  revoked: boolean;
};

/** The purpose stated by the caller; omitted fields are not compared. */
export type TokenClaim = {
  sessionId?: string | undefined;
  phase?: string | undefined;
  action?: string | undefined;
};

export type Refusal = 'unknown' | 'revoked' | 'expired' | 'used' | 'session' | 'phase' | 'action';

/**
 * Returns why a token cannot be used now, or undefined when it can. An operation token is bound to its session, phase and
 * action; a session token to its session and phase, for any action.
 *
 * @param now milliseconds since 1970; a token is expired from its `expiresAt` on.
 */
export function refusalOf(
  token: TokenState | undefined,
  claim: TokenClaim,
  now: number,
): Refusal | undefined {
  if (!token) return 'unknown';
  if (token.revoked) return 'revoked';
  if (now >= token.expiresAt) return 'expired';
  if (claim.sessionId !== undefined && claim.sessionId !== token.sessionId) return 'session';
  if (claim.phase !== undefined && claim.phase !== token.phase) return 'phase';
  if (token.type === 'operation' && claim.action !== undefined && claim.action !== token.action)
    return 'action';
  if (token.type === 'operation' && token.used) return 'used';
  return undefined;
}
