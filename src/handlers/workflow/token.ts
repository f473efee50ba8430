import { createHash } from 'node:crypto';
import type { Sql } from '../../db/postgres/connect.ts';
import { addToken } from '../../db/workflow/tokens.ts';
import type { Deps } from '../tool/deps.ts';
import { shortened, type TokenType, tokenText } from './domain/tokens.ts';

/** A token is stored as its hash: 256 random bits need no salt and no slow hash. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Makes a token and stores its hash; the text returned is the only copy. */
export async function issueToken(
  sql: Sql,
  { newSecret }: Deps,
  of: { type: TokenType; sessionId: string; phase: string; action: string; at: Date; expiresAt: Date },
): Promise<string> {
  const token = tokenText(of.type, newSecret());
  await addToken(sql, { ...of, hash: hashOf(token), shortened: shortened(token) });
  return token;
}
