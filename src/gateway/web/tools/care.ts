import * as z from 'zod';
import { readTrash } from '../../../db/retention/trash.ts';
import { recordKinds } from '../../../db/schema/records.ts';
import { titleOf } from '../../../handlers/shared/title.ts';
import { readerOf } from '../../../handlers/tool/rights.ts';
import { tool } from '../../../handlers/tool/tool.ts';
import type { Finding } from '../../doctor/finding.ts';

const orNull = (what: string) => z.string().nullable().describe(what);
const text = (what: string) => z.string().describe(what);

/** For admin keys without limits: the deletes of all projects and all owners. */
export const trashTool = tool({
  name: 'viewer_trash',
  title: 'List what was deleted',
  description:
    'Deleted conversations, documents and records that can be restored, and the last runs of retention.',
  effect: 'delete',
  input: z.strictObject({}),
  output: z.object({
    conversations: z.array(
      z.object({
        id: text('Conversation'),
        project: orNull('Project'),
        title: orNull('Title'),
        messages: z.number().describe('Messages'),
        deletedAt: text('Time'),
      }),
    ),
    documents: z.array(z.object({ id: text('Document'), title: orNull('Title'), deletedAt: text('Time') })),
    records: z.array(
      z.object({ kind: z.enum(recordKinds).describe('Kind'), deleted: z.int().describe('Deleted ones') }),
    ),
    runs: z.array(z.object({ at: text('Time'), report: text('Report as JSON') })),
  }),
  async run(_, deps) {
    const { conversations, ...trash } = await readTrash(deps.db.sql, readerOf(deps), 100);
    const titled = conversations.map(({ named, opening, ...one }) => ({
      ...one,
      title: titleOf({ named, opening }),
    }));
    return { ...trash, conversations: titled };
  },
});

const finding = z.object({
  check: text('What was checked'),
  ok: z.boolean().describe('Whether it works'),
  status: z.literal('warning').optional().describe('It works, but needs attention'),
  detail: text('What was found'),
});

/** The checks of `dewey doctor` that a running server can make of itself; the last result is kept for a minute. */
export function createDoctorTool(examine: () => Promise<Finding[]>) {
  const keptMs = 60_000;
  let kept: { at: number; findings: Promise<Finding[]> } | undefined;
  return tool({
    name: 'viewer_doctor',
    title: 'Check the server',
    description: 'Checks of the database, the files and the configuration of this server.',
    effect: 'delete', // as the commands of an administrator: findings name paths and settings
    input: z.strictObject({}),
    output: z.object({ findings: z.array(finding).describe('One for each check') }),
    async run(_, { clock }) {
      const now = clock().getTime();
      if (!kept || now - kept.at > keptMs) kept = { at: now, findings: examine() };
      const { findings } = kept;
      findings.catch(() => {
        kept = undefined;
      });
      return { findings: await findings };
    },
  });
}

export type { Finding };
