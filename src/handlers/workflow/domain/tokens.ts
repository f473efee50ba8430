/** An operation token is used once; a session token as often as wanted until it expires. */
export type TokenType = 'operation' | 'session';

const prefixes: Record<TokenType, string> = { operation: 'op_', session: 'st_' };

/** The text a client is given for a secret of 256 random bits. */
export const tokenText = (type: TokenType, secret: string): string => `${prefixes[type]}${secret}`;

/** Whether a text can be a token at all: the prefix and 43 characters of base64url, which are 256 bits. */
export const looksLikeToken = (text: string): boolean => /^(op|st)_[A-Za-z0-9_-]{43}$/.test(text);

/** Enough to tell tokens apart in a listing, useless to whoever reads it: 6 of 43 characters. */
export const shortened = (token: string): string => `${token.slice(0, 9)}…`;

/** What a token was given for, and its state. */
export type TokenState = {
  type: TokenType;
  sessionId: string;
  phase: string;
  action: string;
  expiresAt: number;
  used: boolean;
  revoked: boolean;
};

/** What the caller says the token is for; what is left out is not compared. */
export type TokenClaim = {
  sessionId?: string | undefined;
  phase?: string | undefined;
  action?: string | undefined;
};

export type Refusal = 'unknown' | 'revoked' | 'expired' | 'used' | 'session' | 'phase' | 'action';

/**
 * Why a token cannot be used now, or undefined when it can. An operation token is bound to its session, phase and
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
