import * as z from 'zod';
import { artifactIdOf, uidOf } from '../../db/artifacts/ids.ts';
import { restoreDeleted } from '../../db/retention/undo.ts';
import { artifactId } from '../../handlers/artifacts/shared.ts';
import * as p from '../../handlers/shared/params.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import { tool } from '../../handlers/tool/tool.ts';

export const restoreDeletedTool = tool({
  name: 'restore_deleted',
  title: 'Bring back what was deleted',
  description:
    'Undo deletions that are not purged yet: of one conversation, of one document, or all since a time.',
  effect: 'delete',
  input: z.strictObject({
    conversation_id: z.uuid().optional().describe('The conversation'),
    artifact_id: artifactId.optional(),
    since: p.timestamp.optional().describe('Everything deleted at or after this time'),
  }),
  output: z.object({
    conversations: z.array(z.string()).describe('Conversations that are back'),
    messages: z.number().describe('Messages that have their text back'),
    conflicts: z
      .array(z.string())
      .describe('Conversations that stay deleted: another one has their external id now'),
    artifacts: z.array(z.string()).describe('Documents that are back'),
  }),
  async run({ conversation_id, artifact_id, since }, { db }) {
    const [what, ...more] = [
      ...(conversation_id === undefined ? [] : [{ conversationId: conversation_id }]),
      ...(artifact_id === undefined ? [] : [{ artifactUid: uidOf(artifact_id) }]),
      ...(since === undefined ? [] : [{ since }]),
    ];
    if (!what || more.length > 0)
      throw new ToolError('invalid_input', 'Give one of conversation_id, artifact_id and since.', {
        field: 'conversation_id',
      });
    const restored = await restoreDeleted(db.sql, what);
    const { conversations, messages, conflicts, artifacts } = restored;
    const none = conversations.length + messages + conflicts.length + artifacts.length === 0;
    if (since === undefined && none)
      throw new ToolError(
        'not_found',
        artifact_id === undefined
          ? `There is no deleted conversation ${conversation_id}.`
          : `There is no deleted document ${artifact_id}.`,
        {
          problem: 'it was never there, is not deleted, or was purged',
          suggestion: 'A backup made before the deletion may still hold it.',
        },
      );
    return { ...restored, artifacts: artifacts.map(artifactIdOf) };
  },
});
