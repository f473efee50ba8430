import * as z from 'zod';
import { setStartupContext } from '../../db/contexts/contexts.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { readerOf } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import { contextAddresses } from './resources.ts';
import { newContextName } from './shared.ts';

export default tool({
  name: 'dewey_set_startup_context',
  title: 'Set a startup context',
  description:
    'Write the text an agent is given when a session begins, under a name. By default it becomes the active one. Earlier texts are kept as versions. Where API keys are in use, a text by another key than the one that wrote the active text waits for approval: with an admin key, or the key of the active text, call this with its version instead of content.',
  effect: 'change',
  input: z.strictObject({
    name: newContextName.describe('Its name, one line; an existing context gets a new version'),
    content: p.content
      .optional()
      .describe('The text, any Unicode, up to 10 MB; required unless version is given'),
    version: z
      .int()
      .min(1)
      .max(p.mostInteger)
      .optional()
      .describe('Instead of content: approve this version, or go back to it'),
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
    pending_approval: z
      .boolean()
      .optional()
      .describe('True: the text is stored and waits for approval; sessions are given what they were before'),
    approve: z.string().optional().describe('How it is approved'),
  }),
  touches: contextAddresses,
  async run({ name, content, version, set_active, deactivate }, { db, newId, call }) {
    const set = await setStartupContext(db.sql, {
      id: newId(),
      name,
      text: textOf(content, version),
      active: deactivate ? false : set_active ? true : undefined,
      author: readerOf({ call })?.owner,
      trusted: call?.keyId === undefined || call.scope === 'admin',
    });
    if (set === 'no_version')
      throw new ToolError('not_found', `Startup context ${name} has no such version.`, {
        field: 'version',
        received: version,
        suggestion: 'dewey_list_startup_contexts shows the contexts and what waits for approval.',
      });
    if (set === 'not_trusted')
      throw new ToolError('forbidden', `The key ${call?.keyId} may not choose what sessions are given.`, {
        field: 'version',
        problem: 'this needs an admin key, or the key that wrote the active text',
        suggestion: 'Ask for approval, or send the text as content: it waits for approval then.',
      });
    return {
      id: set.id,
      name: set.name,
      is_active: set.isActive,
      version: set.version,
      created_at: set.createdAt,
      updated_at: set.updatedAt,
      ...(set.pending
        ? {
            pending_approval: true,
            approve: `With an admin key, or the key that wrote the active text: dewey_set_startup_context ${JSON.stringify({ name, version: set.version })}`,
          }
        : {}),
    };
  },
});

function textOf(content: string | undefined, version: number | undefined) {
  if (content !== undefined && version === undefined) return { content };
  if (version !== undefined && content === undefined) return { version };
  throw new ToolError('invalid_input', 'Give either content or version.', {
    field: content === undefined ? 'content' : 'version',
    suggestion: 'content writes a text; version approves one that was written, or goes back to it.',
  });
}
