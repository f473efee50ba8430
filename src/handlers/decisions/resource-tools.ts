import { and, desc, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import { decisionAnomalies, decisionOutcomes, decisionStatuses, decisions } from '../../db/schema/index.ts';
import * as p from '../shared/params.ts';
import { withinBudget } from '../shared/reply-budget.ts';
import { tool } from '../tool/tool.ts';
import { domain, explain, module, part } from './shared.ts';

/**
 * Read tools that are reached only through resource URIs and are not in the catalog: the listed tools return the same
 * data as part of their results. Rights, validation and audit apply as to every tool.
 */

export const listDecisions = tool({
  name: 'list_decisions',
  title: 'List decisions',
  description: 'Decisions, newest first, filtered by module, status and project.',
  effect: 'read',
  explain,
  input: z.strictObject({
    module: domain.optional().describe('Only decisions of this domain'),
    status: z.enum(decisionStatuses).optional().describe('Only decisions with this status'),
    project: p.project.optional().describe('Only decisions of this project'),
    limit: p.limit,
  }),
  output: z.object({
    decisions: z
      .array(part)
      .describe('decision_id, statement, confidence, module, status, outcome and created_at of each'),
  }),
  async run(input, { db }) {
    const rows = await db
      .select({
        decision_id: decisions.id,
        statement: decisions.statement,
        confidence: decisions.confidence,
        module: decisions.domain,
        status: decisions.status,
        outcome: decisionOutcomes.finalStatus,
        created_at: decisions.createdAt,
      })
      .from(decisions)
      .leftJoin(
        decisionOutcomes,
        and(eq(decisionOutcomes.decisionId, decisions.id), isNull(decisionOutcomes.supersededAt)),
      )
      .where(
        and(
          isNull(decisions.deletedAt),
          input.module === undefined ? undefined : eq(decisions.domain, input.module),
          input.status === undefined ? undefined : eq(decisions.status, input.status),
          input.project === undefined ? undefined : eq(decisions.project, input.project),
        ),
      )
      .orderBy(desc(decisions.createdAt), desc(decisions.id))
      .limit(input.limit);
    return { decisions: withinBudget(rows) };
  },
});

export const getAnomalies = tool({
  name: 'get_anomalies',
  title: 'Get anomalies',
  description: 'Current anomalies: surprising outcomes, incidents, miscalibrated or worsening domains.',
  effect: 'read',
  explain,
  input: z.strictObject({
    module: module.optional().describe('Only anomalies of this domain'),
    limit: p.limit,
  }),
  output: z.object({
    anomalies: z
      .array(part)
      .describe('id, kind, domain, decision_id, severity, message and detected_at of each, latest first'),
  }),
  async run(input, { db }) {
    const rows = await db
      .select({
        id: decisionAnomalies.id,
        kind: decisionAnomalies.kind,
        domain: decisionAnomalies.domain,
        decision_id: decisionAnomalies.decisionId,
        severity: decisionAnomalies.severity,
        message: decisionAnomalies.message,
        detected_at: decisionAnomalies.detectedAt,
      })
      .from(decisionAnomalies)
      .where(
        and(
          isNull(decisionAnomalies.resolvedAt),
          input.module === undefined ? undefined : eq(decisionAnomalies.domain, input.module),
        ),
      )
      .orderBy(desc(decisionAnomalies.detectedAt), desc(decisionAnomalies.id))
      .limit(input.limit);
    return { anomalies: withinBudget(rows) };
  },
});
