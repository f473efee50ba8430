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
    .regex(/^ap_[a-z0-9_]+$/, 'must be ap_ followed by lower-case letters, digits or _')
    .describe('Id; importing the same id again replaces the antipattern'),
  pattern: text(200).describe('The choice, in a few words'),
  terms: z
    .array(z.array(text(100)).min(1).max(50).describe('Alternative terms, one of which must occur'))
    .min(1)
    .max(10)
    .describe('Matches when every group has a term in the text, as whole words'),
  recommendation: text(1000).describe('What to do instead'),
  domain: domain.optional().describe('Only in this domain; default: all domains'),
  retired: z.boolean().default(false).describe('Whether to retire it'),
});

/**
 * Adds custom antipatterns to the built-in and learned ones. Not in the catalog; called by `dewey decisions
 * antipatterns`.
 */
export const importAntipatterns = tool({
  name: 'import_antipatterns',
  title: 'Import antipatterns',
  description: 'Add choices known to end badly; decisions that match one get a warning.',
  effect: 'change',
  input: z.strictObject({
    antipatterns: z.array(antipattern).min(1).max(1000).describe('Antipatterns, imported all or none'),
  }),
  output: z.object({
    added: z.int().describe('Number added'),
    changed: z.int().describe('Number replaced or retired'),
    unchanged: z.int().describe('Number already stored unchanged'),
  }),
  async run({ antipatterns }, { db }) {
    return await db.sql.begin(async (tx) => {
      const found = antipatterns.map(({ domain = null, ...one }) => ({ ...one, domain }));
      const { added, changed, taken } = await store(tx, found);
      if (taken.length > 0)
        throw new ToolError(
          'conflict',
          `${taken.join(', ')}: an antipattern with this id exists that was not imported.`,
          {
            field: 'antipatterns.id',
            received: taken,
            suggestion: 'Use another id; built-in and learned antipatterns cannot be replaced.',
          },
        );
      return { added, changed, unchanged: antipatterns.length - added - changed };
    });
  },
});
