import * as z from 'zod';
import { artifactIdOf, uidOf } from '../../db/artifacts/ids.ts';
import { restoreDeleted } from '../../db/retention/undo.ts';
import { recordKinds } from '../../db/schema/records.ts';
import { artifactId } from '../../handlers/artifacts/shared.ts';
import { contextName } from '../../handlers/contexts/shared.ts';
import * as p from '../../handlers/shared/params.ts';
import { fingerprintOf } from '../../handlers/shared/record-experience.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import { tool } from '../../handlers/tool/tool.ts';

const records = (what: string) =>
  z
    .array(z.object({ kind: z.enum(recordKinds).describe('Kind'), id: z.string().describe('Id or name') }))
    .describe(what);

export const restoreDeletedTool = tool({
  name: 'restore_deleted',
  title: 'Restore deleted content',
  description:
    'Undo deletions that are not purged yet: one conversation, one document, one startup context, or everything since a time.',
  effect: 'delete',
  input: z.strictObject({
    conversation_id: z.uuid().optional().describe('The conversation'),
    artifact_id: artifactId.optional(),
    context_name: contextName.optional().describe('The startup context; it comes back inactive'),
    since: p.timestamp.optional().describe('Everything deleted at or after this time'),
  }),
  output: z.object({
    conversations: z.array(z.string()).describe('Restored conversations'),
    messages: z.number().describe('Messages whose text was restored'),
    conflicts: z
      .array(z.string())
      .describe('Conversations that stay deleted because another one now has their external id'),
    artifacts: z.array(z.string()).describe('Restored documents'),
    contexts: z.array(z.string()).describe('Restored startup contexts'),
    records: records('Restored experiences, presets, reasoning sessions and results'),
    record_conflicts: records('Records that stay deleted because the same was stored again'),
  }),
  async run({ conversation_id, artifact_id, context_name, since }, { db }) {
    const [what, ...others] = [
      ...(conversation_id === undefined ? [] : [{ conversationId: conversation_id }]),
      ...(artifact_id === undefined ? [] : [{ artifactUid: uidOf(artifact_id) }]),
      ...(context_name === undefined ? [] : [{ contextName: context_name }]),
      ...(since === undefined ? [] : [{ since }]),
    ];
    if (!what || others.length > 0)
      throw new ToolError(
        'invalid_input',
        'Give one of conversation_id, artifact_id, context_name and since.',
        {
          field: 'conversation_id',
        },
      );
    const { recordConflicts, ...restored } = await restoreDeleted(db.sql, what, fingerprintOf);
    const { conversations, messages, conflicts, artifacts, contexts } = restored;
    const none =
      conversations.length + messages + conflicts.length + artifacts.length + contexts.length === 0;
    if (since === undefined && none)
      throw new ToolError(
        'not_found',
        context_name !== undefined
          ? `There is no deleted startup context ${context_name}.`
          : artifact_id === undefined
            ? `There is no deleted conversation ${conversation_id}.`
            : `There is no deleted document ${artifact_id}.`,
        {
          problem: 'it never existed, is not deleted, or was purged',
          suggestion: 'A backup from before the deletion may still contain it.',
        },
      );
    return { ...restored, artifacts: artifacts.map(artifactIdOf), record_conflicts: recordConflicts };
  },
});
