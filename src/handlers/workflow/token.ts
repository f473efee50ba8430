import { createHash } from 'node:crypto';
import type { Sql } from '../../db/postgres/connect.ts';
import { addToken } from '../../db/workflow/tokens.ts';
import type { Deps } from '../tool/deps.ts';
import { shortened, type TokenType, tokenText } from './domain/tokens.ts';

/** Tokens are stored as hashes: 256 random bits need neither a salt nor a slow hash. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Creates a token and stores its hash; the returned text is the only copy. */
export async function issueToken(
  sql: Sql,
  { newSecret }: Deps,
  of: { type: TokenType; sessionId: string; phase: string; action: string; at: Date; expiresAt: Date },
): Promise<string> {
  const token = tokenText(of.type, newSecret());
  await addToken(sql, { ...of, hash: hashOf(token), shortened: shortened(token) });
  return token;
}
