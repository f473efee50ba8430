import { sql } from 'drizzle-orm';
import {
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz, tsvector } from './columns.ts';
import { ofDecision } from './decisions.ts';

/**
 * decision `implemented_by` code change, `resulted_in` outcome, `showed` antipattern; outcome `taught` lesson,
 * `generated` skill or antipattern; skill `informed` decision; decision `cited_by` a later one whose text names it.
 */
export const edgeTypes = [
  'implemented_by',
  'resulted_in',
  'showed',
  'taught',
  'generated',
  'informed',
  'cited_by',
] as const;
export type EdgeType = (typeof edgeTypes)[number];

export const anomalyKinds = ['surprise', 'incident', 'miscalibrated', 'declining'] as const;

const now = sql`now()`;

/** What similar decisions taught: one skill per topic of a domain; earlier states are in `skill_versions`. */
export const skills = pgTable(
  'skills',
  {
    id: text().primaryKey(),
    domain: text().notNull(),
    topic: text().notNull(),
    statement: text().notNull(),
    recommendation: text().notNull(),
    whenToUse: text('when_to_use').notNull(),
    examples: text().array().notNull(),
    confidence: doublePrecision().notNull(),
    successes: integer().notNull(),
    total: integer().notNull(),
    version: integer().notNull().default(1),
    generatedAt: timestamptz('generated_at').notNull().default(now),
    updatedAt: timestamptz('updated_at').notNull().default(now),
    /** Set while its evidence does not support it. */
    retiredAt: timestamptz('retired_at'),
    tsv: tsvector().generatedAlwaysAs(
      sql`to_tsvector('english'::regconfig, left(statement || ' ' || when_to_use || ' ' || recommendation, 200000))`,
    ),
  },
  (t) => [
    uniqueIndex('skills_topic_key').on(t.domain, t.topic),
    index('idx_skills_domain').on(t.domain, t.confidence.desc()),
  ],
);

export const skillVersions = pgTable(
  'skill_versions',
  {
    skillId: text('skill_id').notNull(),
    version: integer().notNull(),
    statement: text().notNull(),
    recommendation: text().notNull(),
    confidence: doublePrecision().notNull(),
    successes: integer().notNull(),
    total: integer().notNull(),
    retiredAt: timestamptz('retired_at'),
    createdAt: timestamptz('created_at').notNull().default(now),
  },
  (t) => [
    primaryKey({ columns: [t.skillId, t.version] }),
    foreignKey({
      name: 'skill_versions_skill_id_fkey',
      columns: [t.skillId],
      foreignColumns: [skills.id],
    }).onDelete('cascade'),
  ],
);

/** Choices known to fail: built in, learned from outcomes or imported. */
export const antipatterns = pgTable(
  'antipatterns',
  {
    id: text().primaryKey(),
    pattern: text().notNull(),
    /** A match needs one term of each group in the text. */
    terms: jsonb().$type<string[][]>().notNull(),
    recommendation: text().notNull(),
    source: text({ enum: ['built-in', 'outcomes', 'import'] }).notNull(),
    /** Null: all domains. */
    domain: text(),
    topic: text(),
    failures: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** The posterior mean of its outcomes. */
    successRate: doublePrecision('success_rate'),
    createdAt: timestamptz('created_at').notNull().default(now),
    updatedAt: timestamptz('updated_at').notNull().default(now),
    retiredAt: timestamptz('retired_at'),
  },
  (t) => [uniqueIndex('antipatterns_topic_key').on(t.domain, t.topic).where(sql`topic IS NOT NULL`)],
);

/** Causal edges between any two objects of the decisions toolset, by id. */
export const decisionEdges = pgTable(
  'decision_edges',
  {
    fromId: text('from_id').notNull(),
    type: text({
      enum: edgeTypes,
    }).notNull(),
    toId: text('to_id').notNull(),
    createdAt: timestamptz('created_at').notNull().default(now),
  },
  (t) => [primaryKey({ columns: [t.fromId, t.type, t.toId] }), index('idx_decision_edges_to').on(t.toId)],
);

/** Unusual findings; shown until their cause is gone, they are acknowledged, or they are old. */
export const decisionAnomalies = pgTable(
  'decision_anomalies',
  {
    id: text().primaryKey(),
    kind: text({ enum: anomalyKinds }).notNull(),
    domain: text().notNull(),
    /** Null for an anomaly of a whole domain. */
    decisionId: text('decision_id'),
    severity: text({ enum: ['low', 'medium', 'high'] }).notNull(),
    message: text().notNull(),
    detectedAt: timestamptz('detected_at').notNull().default(now),
    resolvedAt: timestamptz('resolved_at'),
    acknowledgedAt: timestamptz('acknowledged_at'),
    acknowledgedBy: text('acknowledged_by'),
    /** Why it needs no more attention. */
    note: text(),
  },
  (t) => [
    ofDecision('decision_anomalies_decision_id_fkey', t),
    uniqueIndex('decision_anomalies_open_key')
      .on(t.kind, t.domain, sql`coalesce(decision_id, '')`)
      .where(sql`resolved_at IS NULL`),
  ],
);
