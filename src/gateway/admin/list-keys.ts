import * as z from 'zod';
import { allKeys, lastUses } from '../../db/admin/keys.ts';
import { type Tool, tool } from '../../handlers/tool/tool.ts';
import type { ApiKey } from '../config/env.ts';
import { key, shown, shownFixed } from './key-parts.ts';

export const listKeys = (fixed: readonly ApiKey[]): Tool =>
  tool({
    name: 'keys_list',
    title: 'List API keys',
    description: 'List all API keys, including revoked and expired ones. Secrets are not stored.',
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
        .describe('All keys, oldest first'),
    }),
    async run(_, deps) {
      const stored = await allKeys(deps.db.sql);
      const names = [...fixed, ...stored].map((one) => one.name);
      const used = await lastUses(deps.db.sql, names);
      const now = deps.clock();
      return {
        keys: [...fixed.map(shownFixed), ...stored.map((one) => shown(one, now))].map((one) => ({
          ...one,
          last_used_at: used.get(one.name) ?? null,
        })),
      };
    },
  });
