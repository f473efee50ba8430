import * as z from 'zod';
import { type Stock, takeStock } from '../../db/experience/totals.ts';
import * as p from '../shared/params.ts';
import { sees } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';

const counted = z.int().nullable();

export default tool({
  name: 'health_check',
  title: 'Check the experience store',
  description:
    'Check that the database answers and that the search index and the data behind gates are consistent, and count the contents.',
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
    const stock = await takeStock(db.sql, clock(), (toolset) => sees(deps, toolset));
    const issues = issuesOf(stock);
    const warnings = warningsOf(stock);
    const healthy = issues.length === 0;
    return {
      healthy,
      status: healthy ? ('OK' as const) : ('DEGRADED' as const),
      issues,
      warnings,
      stats: stock.stats,
    };
  },
});

const rebuild = 'back up and restore to rebuild the index';

function issuesOf({ unsketched, unindexed, emptySegments }: Stock): string[] {
  return [
    ...(unsketched > 0
      ? [`${unsketched} experiences cannot be matched as duplicates: their sketches are missing.`]
      : []),
    ...(unindexed > 0 ? [`${unindexed} experiences are not in the search index: ${rebuild}.`] : []),
    ...(emptySegments > 0
      ? [`${emptySegments} segments of the search index have lost their words: ${rebuild}.`]
      : []),
  ];
}

/** More than an import that is being indexed usually leaves. */
const manyWaiting = 10_000;

function warningsOf({ danglingParents, expiredTokens, waiting }: Stock): string[] {
  return [
    ...(danglingParents > 0
      ? [
          `${danglingParents} experiences revise an experience that does not exist here, usually because of a filtered export.`,
        ]
      : []),
    ...(expiredTokens > 0
      ? [`${expiredTokens} workflow tokens have expired; remove them with reset_workflow and cleanup_only.`]
      : []),
    ...(waiting > manyWaiting
      ? [`${waiting} experiences wait for the search index; until then searches for them are slower.`]
      : []),
  ];
}
