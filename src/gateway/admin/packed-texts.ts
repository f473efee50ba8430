import * as z from 'zod';
import { compactMessages, unpackTexts } from '../../db/retention/pack.ts';
import { type Tool, tool } from '../../handlers/tool/tool.ts';

/** Administration of packed texts: used by commands, not in the catalog. */
export function packedTextTools(): Tool[] {
  const unpack = tool({
    name: 'retention_unpack',
    title: 'Unpack texts',
    description: 'Put all packed texts back into their messages.',
    effect: 'change',
    input: z.strictObject({}),
    output: z.object({ texts: z.number().describe('Texts put back') }),
    run: async (_, { db }) => ({ texts: await unpackTexts(db.sql) }),
  });

  const compact = tool({
    name: 'retention_compact',
    title: 'Return free space',
    description:
      'Rewrite the table of messages, so that the space of packed, deleted and purged texts is free for other files; nothing can be stored or read meanwhile.',
    effect: 'change',
    input: z.strictObject({}),
    output: z.object({
      bytes_before: z.number().describe('Size of messages and packed texts, with their indexes'),
      bytes_after: z.number().describe('Their size afterwards'),
    }),
    async run(_, { db }) {
      const { before, after } = await compactMessages(db.sql);
      return { bytes_before: before, bytes_after: after };
    },
  });

  return [unpack, compact];
}
