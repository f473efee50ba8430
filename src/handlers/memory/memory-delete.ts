import * as z from 'zod';
import { forgetMemory } from '../../db/memory/memories.ts';
import { tool } from '../tool/tool.ts';
import * as m from './shared.ts';

export default tool({
  name: 'memory_delete',
  title: 'Delete a memory',
  description: 'Permanently delete this memory.',
  effect: 'delete',
  input: z.strictObject({ memory_id: m.memoryId }),
  output: z.object({ deleted: z.boolean().describe('Always true') }),
  async run({ memory_id: id }, { db }) {
    if (!(await forgetMemory(db.sql, id))) throw m.noMemory(id);
    return { deleted: true };
  },
});
