import * as z from 'zod';
import { deleteRecords } from '../../db/records/delete.ts';
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
  async run({ name, force }, { db, call }) {
    const { deleted, active } = await deleteRecords(db.sql, 'context', {
      ids: [name],
      force,
      by: call?.keyId,
    });
    if (active.length > 0)
      throw new ToolError('refused', `${name} is the active startup context; nothing was deleted.`, {
        field: 'force',
        suggestion: 'Call again with force: true, or activate another context first.',
      });
    if (deleted.length === 0) throw noContext(name);
    return { deleted: true };
  },
});
