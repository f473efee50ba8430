import * as z from 'zod';
import { acknowledgeAnomaly, openAnomalies } from '../../db/decisions/anomalies.ts';
import { rfc3339 } from '../../db/schema/rfc3339.ts';
import { decodeCursor, encodeCursor } from '../shared/cursor.ts';
import * as p from '../shared/params.ts';
import { withinBudget } from '../shared/reply-budget.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { addresses } from './addresses.ts';
import { domain, explain, part } from './shared.ts';

/**
 * Read tools that are reached only through resource URIs and are not in the catalog: the listed tools return the same
 * data as part of their results. Rights, validation and audit apply as to every tool.
 */

export const getAnomalies = tool({
  name: 'get_anomalies',
  title: 'Get anomalies',
  description: 'Current anomalies: surprising outcomes, incidents, miscalibrated or worsening domains.',
  effect: 'read',
  explain,
  input: z.strictObject({
    module: domain.optional().describe('Only anomalies of this domain'),
    limit: p.limit,
    cursor: z.string().max(1000).optional().describe('next_cursor of the page before'),
  }),
  output: z.object({
    anomalies: z
      .array(part)
      .describe(
        'id, kind, domain, decision_id, statement, severity, message and detected_at of each, latest first',
      ),
    next_cursor: z.string().nullable().describe('Null on the last page'),
  }),
  async run({ module, limit, cursor }, { db, clock }) {
    const after = cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([z.string(), z.string()]));
    const since = new Date(clock().getTime() - anomalyLifeMs).toISOString();
    const rows = await openAnomalies(db.sql, { domain: module, since, after, limit: limit + 1 });
    const shown = withinBudget(
      rows.slice(0, limit).map(({ decisionId, detectedAt, ...row }) => ({
        ...row,
        decision_id: decisionId,
        detected_at: rfc3339(detectedAt),
      })),
    );
    const last = rows[shown.length - 1];
    const more = last !== undefined && rows.length > shown.length;
    return { anomalies: shown, next_cursor: more ? encodeCursor([last.detectedAt, last.id]) : null };
  },
});

/** An anomaly is shown for 90 days, until its cause is gone, or until it is acknowledged. */
const anomalyLifeMs = 90 * 24 * 60 * 60 * 1000;

/** For people, by `dewey decisions acknowledge` and the viewer. */
export const acknowledge = tool({
  name: 'acknowledge_anomaly',
  title: 'Acknowledge an anomaly',
  description: 'Take an anomaly off the list: it was looked into.',
  effect: 'change',
  toolset: 'decisions',
  input: z.strictObject({
    id: z.string().min(1).max(200).describe('Id of the anomaly'),
    note: z.string().min(1).max(2000).optional().describe('What was found'),
  }),
  output: z.object({ id: z.string().describe('Id of the anomaly') }),
  touches: () => [addresses.anomalies],
  async run({ id, note }, deps) {
    const by = deps.call?.client ?? 'unknown';
    if (!(await acknowledgeAnomaly(deps.db.sql, { id, by, note })))
      throw new ToolError('not_found', `There is no open anomaly ${id}.`, {
        field: 'id',
        received: id,
        suggestion: 'Read membria://anomalies/current.',
      });
    return { id };
  },
});
