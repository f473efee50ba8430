import { createHash } from 'node:crypto';
import * as z from 'zod';
import {
  addKey,
  allKeys,
  keyScopes,
  lastUses,
  removeKey,
  revokeKey,
  rotateKey,
  type StoredKey,
} from '../../db/keys.ts';
import type { Deps } from '../../handlers/deps.ts';
import { ToolError } from '../../handlers/errors.ts';
import * as p from '../../handlers/params.ts';
import { type Tool, tool } from '../../handlers/tool.ts';
import type { ApiKey } from '../env.ts';
import { keysAddress } from '../guards/keyring.ts';
import { momentAfter } from './moments.ts';

const name = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}$/,
    'must be 1 to 64 letters, digits, ".", "_", "@" or "-", such as ada-laptop',
  )
  .describe('What the key is called, in the audit log too');

const key = {
  name: z.string().describe('What the key is called'),
  source: z.enum(['database', 'environment']).describe('Where it is kept'),
  state: z.enum(['active', 'expired', 'revoked']).describe('Whether it counts'),
  scope: z
    .enum(keyScopes)
    .describe('read: look; write: add and change too; admin: delete and administer too'),
  toolsets: z.array(z.string()).nullable().describe('The toolsets it reaches; null for all'),
  project: z.string().nullable().describe('The one project it reaches; null for all'),
  created_at: z.string().nullable().describe('When it was added'),
  expires_at: z.string().nullable().describe('When it stops to count by itself'),
  revoked_at: z.string().nullable().describe('When it was revoked'),
  rotated_at: z.string().nullable().describe('When it was given its last secret'),
};
const secret = z.string().describe('Its secret: shown this once, stored nowhere');

const isOver = (time: string | null, at: Date): boolean => time !== null && Date.parse(time) <= at.getTime();

const shown = (stored: StoredKey, at: Date) => ({
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
  created_at: stored.createdAt,
  expires_at: stored.expiresAt,
  revoked_at: stored.revokedAt,
  rotated_at: stored.rotatedAt,
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** The beginning tells people, and those who look for secrets in texts, what it is. */
const newSecret = (deps: Deps): string => `dewey_${deps.newSecret()}`;
const touches = () => [keysAddress];

const noKey = (given: string, problem = 'there is no such key in the database'): ToolError =>
  new ToolError('not_found', `There is no key named ${given} to do that with.`, {
    field: 'name',
    problem,
    received: given,
    suggestion: '"dewey keys list" shows those there are; keys of DEWEY_API_KEYS are changed there.',
  });

/** What people do with API keys: tools, so that rights, audit and errors are those of every call, but not agents'. */
export function keyTools(fixed: readonly ApiKey[], toolsets: readonly string[]): Tool[] {
  const add = tool({
    name: 'keys_add',
    title: 'Add an API key',
    description: 'Add an API key and get its secret, which is shown this once.',
    effect: 'delete',
    touches,
    input: z.strictObject({
      name,
      scope: z.enum(keyScopes).default('write').describe('What it may do'),
      toolsets: z
        .array(z.enum([...toolsets]))
        .min(1)
        .max(100)
        .optional()
        .describe('The toolsets it reaches; all without it'),
      project: p.project.optional().describe('The one project it reaches; all without it'),
      expires: z.string().max(100).optional().describe('When it ends: 90d, 12h or a time; never without it'),
    }),
    output: z.object({ ...key, secret }),
    async run(input, deps) {
      const now = deps.clock();
      const expiresAt = input.expires === undefined ? null : momentAfter(now, input.expires, 'expires');
      const value = newSecret(deps);
      const taken = fixed.some((one) => one.name === input.name);
      const added = taken
        ? undefined
        : await addKey(
            deps.db.sql,
            {
              name: input.name,
              scope: input.scope,
              toolsets: input.toolsets ?? null,
              project: input.project ?? null,
              expiresAt: expiresAt?.toISOString() ?? null,
              secretHash: sha256(value),
            },
            now,
          );
      if (!added)
        throw new ToolError('conflict', `There is, or was, a key named ${input.name}.`, {
          field: 'name',
          received: input.name,
          suggestion:
            'Choose another name: the audit log tells keys apart by it. "rotate" gives a new secret.',
        });
      return { ...shown(added, now), secret: value };
    },
  });

  const list = tool({
    name: 'keys_list',
    title: 'List API keys',
    description: 'List the API keys, those that do not count any more included. Secrets are not kept.',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      keys: z
        .array(
          z.object({
            ...key,
            last_used_at: z.string().nullable().describe('Its last call in the audit log'),
          }),
        )
        .describe('All keys, the oldest first'),
    }),
    async run(_, deps) {
      const stored = await allKeys(deps.db.sql);
      const names = [...fixed, ...stored].map((one) => one.name);
      const used = await lastUses(deps.db.sql, names);
      const now = deps.clock();
      const own = fixed.map((one) => ({
        name: one.name,
        source: 'environment' as const,
        state: 'active' as const,
        scope: one.scope,
        toolsets: null,
        project: null,
        created_at: null,
        expires_at: null,
        revoked_at: null,
        rotated_at: null,
      }));
      return {
        keys: [...own, ...stored.map((one) => shown(one, now))].map((one) => ({
          ...one,
          last_used_at: used.get(one.name) ?? null,
        })),
      };
    },
  });

  const rotate = tool({
    name: 'keys_rotate',
    title: 'Rotate an API key',
    description:
      'Give a key a new secret, which is shown this once; the old one ends, at once or after a grace.',
    effect: 'delete',
    touches,
    input: z.strictObject({
      name,
      grace: z.string().max(100).optional().describe('How long the old secret still counts: 10m, 24h'),
    }),
    output: z.object({
      ...key,
      secret,
      previous_until: z.string().describe('Until when the old secret counts'),
    }),
    async run(input, deps) {
      const now = deps.clock();
      const until = input.grace === undefined ? now : momentAfter(now, input.grace, 'grace');
      const value = newSecret(deps);
      const rotated = await rotateKey(deps.db.sql, input.name, sha256(value), now, until);
      if (!rotated) throw noKey(input.name, 'no key of the database that is not revoked has this name');
      return { ...shown(rotated, now), secret: value, previous_until: until.toISOString() };
    },
  });

  const revoke = tool({
    name: 'keys_revoke',
    title: 'Revoke an API key',
    description: 'Revoke a key for good: its connections are closed. Its name stays known.',
    effect: 'delete',
    touches,
    input: z.strictObject({ name }),
    output: z.object(key),
    async run(input, deps) {
      const now = deps.clock();
      const revoked = await revokeKey(deps.db.sql, input.name, now);
      if (!revoked) throw noKey(input.name);
      return shown(revoked, now);
    },
  });

  const remove = tool({
    name: 'keys_remove',
    title: 'Remove an API key',
    description:
      'Remove what is left of a revoked or expired key. Without any key anybody on this machine is let in.',
    effect: 'delete',
    touches,
    input: z.strictObject({ name }),
    output: z.object({
      removed: z.boolean().describe('True'),
      name: z.string().describe('The key'),
      keys_left: z.int().describe('How many keys of the database are left'),
    }),
    async run(input, deps) {
      if (!(await removeKey(deps.db.sql, input.name, deps.clock())))
        throw noKey(input.name, 'no revoked or expired key of the database has this name; revoke it first');
      return { removed: true, name: input.name, keys_left: (await allKeys(deps.db.sql)).length };
    },
  });

  return [add, list, rotate, revoke, remove];
}
