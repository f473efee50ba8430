import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
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

export const decisionStatuses = ['pending', 'executed', 'completed', 'failed', 'reworked'] as const;
export const riskLevels = ['low', 'medium', 'high'] as const;
export const finalStatuses = ['success', 'partial', 'failure'] as const;
export type FinalStatus = (typeof finalStatuses)[number];

/**
 * decision `implemented_by` code change, `resulted_in` outcome, `showed` antipattern; outcome `taught` lesson,
 * `generated` skill or antipattern; skill `informed` decision.
 */
export const edgeTypes = [
  'implemented_by',
  'resulted_in',
  'showed',
  'taught',
  'generated',
  'informed',
] as const;
export type EdgeType = (typeof edgeTypes)[number];

export const anomalyKinds = ['surprise', 'incident', 'miscalibrated', 'declining'] as const;

const now = sql`now()`;
const share = (column: string) => sql.raw(`${column} BETWEEN 0 AND 1`);

/** What was decided. Statement, alternatives and assumptions never change; `context_hash` is their fingerprint. */
export const decisions = pgTable(
  'decisions',
  {
    id: text().primaryKey(),
    statement: text().notNull(),
    alternatives: text().array().notNull(),
    assumptions: text().array().notNull(),
    /** The latest stated confidence; earlier ones are in `decision_confidences`. */
    confidence: doublePrecision().notNull(),
    riskLevel: text('risk_level', { enum: riskLevels }),
    domain: text().notNull(),
    sessionId: text('session_id'),
    filePath: text('file_path'),
    reasoning: text(),
    status: text({ enum: decisionStatuses }).notNull().default('pending'),
    /** Whether it has an outcome. */
    concluded: boolean().notNull().default(false),
    linkedPr: text('linked_pr'),
    linkedCommit: text('linked_commit'),
    notes: text(),
    createdBy: text('created_by').notNull(),
    contextHash: text('context_hash').notNull(),
    /** What the firewall said when it was captured. */
    firewallStatus: text('firewall_status', { enum: ['clear', 'caution', 'block'] }).notNull(),
    project: text(),
    externalId: text('external_id'),
    createdAt: timestamptz('created_at').notNull().default(now),
    updatedAt: timestamptz('updated_at').notNull().default(now),
    deletedAt: timestamptz('deleted_at'),
    tsv: tsvector().generatedAlwaysAs(sql`dewey_tsv(statement)`),
  },
  (t) => [
    index('idx_decisions_domain').on(t.domain, t.createdAt.desc()),
    index('idx_decisions_created').on(t.createdAt.desc()),
    index('idx_decisions_project').on(t.project),
    index('idx_decisions_tsv').using('gin', t.tsv),
    uniqueIndex('decisions_project_external_id_key')
      .on(sql`coalesce(project, '')`, t.externalId)
      .where(sql`external_id IS NOT NULL AND deleted_at IS NULL`),
    check('decisions_confidence_check', share('confidence')),
  ],
);

const ofDecision = (name: string, column: { decisionId: Parameters<typeof foreignKey>[0]['columns'][0] }) =>
  foreignKey({ name, columns: [column.decisionId], foreignColumns: [decisions.id] }).onDelete('cascade');

/** Every confidence a decision was given, in order. */
export const decisionConfidences = pgTable(
  'decision_confidences',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    decisionId: text('decision_id').notNull(),
    confidence: doublePrecision().notNull(),
    at: timestamptz().notNull().default(now),
  },
  (t) => [
    ofDecision('decision_confidences_decision_id_fkey', t),
    index('idx_decision_confidences_decision').on(t.decisionId, t.id),
    check('decision_confidences_confidence_check', share('confidence')),
  ],
);

export const decisionSignals = pgTable(
  'decision_signals',
  {
    id: text().primaryKey(),
    decisionId: text('decision_id').notNull(),
    type: text().notNull(),
    valence: text({ enum: ['positive', 'negative', 'neutral'] }).notNull(),
    description: text(),
    metrics: jsonb().$type<Record<string, unknown>>(),
    externalId: text('external_id'),
    recordedAt: timestamptz('recorded_at').notNull().default(now),
  },
  (t) => [
    ofDecision('decision_signals_decision_id_fkey', t),
    index('idx_decision_signals_decision').on(t.decisionId, t.recordedAt),
    uniqueIndex('decision_signals_external_id_key')
      .on(t.decisionId, t.externalId)
      .where(sql`external_id IS NOT NULL`),
  ],
);

/**
 * What came of a decision. A decision has one live outcome; a replaced one stays as history. Domain and confidence are
 * copied here, so that calibration reads this table alone.
 */
