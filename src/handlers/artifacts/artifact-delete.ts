import * as z from 'zod';
import { deleteArtifact } from '../../db/artifacts/delete.ts';
import { uidOf } from '../../db/artifacts/ids.ts';
import { ToolError } from '../tool/errors.ts';
import { readerOf } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import * as a from './shared.ts';

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

export default tool({
  name: 'artifact_delete',
  title: 'Delete a document',
  description:
    'Permanently delete a document with all its revisions, events and evidence. Imports will not restore it. One with events or several revisions is deleted only with force: true.',
  effect: 'delete',
  lends: ['events'],
  input: z.strictObject({
    artifact_id: a.artifactId,
    force: z.boolean().default(false).describe('Delete it all the same'),
  }),
  output: z.object({
    deleted: z.boolean().describe('Always true'),
    revisions_deleted: z.int().describe('Number of revisions deleted'),
    events_deleted: z.int().describe('Number of events deleted'),
  }),
  touches: (_, input) => a.artifactAddress(input.artifact_id),
  async run({ artifact_id: id, force }, deps) {
    const reader = readerOf(deps);
    const result = await deps.db.sql.begin((tx) => deleteArtifact(tx, uidOf(id), { force, reader }));
    if (!result) throw a.noArtifact(id);
    const { revisions, events } = result;
    if (result.status === 'kept')
      throw new ToolError(
        'refused',
        `The artifact has ${counted(revisions, 'revision')} and ${counted(events, 'event')}; nothing was deleted.`,
        {
          field: 'force',
          revisions,
          events,
          suggestion: 'Call again with force: true to delete all of them.',
        },
      );
    return { deleted: true, revisions_deleted: revisions, events_deleted: events };
  },
});
