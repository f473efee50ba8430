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
  .describe('What the key is called, in the audit log too');

export const key = {
  name: z.string().describe('What the key is called'),
  source: z.enum(['database', 'environment']).describe('Where it is kept'),
  state: z.enum(['active', 'expired', 'revoked']).describe('Whether it counts'),
  scope: z
    .enum(keyScopes)
    .describe('read: look; write: add and change too; admin: delete and administer too'),
  toolsets: z.array(z.string()).nullable().describe('The toolsets it reaches; null for all'),
  project: z.string().nullable().describe('The one project it reaches; null for all'),
  max_sensitivity: z.string().nullable().describe('The most sensitive documents it sees; null for all'),
  created_at: z.string().nullable().describe('When it was added'),
  expires_at: z.string().nullable().describe('When it stops to count by itself'),
  revoked_at: z.string().nullable().describe('When it was revoked'),
  rotated_at: z.string().nullable().describe('When it was given its last secret'),
};
export const secret = z.string().describe('Its secret: shown this once, stored nowhere');

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
/** The beginning tells people, and those who look for secrets in texts, what it is. */
export const newSecret = (deps: Deps): string => `dewey_${deps.newSecret()}`;
export const touches = () => [keysAddress];

export const noKey = (given: string, problem = 'there is no such key in the database'): ToolError =>
  new ToolError('not_found', `There is no key named ${given} to do that with.`, {
    field: 'name',
    problem,
    received: given,
    suggestion: '"dewey keys list" shows those there are; keys of DEWEY_API_KEYS are changed there.',
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
