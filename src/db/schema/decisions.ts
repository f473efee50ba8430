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
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { docNo, timestamptz, tsvector } from './columns.ts';

export const decisionStatuses = ['pending', 'executed', 'completed', 'failed', 'reworked'] as const;
export const riskLevels = ['low', 'medium', 'high'] as const;
export const finalStatuses = ['success', 'partial', 'failure'] as const;
export type FinalStatus = (typeof finalStatuses)[number];

const now = sql`now()`;
const share = (column: string) => sql.raw(`${column} BETWEEN 0 AND 1`);

/** A decision. Statement, alternatives and assumptions never change; `context_hash` is their fingerprint. */
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
    /** The firewall's verdict at capture. */
    firewallStatus: text('firewall_status', { enum: ['clear', 'caution', 'block'] }).notNull(),
    project: text(),
    externalId: text('external_id'),
    /** Where its options come from: read from the statement, or given by a correction; null until they are read. */
    optionsFrom: text('options_from', { enum: ['statement', 'correction'] }),
    /** When its outcome should be known. */
    reviewAt: timestamptz('review_at').notNull().default(sql`now() + interval '30 days'`),
    createdAt: timestamptz('created_at').notNull().default(now),
    updatedAt: timestamptz('updated_at').notNull().default(now),
    deletedAt: timestamptz('deleted_at'),
    docNo: docNo(),
    /** The statement's stems, which determine its topic. */
    tsv: tsvector().generatedAlwaysAs(sql`to_tsvector('english'::regconfig, statement)`),
  },
  (t) => [
    index('idx_decisions_domain').on(t.domain, t.createdAt.desc()),
    index('idx_decisions_created').on(t.createdAt.desc()),
    index('idx_decisions_project').on(t.project),
    index('idx_decisions_options_unread').on(t.domain, t.id).where(sql`options_from IS NULL`),
    index('idx_decisions_review').on(t.reviewAt).where(sql`NOT concluded AND deleted_at IS NULL`),
    index('idx_decisions_tsv').using('gin', t.tsv),
    uniqueIndex('decisions_doc_no_key').on(t.docNo),
    index('idx_decisions_deleted').on(t.docNo).where(sql`deleted_at IS NOT NULL`),
    uniqueIndex('decisions_project_external_id_key')
      .on(sql`coalesce(project, '')`, t.externalId)
      .where(sql`external_id IS NOT NULL AND deleted_at IS NULL`),
    check('decisions_confidence_check', share('confidence')),
  ],
);

export const ofDecision = (
  name: string,
  column: { decisionId: Parameters<typeof foreignKey>[0]['columns'][0] },
) => foreignKey({ name, columns: [column.decisionId], foreignColumns: [decisions.id] }).onDelete('cascade');

/** The confidence history of a decision. */
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
 * The outcome of a decision. A decision has one live outcome; replaced ones are kept as history. Domain and confidence
 * are copied here, so that calibration reads only this table.
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
    /** The reply to the caller, to answer a repeated call. */
    reply: jsonb().$type<Record<string, unknown>>(),
    externalId: text('external_id'),
    /** Similar decisions share a topic: the id of the first of them that was completed. */
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

/** Pull requests and commits that implement a decision. */
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
