import * as z from 'zod';
import { setStartupContext } from '../../db/contexts.ts';
import * as p from '../params.ts';
import { tool } from '../tool.ts';
import { contextAddresses } from './resources.ts';
import { contextName } from './shared.ts';

export default tool({
  name: 'dewey_set_startup_context',
  title: 'Set a startup context',
  description:
    'Write the text an agent is given when a session begins, under a name. By default it becomes the active one. Earlier texts are kept as versions.',
  effect: 'change',
  input: z.strictObject({
    name: contextName.describe('Its name; an existing context gets a new version'),
    content: p.content.describe('The text, any Unicode, up to 10 MB'),
    set_active: z
      .boolean()
      .default(true)
      .describe('Make it the active one; false leaves an existing context as active as it is'),
    deactivate: z
      .boolean()
      .default(false)
      .describe('Make it not the active one; set_active does not count then'),
  }),
  output: z.object({
    id: z.string().describe('Id of the context'),
    name: z.string().describe('Its name'),
    is_active: z.boolean().describe('Whether it is the active one now'),
    version: z.int().describe('The version of this text'),
    created_at: z.string().describe('When the context was made'),
    updated_at: z.string().describe('When the context last changed'),
  }),
  touches: contextAddresses,
  async run({ name, content, set_active, deactivate }, { db, newId }) {
    const active = deactivate ? false : set_active ? true : undefined;
    const set = await setStartupContext(db.sql, { id: newId(), name, content, active });
    return {
      id: set.id,
      name: set.name,
      is_active: set.isActive,
      version: set.version,
      created_at: set.createdAt,
      updated_at: set.updatedAt,
    };
  },
});