export const decisionOutcomes = pgTable(
  'decision_outcomes',
  {
    id: text().primaryKey(),
    decisionId: text('decision_id').notNull(),
    domain: text().notNull(),
    /** The last confidence stated before the outcome. */
    confidence: doublePrecision().notNull(),
    score: doublePrecision().notNull(),
    finalStatus: text('final_status', { enum: finalStatuses }).notNull(),
    signals: jsonb().$type<Record<string, unknown>>().notNull(),
    /** What the caller was answered, for a repeated call. */
    reply: jsonb().$type<Record<string, unknown>>(),
    externalId: text('external_id'),
    /** Like decisions share a topic: the id of the first of them that was completed. */
    topic: text().notNull(),
    completedAt: timestamptz('completed_at').notNull().default(now),
    supersededAt: timestamptz('superseded_at'),
    deletedAt: timestamptz('deleted_at'),
  },
  (t) => [
    ofDecision('decision_outcomes_decision_id_fkey', t),
    uniqueIndex('decision_outcomes_decision_id_key').on(t.decisionId).where(sql`superseded_at IS NULL`),
    index('idx_decision_outcomes_domain')
      .on(t.domain, t.completedAt.desc(), t.score, t.confidence)
      .where(sql`superseded_at IS NULL AND deleted_at IS NULL`),
    index('idx_decision_outcomes_topic').on(t.domain, t.topic, t.completedAt.desc()),
    check('decision_outcomes_score_check', share('score')),
    check('decision_outcomes_confidence_check', share('confidence')),
  ],
);

/** Pull requests and commits that carry a decision out. */
export const codeChanges = pgTable(
  'code_changes',
  {
    id: text().primaryKey(),
    decisionId: text('decision_id').notNull(),
    kind: text({ enum: ['pull_request', 'commit'] }).notNull(),
    /** The URL of the pull request, or the hash of the commit. */
    ref: text().notNull(),
    title: text(),
    createdAt: timestamptz('created_at').notNull().default(now),
  },
  (t) => [
    ofDecision('code_changes_decision_id_fkey', t),
    uniqueIndex('code_changes_decision_id_ref_key').on(t.decisionId, t.ref),
    index('idx_code_changes_ref').on(t.ref),
  ],
);

export const lessons = pgTable(
  'lessons',
  {
    id: text().primaryKey(),
    outcomeId: text('outcome_id').notNull(),
    decisionId: text('decision_id').notNull(),
    position: integer().notNull(),
    lesson: text().notNull(),
    createdAt: timestamptz('created_at').notNull().default(now),
  },
  (t) => [
    ofDecision('lessons_decision_id_fkey', t),
    foreignKey({
      name: 'lessons_outcome_id_fkey',
      columns: [t.outcomeId],
      foreignColumns: [decisionOutcomes.id],
    }).onDelete('cascade'),
    index('idx_lessons_decision').on(t.decisionId),
    index('idx_lessons_outcome').on(t.outcomeId, t.position),
  ],
);

/** What like decisions taught. One skill a topic of a domain; its earlier states are in `skill_versions`. */
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
    /** Set while its evidence no longer carries it. */
    retiredAt: timestamptz('retired_at'),
    tsv: tsvector().generatedAlwaysAs(
      sql`dewey_tsv(statement || ' ' || when_to_use || ' ' || recommendation)`,
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

/** Choices known to end badly: built in, learned from outcomes or imported. */
export const antipatterns = pgTable(
  'antipatterns',
  {
    id: text().primaryKey(),
    pattern: text().notNull(),
    /** Each group needs one of its terms in the text. */
    terms: jsonb().$type<string[][]>().notNull(),
    recommendation: text().notNull(),
    source: text({ enum: ['built-in', 'outcomes', 'import'] }).notNull(),
    /** Null: everywhere. */
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

/** What leads to what, between any two things of this shelf, by their ids. */
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

/** What is out of the ordinary; open until its cause is gone. */
export const decisionAnomalies = pgTable(
  'decision_anomalies',
  {
    id: text().primaryKey(),
    kind: text({ enum: anomalyKinds }).notNull(),
    domain: text().notNull(),
    /** Null for what concerns a whole domain. */
    decisionId: text('decision_id'),
    severity: text({ enum: ['low', 'medium', 'high'] }).notNull(),
    message: text().notNull(),
    detectedAt: timestamptz('detected_at').notNull().default(now),
    resolvedAt: timestamptz('resolved_at'),
  },
  (t) => [
    ofDecision('decision_anomalies_decision_id_fkey', t),
    uniqueIndex('decision_anomalies_open_key')
      .on(t.kind, t.domain, sql`coalesce(decision_id, '')`)
      .where(sql`resolved_at IS NULL`),
  ],
);

/** The sums that a domain's calibration is made of, written with every outcome. */
export const calibrations = pgTable('calibrations', {
  domain: text().primaryKey(),
  tally: jsonb().notNull(),
  updatedAt: timestamptz('updated_at').notNull().default(now),
});
