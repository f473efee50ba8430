import * as z from 'zod';
import { takeStock } from '../../db/experience/totals.ts';
import * as p from '../shared/params.ts';
import { sees } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';

const counted = z.int().nullable();

export default tool({
  name: 'health_check',
  title: 'Check the store',
  description:
    'Check that the store answers and that what searches and gates rest on is whole, and count what it holds.',
  effect: 'read',
  countsForGates: true,
  input: z.strictObject({ session_id: p.gateSession }),
  output: z.object({
    healthy: z.boolean().describe('False when something must be mended'),
    status: z.enum(['OK', 'DEGRADED']).describe('OK, or DEGRADED with the reasons in issues'),
    issues: z.array(z.string()).describe('What must be mended'),
    warnings: z.array(z.string()).describe('What should be looked at'),
    stats: z
      .object({
        experiences: z.int().describe('Experiences, every version'),
        reasoning_sessions: counted.describe('Reasoning sessions'),
        workflow_sessions: counted.describe('Workflow sessions'),
        conversations: counted.describe('Conversations'),
        messages: counted.describe('Messages in them'),
      })
      .describe('What the store holds; null for what the key does not reach'),
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
        ? [`${unsketched} experiences cannot be found as duplicates: their sketches are missing.`]
        : [];
    const warnings = [
      ...(danglingParents > 0
        ? [`${danglingParents} experiences revise one that is not here; a filtered export does that.`]
        : []),
      ...(expiredTokens > 0
        ? [`${expiredTokens} workflow tokens have expired; reset_workflow with cleanup_only removes them.`]
        : []),
    ];
    const healthy = issues.length === 0;
    return { healthy, status: healthy ? ('OK' as const) : ('DEGRADED' as const), issues, warnings, stats };
  },
});
