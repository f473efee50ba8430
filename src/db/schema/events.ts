import { sql } from 'drizzle-orm';
import {
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
  uuid,
} from 'drizzle-orm/pg-core';
import { artifactRevisions, artifacts } from './artifacts.ts';
import { docNo, timestamptz } from './columns.ts';

/** What a person said of an event. */
export const verdicts = ['confirmed', 'corrected', 'rejected'] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * What people said of events: right, wrong in some fields, or no event at all. Found again by category and quote whenever the
 * document is extracted again.
 */
export const eventCorrections = pgTable(
  'event_corrections',
  {
    correctionId: uuid('correction_id').notNull(),
    artifactUid: text('artifact_uid').notNull(),
    /** The category as extracted. */
    category: text().notNull(),
    /** The first quote of the event. */
    quote: text().notNull(),
    verdict: text({ enum: verdicts }).notNull(),
    /** The fields that replace those extracted: `CorrectedFields`. */
    fields: jsonb().notNull().default({}),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
    updatedAt: timestamptz('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'event_corrections_pkey', columns: [t.correctionId, t.artifactUid] }),
    foreignKey({
      name: 'event_corrections_artifact_fkey',
      columns: [t.artifactUid],
      foreignColumns: [artifacts.artifactUid],
    }).onDelete('cascade'),
    index('idx_event_corrections_artifact').on(t.artifactUid),
    check('event_corrections_verdict_check', sql.raw(`verdict IN ('confirmed', 'corrected', 'rejected')`)),
  ],
);

export const semanticEvents = pgTable(
  'semantic_events',
  {
    eventId: uuid('event_id').notNull(),
    artifactUid: text('artifact_uid').notNull(),
    revisionId: text('revision_id').notNull(),
    category: text().notNull(),
    eventTime: timestamptz('event_time'),
    /** When a promise or plan is due. */
    due: timestamptz(),
    narrative: text().notNull(),
    subject: jsonb('subject_json').$type<{ type: string; ref: string }>().notNull(),
    actors: jsonb('actors_json').$type<{ ref: string; role: string }[]>().notNull(),
    confidence: doublePrecision().notNull(),
    /** Whether it belongs in a digest of its document. */
    main: boolean().notNull().default(true),
    /** Its position among the events of its revision. */
    position: integer().notNull(),
    /** Name of the extractor that found it and, if it uses one, the model. */
    extractor: text().notNull(),
    extractionRunId: uuid('extraction_run_id').notNull(),
    /** The correction applied, with its verdict, and the fields as they were extracted. */
    correctionId: uuid('correction_id'),
    verdict: text({ enum: verdicts }),
    extracted: jsonb(),
    /** Whether a commitment is done, where a person said so. */
    done: boolean(),
    /** Shared by the events that tell the same fact in several documents of a project. */
    factId: uuid('fact_id'),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
    docNo: docNo(),
  },
  (t) => [
    primaryKey({ name: 'semantic_events_pkey', columns: [t.eventId, t.artifactUid] }),
    foreignKey({
      name: 'semantic_events_revision_fkey',
      columns: [t.artifactUid, t.revisionId],
      foreignColumns: [artifactRevisions.artifactUid, artifactRevisions.revisionId],
    }).onDelete('cascade'),
    index('idx_semantic_events_revision').on(t.artifactUid, t.revisionId),
    index('idx_semantic_events_category_time').on(t.category, t.eventTime),
    index('idx_semantic_events_time').on(t.eventTime),
    index('idx_semantic_events_due').on(t.due).where(sql`due is not null`),
    foreignKey({
      name: 'semantic_events_correction_fkey',
      columns: [t.correctionId, t.artifactUid],
      foreignColumns: [eventCorrections.correctionId, eventCorrections.artifactUid],
    }),
    index('idx_semantic_events_executions')
      .on(sql`lower(subject_json ->> 'ref')`)
      .where(sql`category = 'Execution'`),
    index('idx_semantic_events_fact').on(t.factId).where(sql`fact_id is not null`),
    index('idx_semantic_events_correction').on(t.correctionId).where(sql`correction_id is not null`),
    index('idx_semantic_events_doc_no').on(t.docNo),
    check('semantic_events_confidence_check', sql.raw('confidence BETWEEN 0 AND 1')),
    check('semantic_events_verdict_check', sql.raw(`verdict IN ('confirmed', 'corrected', 'rejected')`)),
  ],
);

export const eventEvidence = pgTable(
  'event_evidence',
  {
    eventId: uuid('event_id').notNull(),
    position: integer().notNull(),
    artifactUid: text('artifact_uid').notNull(),
    revisionId: text('revision_id').notNull(),
    chunkId: text('chunk_id'),
    /** In code points of the chunk, or of the whole text if there is none. */
    startChar: integer('start_char').notNull(),
    endChar: integer('end_char').notNull(),
    /** `start_char` relative to the whole text. */
    artifactStartChar: integer('artifact_start_char').notNull(),
    quote: text().notNull(),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.position, t.artifactUid] }),
    foreignKey({
      name: 'event_evidence_event_id_fkey',
      columns: [t.eventId, t.artifactUid],
      foreignColumns: [semanticEvents.eventId, semanticEvents.artifactUid],
    }).onDelete('cascade'),
    index('idx_event_evidence_revision').on(t.artifactUid, t.revisionId),
  ],
);
