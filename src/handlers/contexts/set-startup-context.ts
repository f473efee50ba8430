import * as z from 'zod';
import { setStartupContext } from '../../db/contexts/contexts.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { readerOf } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import { contextAddresses } from './resources.ts';
import { newContextName, noContext } from './shared.ts';

export default tool({
  name: 'dewey_set_startup_context',
  title: 'Set a startup context',
  description:
    "Write a named text for agents to receive at the start of a session: of every one, or of one project's. Active by default; earlier texts stay as versions. Without content and version, activates the present text. With API keys, another key's text needs approval: a call with version, by an admin key or the active text's key.",
  effect: 'change',
  input: z.strictObject({
    name: newContextName.describe('Name, one line; an existing context gets a new version'),
    content: p.content.optional().describe('Text, any Unicode, up to 10 MB'),
    version: z
      .int()
      .min(1)
      .max(p.mostInteger)
      .optional()
      .describe('Instead of content: approve this version, or revert to it'),
    project: z
      .string()
      .max(500)
      .optional()
      .describe(
        'Folder or its base name: only its sessions receive the text; "": all do; default: unchanged',
      ),
    set_active: z.boolean().default(true).describe('Activate it; false leaves that unchanged'),
    deactivate: z.boolean().default(false).describe('Deactivate the context; set_active is then ignored'),
  }),
  output: z.object({
    id: z.string().describe('Context id'),
    name: z.string().describe('Name'),
    project: z.string().optional().describe('Project whose sessions receive it; absent: all'),
    is_active: z.boolean().describe('Whether the context is active now'),
    deactivated: z.string().optional().describe('Context active before'),
    version: z.int().describe('Version of this text'),
    created_at: z.string().describe('Creation time of the context'),
    updated_at: z.string().describe('Time of the last change'),
    pending_approval: z
      .boolean()
      .optional()
      .describe('True: stored, but sessions receive the previous text until it is approved'),
    approve: z.string().optional().describe('How to approve it'),
  }),
  touches: contextAddresses,
  async run({ name, content, version, project, set_active, deactivate }, { db, newId, call }) {
    if (content !== undefined) refuseDots(name);
    const set = await setStartupContext(db.sql, {
      id: newId(),
      name,
      text: textOf(content, version),
      ...(project === undefined ? {} : { project: project.trim() === '' ? null : project.trim() }),
      active: deactivate ? false : set_active ? true : undefined,
      author: readerOf({ call })?.owner,
      trusted: call?.keyId === undefined || call.scope === 'admin',
    });
    if (set === 'no_version' && version === undefined) throw noContext(name);
    if (set === 'no_version')
      throw new ToolError('not_found', `Startup context ${name} has no such version.`, {
        field: 'version',
        received: version,
        suggestion: 'dewey_list_startup_contexts lists the contexts and the versions pending approval.',
      });
    if (set === 'not_trusted')
      throw new ToolError(
        'forbidden',
        `The key ${call?.keyId} may not change the text that sessions receive.`,
        {
          field: 'version',
          problem: 'requires an admin key, or the key that wrote the active text',
          suggestion: 'Ask for approval, or send the text as content to submit it for approval.',
        },
      );
    return {
      id: set.id,
      name: set.name,
      ...(set.project === null ? {} : { project: set.project }),
      is_active: set.isActive,
      ...(set.replaced === undefined ? {} : { deactivated: set.replaced }),
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

/** In an address, such a name would mean the folder itself or the one above. */
function refuseDots(name: string): void {
  if (name !== '.' && name !== '..') return;
  throw new ToolError('invalid_input', `name: must not be ${JSON.stringify(name)}.`, {
    field: 'name',
    problem: `must not be ${JSON.stringify(name)}`,
    received: name,
    suggestion: 'Use a name that says what the text is about.',
  });
}

function textOf(content: string | undefined, version: number | undefined) {
  if (content?.trim() === '')
    throw new ToolError('invalid_input', 'content: must not be empty.', {
      field: 'content',
      problem: 'must not be empty',
      suggestion:
        'Set deactivate to true to send no text, leave out content to activate the present text, or use dewey_delete_startup_context.',
    });
  if (content !== undefined && version === undefined) return { content };
  if (version !== undefined && content === undefined) return { version };
  if (version === undefined) return 'present' as const;
  throw new ToolError('invalid_input', 'Set either content or version, not both.', {
    field: 'version',
    suggestion: 'content writes a new text; version approves a stored one, or reverts to it.',
  });
}
