import * as z from 'zod';
import { takeStock } from '../../db/experience/totals.ts';
import * as p from '../shared/params.ts';
import { sees } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';

const counted = z.int().nullable();

export default tool({
  name: 'health_check',
  title: 'Check the experience store',
  description:
    'Check that the database answers and that the data behind searches and gates is consistent, and count the contents.',
  effect: 'read',
  countsForGates: true,
  input: z.strictObject({ session_id: p.gateSession }),
  output: z.object({
    healthy: z.boolean().describe('False when something needs repair'),
    status: z.enum(['OK', 'DEGRADED']).describe('OK, or DEGRADED with the reasons in issues'),
    issues: z.array(z.string()).describe('Problems that need repair'),
    warnings: z.array(z.string()).describe('Findings worth a look'),
    stats: z
      .object({
        experiences: z.int().describe('Experiences, all versions'),
        reasoning_sessions: counted.describe('Reasoning sessions'),
        workflow_sessions: counted.describe('Workflow sessions'),
        conversations: counted.describe('Conversations'),
        messages: counted.describe('Messages in them'),
      })
      .describe('Contents of the lake; null for data the key cannot access'),
  }),
  async run(_, deps) {
    const { db, clock } = deps;
    const { stats, unsketched, danglingParents, expiredTokens } = await takeStock(
      db.sql,
      clock(),
      (toolset) => sees(deps, toolset),
    );
    const issues =
      unsketched > 0
        ? [`${unsketched} experiences cannot be matched as duplicates: their sketches are missing.`]
        : [];
    const warnings = [
      ...(danglingParents > 0
        ? [
            `${danglingParents} experiences revise an experience that does not exist here, usually because of a filtered export.`,
          ]
        : []),
      ...(expiredTokens > 0
        ? [`${expiredTokens} workflow tokens have expired; remove them with reset_workflow and cleanup_only.`]
        : []),
    ];
    const healthy = issues.length === 0;
    return { healthy, status: healthy ? ('OK' as const) : ('DEGRADED' as const), issues, warnings, stats };
  },
});
