import * as z from 'zod';
import { uidOf } from '../../db/artifacts/ids.ts';
import { artifactId } from '../../handlers/artifacts/shared.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import { tool } from '../../handlers/tool/tool.ts';
import { purgeDeleted, type RetentionSettings } from '../retention/run.ts';

const counts = z.record(z.string(), z.number());

/** What a purge reports: of everything past the undo window, or of one conversation or document. */
export const purgeOutput = {
  purged: z
    .object({
      before: z.string().describe('Content deleted before this time was purged'),
      conversations: z.number().describe('Conversations purged'),
      artifacts: z.number().describe('Documents purged'),
      removed: counts.describe('Rows removed, by table'),
      left: counts.describe('Rows of purged content found afterwards, by table; all 0'),
    })
    .describe('Purged content, and the proof that nothing is left'),
  spool: z
    .object({
      removed: z.number().describe('Records removed'),
      left: z.number().describe('Records found afterwards'),
    })
    .describe('Spool records of purged content'),
};

export const createPurgeDeletedTool = (settings: RetentionSettings) =>
  tool({
    name: 'purge_deleted',
    title: 'Purge deleted content now',
    description:
      'Permanently remove one deleted conversation or document before its undo window ends, and prove that nothing of it is left.',
    effect: 'delete',
    input: z.strictObject({
      conversation_id: z.uuid().optional().describe('The deleted conversation'),
      artifact_id: artifactId.optional().describe('The deleted document'),
    }),
    output: z.object(purgeOutput),
    async run({ conversation_id, artifact_id }, { db, clock }) {
      if ((conversation_id === undefined) === (artifact_id === undefined))
        throw new ToolError('invalid_input', 'Give one of conversation_id and artifact_id.', {
          field: 'conversation_id',
        });
      const what =
        artifact_id === undefined
          ? { conversationId: conversation_id ?? '' }
          : { artifactUid: uidOf(artifact_id) };
      const report = await purgeDeleted(db.sql, settings, what, clock());
      if (report) return report;
      throw new ToolError(
        'not_found',
        artifact_id === undefined
          ? `There is no deleted conversation ${conversation_id}.`
          : `There is no deleted document ${artifact_id}.`,
        {
          problem: 'it never existed, is not deleted, or was purged',
          suggestion: 'Delete it first: a deletion can be undone, a purge cannot.',
        },
      );
    },
  });
