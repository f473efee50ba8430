import * as z from 'zod';
import { addKey, allKeys, keyScopes, removeKey, revokeKey, rotateKey } from '../../db/admin/keys.ts';
import { sensitivities } from '../../db/schema/artifacts.ts';
import * as p from '../../handlers/shared/params.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import { type Tool, tool } from '../../handlers/tool/tool.ts';
import type { ApiKey } from '../config/env.ts';
import { key, name, newSecret, noKey, secret, sha256, shown, touches } from './key-parts.ts';
import { listKeys } from './list-keys.ts';
import { durationOf, momentAfter } from './moments.ts';

/** Administration of API keys: tools outside the catalog, so that rights, audit and errors apply as to any call. */
export function keyTools(fixed: readonly ApiKey[], toolsets: readonly string[]): Tool[] {
  const add = tool({
    name: 'keys_add',
    title: 'Add an API key',
    description: 'Add an API key and return its secret, which is shown only once.',
    effect: 'delete',
    touches,
    input: z.strictObject({
      name,
      scope: z.enum(keyScopes).default('write').describe('What it allows'),
      toolsets: z
        .array(z.enum([...toolsets]))
        .min(1)
        .max(100)
        .optional()
        .describe('The toolsets it reaches; all when omitted'),
      project: p.project.optional().describe('The one project it reaches; all when omitted'),
      max_sensitivity: z
        .enum(sensitivities)
        .optional()
        .describe('The highest sensitivity of documents it can see; all when omitted'),
      expires: z
        .string()
        .max(100)
        .optional()
        .describe('When it expires: 90d, 12h or a time; never when omitted'),
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
              maxSensitivity: input.max_sensitivity ?? null,
              expiresAt: expiresAt?.toISOString() ?? null,
              secretHash: sha256(value),
            },
            now,
          );
      if (!added)
        throw new ToolError('conflict', `The name ${input.name} is already taken, or was used before.`, {
          field: 'name',
          received: input.name,
          suggestion:
            'Choose another name, because names identify keys in the audit log. "rotate" gives an existing key a new secret.',
        });
      return { ...shown(added, now), secret: value };
    },
  });

  const rotate = tool({
    name: 'keys_rotate',
    title: 'Rotate an API key',
    description:
      'Give a key a new secret, which is shown only once; the old one expires immediately or after a grace period.',
    effect: 'delete',
    touches,
    input: z.strictObject({
      name,
      grace: z.string().max(100).optional().describe('How long the old secret remains valid: 10m, 24h'),
    }),
    output: z.object({
      ...key,
      secret,
      previous_until: z.string().describe('When the old secret expires'),
    }),
    async run(input, deps) {
      const now = deps.clock();
      const { grace } = input;
      const isNone = grace === undefined || durationOf(grace) === 0;
      const until = isNone ? now : momentAfter(now, grace, 'grace');
      const value = newSecret(deps);
      const rotated = await rotateKey(deps.db.sql, input.name, sha256(value), now, until);
      if (!rotated) throw noKey(input.name, 'no unrevoked key in the database has this name');
      return { ...shown(rotated, now), secret: value, previous_until: until.toISOString() };
    },
  });

  const revoke = tool({
    name: 'keys_revoke',
    title: 'Revoke an API key',
    description: 'Revoke a key permanently and close its connections. Its name stays reserved.',
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
    description: 'Remove a revoked or expired key. Without any key, access from this machine needs none.',
    effect: 'delete',
    touches,
    input: z.strictObject({ name }),
    output: z.object({
      removed: z.boolean().describe('True'),
      name: z.string().describe('The key'),
      keys_left: z.int().describe('Number of keys left in the database'),
    }),
    async run(input, deps) {
      if (!(await removeKey(deps.db.sql, input.name, deps.clock())))
        throw noKey(input.name, 'no revoked or expired key in the database has this name; revoke it first');
      return { removed: true, name: input.name, keys_left: (await allKeys(deps.db.sql)).length };
    },
  });

  return [add, listKeys(fixed), rotate, revoke, remove];
}
