import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bitVarying, docNo, timestamptz } from './columns.ts';
import {
  type ExperienceDomain,
  type ExperienceType,
  experienceDomains,
  experienceProofs,
  experienceScopes,
  experienceTypes,
} from './vocabulary.ts';

const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} IN (${values.map((value) => `'${value}'`).join(', ')})`);

/** Experiences. Except for its tags and its proof, a row is never updated: a revision is a new row that refers to its parent. */
export const experiences = pgTable(
  'experiences',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    type: text({ enum: experienceTypes }).notNull(),
    domain: text({ enum: experienceDomains }).notNull(),
    situation: text().notNull(),
    approach: text().notNull(),
    outcome: text().notNull(),
    reasoning: text().notNull(),
    confidence: doublePrecision(),
    scope: text({ enum: experienceScopes }).notNull(),
    tags: text().array().notNull().default(sql`'{}'`),
    project: text(),
    sessionId: text('session_id'),
    /** The experience this one revises. No foreign key: a filtered export may leave the parent behind. */
    revisionOf: bigint('revision_of', { mode: 'number' }),
    revisionReason: text('revision_reason'),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
    deletedAt: timestamptz('deleted_at'),
    proof: text({ enum: experienceProofs }).notNull().default('confirmed'),
    docNo: docNo(),
  },
  (t) => [
    index('idx_experiences_revision_of').on(t.revisionOf),
    index('idx_experiences_domain_type').on(t.domain, t.type),
    uniqueIndex('experiences_doc_no_key').on(t.docNo),
    index('idx_experiences_deleted').on(t.docNo).where(sql`deleted_at IS NOT NULL`),
    check('experiences_type_check', oneOf('type', experienceTypes)),
    check('experiences_domain_check', oneOf('domain', experienceDomains)),
    check('experiences_scope_check', oneOf('scope', experienceScopes)),
    check('experiences_proof_check', oneOf('proof', experienceProofs)),
    check('experiences_confidence_check', sql.raw('confidence BETWEEN 0 AND 1')),
  ],
);

/** Domain and type of an experience as one number; the other type of the same domain differs in the last bit. */
export const kindOf = ({ domain, type }: { domain: ExperienceDomain; type: ExperienceType }): number =>
  experienceDomains.indexOf(domain) * 2 + experienceTypes.indexOf(type);

/**
 * Sketches for finding near-duplicates, kept apart from the wide texts so that a whole domain is read in few pages.
 * Every experience that is not deleted has a row.
 */
export const experienceSketches = pgTable(
  'experience_sketches',
  {
    experienceId: bigint('experience_id', { mode: 'number' }).primaryKey(),
    /** Domain and type as one small number, see `kindOf`; compared a hundred thousand times per search. */
    kind: smallint().notNull(),
    /** Number of bigrams of the compared text. */
    bigrams: integer().notNull(),
    sketch: bitVarying().notNull(),
    /** Hash of the compared text: finds equal texts without comparing sketches. */
    textHash: text('text_hash').notNull(),
    /** Hash of situation and approach: the same case with the opposite verdict is a contradiction. */
    caseHash: text('case_hash').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'experience_sketches_experience_id_fkey',
      columns: [t.experienceId],
      foreignColumns: [experiences.id],
    }).onDelete('cascade'),
    index('idx_experience_sketches_bigrams').on(t.kind, t.bigrams),
    index('idx_experience_sketches_text').on(t.textHash),
    index('idx_experience_sketches_case').on(t.caseHash),
  ],
);

/**
 * Counters that change when an experience is opened or confirmed; without indexes, so that they are updated in place.
 */
export const experienceUse = pgTable(
  'experience_use',
  {
    experienceId: bigint('experience_id', { mode: 'number' }).primaryKey(),
    uses: integer().notNull().default(0),
    confirmations: integer().notNull().default(0),
    contradictions: integer().notNull().default(0),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (t) => [
    foreignKey({
      name: 'experience_use_experience_id_fkey',
      columns: [t.experienceId],
      foreignColumns: [experiences.id],
    }).onDelete('cascade'),
  ],
);
