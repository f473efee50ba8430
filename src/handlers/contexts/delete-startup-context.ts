import * as z from 'zod';
import { deleteStartupContext } from '../../db/contexts/contexts.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { contextAddresses } from './resources.ts';
import { contextName, noContext } from './shared.ts';

export default tool({
  name: 'dewey_delete_startup_context',
  title: 'Delete a startup context',
  description:
    'Delete a startup context with all its versions, which an administrator can restore until the name is used again. The active one is deleted only with force: true.',
  effect: 'delete',
  input: z.strictObject({
    name: contextName.describe('The context'),
    force: z.boolean().default(false).describe('Delete the context even if it is active'),
  }),
  output: z.object({ deleted: z.boolean().describe('Always true') }),
  touches: (_, input) => contextAddresses(input),
  async run({ name, force }, { db }) {
    const result = await deleteStartupContext(db.sql, name, force);
    if (result === 'not_found') throw noContext(name);
    if (result === 'active')
      throw new ToolError('refused', `${name} is the active startup context; nothing was deleted.`, {
        field: 'force',
        suggestion: 'Call again with force: true, or activate another context first.',
      });
    return { deleted: true };
  },
});
