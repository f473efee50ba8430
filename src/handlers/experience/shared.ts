import { getTableColumns } from 'drizzle-orm';
import * as z from 'zod';
import { experiences } from '../../db/schema/index.ts';
import {
  type ExperienceProof,
  experienceDomains,
  experienceProofs,
  experienceScopes,
  experienceTypes,
} from '../../db/schema/vocabulary.ts';
import { type ExperienceScope, scopeOf } from '../shared/domain/scope.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';

/** Parameters and result fields of experiences. */

/** Maximum characters of each text of an experience: four of them fit into one reply. */
export const mostCharacters = 20_000;
export const mostTags = 100;

const text = z
  .string()
  .refine((value) => value.trim() !== '', 'must not be empty')
  .refine((value) => value.length <= mostCharacters, {
    error: `may have at most ${mostCharacters.toLocaleString('en')} characters`,
    params: { limit: mostCharacters },
  });

export const experienceId = z.int().min(1).max(1_000_000_000_000).describe('Experience id');
export const type = z.enum(experienceTypes).describe('Whether the approach worked');
export const domain = z.enum(experienceDomains).describe('Domain of the experience');
export const situation = text.describe('Situation');
export const approach = text.describe('Approach taken');
export const outcome = text.describe('Outcome of the approach');
export const reasoning = text.describe('Explanation of the outcome');
export const confidence = z.number().min(0).max(1).describe('Your confidence');
export const scope = z.enum(experienceScopes).describe('user, or one project');
export const tags = z.array(z.string().trim().min(1).max(100)).max(mostTags).describe('Labels');

export const text4 = { situation, approach, outcome, reasoning };

/** An experience as tools return it. */
export const experienceRow = z.object({
  id: z.int().describe('Experience id'),
  type,
  domain,
  situation: z.string().describe('Situation'),
  approach: z.string().describe('Approach taken'),
  outcome: z.string().describe('Outcome of the approach'),
  reasoning: z.string().describe('Explanation of the outcome'),
  confidence: z.number().nullable().describe('Stated confidence, 0 to 1; null for none'),
  scope,
  tags: z.array(z.string()).describe('Labels'),
  project: p.nullableText.describe('Project'),
  session_id: p.nullableText.describe('Session that recorded it'),
  revision_of: z.int().nullable().describe('Experience that it revises'),
  revision_reason: p.nullableText.describe('Reason for the revision'),
  created_at: z.string().describe('Recorded at'),
  proof: z
    .enum(experienceProofs)
    .optional()
    .describe('unproven: no outcome yet; contradicted: it came otherwise; absent: confirmed'),
});

/** How an experience fared since it was recorded. */
export const experienceCounts = {
  uses: z.int().describe('Times it was opened'),
  confirmations: z.int().describe('Times recorded again'),
  contradictions: z.int().describe('Opposite verdicts in the same words'),
};

export type ExperienceRow = z.output<typeof experienceRow>;

const columns = getTableColumns(experiences);

/** Columns of an experience under the names of their result fields, in export order. */
export const experienceColumns = {
  id: columns.id,
  type: columns.type,
  domain: columns.domain,
  situation: columns.situation,
  approach: columns.approach,
  outcome: columns.outcome,
  reasoning: columns.reasoning,
  confidence: columns.confidence,
  scope: columns.scope,
  tags: columns.tags,
  project: columns.project,
  session_id: columns.sessionId,
  revision_of: columns.revisionOf,
  revision_reason: columns.revisionReason,
  created_at: columns.createdAt,
  proof: columns.proof,
};

/** Leaves out the usual proof, which says nothing. */
export const withProof = <Row extends { proof: ExperienceProof }>({ proof, ...row }: Row) => ({
  ...row,
  ...(proof === 'confirmed' ? {} : { proof }),
});

/** Removes repeated labels, keeping the order. */
export const distinct = (labels: readonly string[]): string[] => [...new Set(labels)];

/** Resolves the scope; `auto` is `project` with a project, and else derived from the texts. */
export const resolveScope = (
  asked: ExperienceScope | 'auto',
  texts: {
    situation: string;
    approach: string;
    outcome: string;
    reasoning: string;
    project?: string | null | undefined;
  },
): ExperienceScope => {
  if (asked !== 'auto') return asked;
  if (texts.project) return 'project';
  return scopeOf([texts.situation, texts.approach, texts.outcome, texts.reasoning].join('\n'));
};

export const noExperience = (id: number, field = 'id'): ToolError =>
  new ToolError('not_found', `There is no experience ${id}.`, {
    field,
    received: id,
    suggestion: 'Find experiences with search_experiences.',
  });

export const alreadyRevised = (
  id: number,
  newer: readonly number[],
  field: string,
  suggestion = `Revise ${newer.at(-1)} instead, or pass fork: true to start a second line of revisions.`,
): ToolError =>
  new ToolError('refused', `Experience ${id} has already been revised, by ${newer.join(' and ')}.`, {
    field,
    received: id,
    newer_versions: [...newer],
    suggestion,
  });
