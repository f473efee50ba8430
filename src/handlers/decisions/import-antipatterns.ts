import * as z from 'zod';
import { importAntipatterns as store } from '../../db/decisions/antipatterns.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { domain } from './shared.ts';

const text = (most: number) => z.string().trim().min(1).max(most);

const antipattern = z.strictObject({
  id: z
    .string()
    .max(100)
    .regex(/^ap_[a-z0-9_]+$/, 'must begin with ap_ and go on in lower-case letters, digits and _')
    .describe('Its id; the same id again renews it'),
  pattern: text(200).describe('What is done, in a few words'),
  terms: z
    .array(z.array(text(100)).min(1).max(50).describe('Terms of which one must occur'))
    .min(1)
    .max(10)
    .describe('It is recognised where every group has a term in the text, as whole words'),
  recommendation: text(1000).describe('What to do instead'),
  domain: domain.optional().describe('Only in this domain; everywhere without it'),
  retired: z.boolean().default(false).describe('True takes it out of force'),
});

/**
 * Adds antipatterns of one's own to the ones that are built in and learned. Not in the catalog: `dewey decisions
 * antipatterns` calls it.
 */
export const importAntipatterns = tool({
  name: 'import_antipatterns',
  title: 'Import antipatterns',
  description: 'Add choices known to end badly; decisions that show one are warned of it.',
  effect: 'change',
  input: z.strictObject({
    antipatterns: z.array(antipattern).min(1).max(1000).describe('The antipatterns, all or none'),
  }),
  output: z.object({
    added: z.int().describe('New ones'),
    changed: z.int().describe('Renewed or retired'),
    unchanged: z.int().describe('Were there as they are'),
  }),
  async run({ antipatterns }, { db }) {
    return await db.sql.begin(async (tx) => {
      const found = antipatterns.map(({ domain = null, ...one }) => ({ ...one, domain }));
      const { added, changed, taken } = await store(tx, found);
      if (taken.length > 0)
        throw new ToolError(
          'conflict',
          `${taken.join(', ')}: there is one of that id that was not imported.`,
          {
            field: 'antipatterns.id',
            received: taken,
            suggestion: 'Give it another id; those built in and learned from outcomes cannot be replaced.',
          },
        );
      return { added, changed, unchanged: antipatterns.length - added - changed };
    });
  },
});
