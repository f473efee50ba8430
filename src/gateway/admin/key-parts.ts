import { createHash } from 'node:crypto';
import * as z from 'zod';
import { keyScopes, type StoredKey } from '../../db/admin/keys.ts';
import type { Deps } from '../../handlers/tool/deps.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import { keysAddress } from '../auth/keyring.ts';
import type { ApiKey } from '../config/env.ts';

export const name = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}$/,
    'must be 1 to 64 letters, digits, ".", "_", "@" or "-", such as ada-laptop',
  )
  .describe('The name of the key, also in the audit log');

export const key = {
  name: z.string().describe('The name of the key'),
  source: z.enum(['database', 'environment']).describe('Where it is kept'),
  state: z.enum(['active', 'expired', 'revoked']).describe('Only an active key is accepted'),
  scope: z
    .enum(keyScopes)
    .describe('read: read only; write: also add and change; admin: also delete and administer'),
  toolsets: z.array(z.string()).nullable().describe('The toolsets it reaches; null for all'),
  project: z.string().nullable().describe('The one project it reaches; null for all'),
  max_sensitivity: z
    .string()
    .nullable()
    .describe('The highest sensitivity of documents it can see; null for all'),
  created_at: z.string().nullable().describe('When it was added'),
  expires_at: z.string().nullable().describe('When it expires'),
  revoked_at: z.string().nullable().describe('When it was revoked'),
  rotated_at: z.string().nullable().describe('When its secret was last rotated'),
};
export const secret = z.string().describe('The secret, shown only once and never stored');

const isOver = (time: string | null, at: Date): boolean => time !== null && Date.parse(time) <= at.getTime();

export const shown = (stored: StoredKey, at: Date) => ({
  name: stored.name,
  source: 'database' as const,
  state: stored.revokedAt
    ? ('revoked' as const)
    : isOver(stored.expiresAt, at)
      ? ('expired' as const)
      : ('active' as const),
  scope: stored.scope,
  toolsets: stored.toolsets,
  project: stored.project,
  max_sensitivity: stored.maxSensitivity,
  created_at: stored.createdAt,
  expires_at: stored.expiresAt,
  revoked_at: stored.revokedAt,
  rotated_at: stored.rotatedAt,
});

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** The prefix identifies the secret to people and to secret scanners. */
export const newSecret = (deps: Deps): string => `dewey_${deps.newSecret()}`;
export const touches = () => [keysAddress];

export const noKey = (given: string, problem = 'no such key in the database'): ToolError =>
  new ToolError('not_found', `There is no key named ${given} that can be changed.`, {
    field: 'name',
    problem,
    received: given,
    suggestion: 'Run "dewey keys list" to see all keys. Keys in DEWEY_API_KEYS are changed there.',
  });

export const shownFixed = (fixed: ApiKey) => ({
  name: fixed.name,
  source: 'environment' as const,
  state: 'active' as const,
  scope: fixed.scope,
  toolsets: null,
  project: null,
  max_sensitivity: null,
  created_at: null,
  expires_at: null,
  revoked_at: null,
  rotated_at: null,
});
