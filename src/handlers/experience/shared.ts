import { getTableColumns } from 'drizzle-orm';
import * as z from 'zod';
import { experiences } from '../../db/schema/index.ts';
import { experienceDomains, experienceScopes, experienceTypes } from '../../db/schema/vocabulary.ts';
import { type ExperienceScope, scopeOf } from '../shared/domain/scope.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';

/** Parameters and result fields of experiences. */

/** Each text of an experience: four of them fit into one reply. */
export const mostCharacters = 20_000;
export const mostTags = 100;

const text = z
  .string()
  .refine((value) => value.trim() !== '', 'must not be empty')
  .refine((value) => value.length <= mostCharacters, {
    error: `may have at most ${mostCharacters.toLocaleString('en')} characters`,
    params: { limit: mostCharacters },
  });

export const experienceId = z
  .int()
  .min(1)
  .max(1_000_000_000_000)
  .describe('Id of the experience, as an earlier call returned it');
export const type = z.enum(experienceTypes).describe('Whether the approach worked: effective or ineffective');
export const domain = z.enum(experienceDomains).describe('What it is about');
export const situation = text.describe('What the situation was');
export const approach = text.describe('What was done');
export const outcome = text.describe('What came of it');
export const reasoning = text.describe('Why it came out that way');
export const confidence = z.number().min(0).max(1).describe('How sure you are, 0 to 1');
export const scope = z.enum(experienceScopes).describe('Whether it holds for the user or for one project');
export const tags = z
  .array(z.string().trim().min(1).max(100))
  .max(mostTags)
  .describe('Labels, up to 100 of 100 characters');

export const text4 = { situation, approach, outcome, reasoning };

/** An experience as tools return it. */
export const experienceRow = z.object({
  id: z.int().describe('Id of the experience'),
  type,
  domain,
  situation: z.string().describe('What the situation was'),
  approach: z.string().describe('What was done'),
  outcome: z.string().describe('What came of it'),
  reasoning: z.string().describe('Why it came out that way'),
  confidence: z.number().nullable().describe('How sure its author was, 0 to 1; null when nobody said'),
  scope,
  tags: z.array(z.string()).describe('Labels'),
  project: p.nullableText.describe('Project'),
  session_id: p.nullableText.describe('The session it was recorded in'),
  revision_of: z.int().nullable().describe('The experience it revises'),
  revision_reason: p.nullableText.describe('Why that was revised'),
  created_at: z.string().describe('When it was recorded'),
});

export type ExperienceRow = z.output<typeof experienceRow>;

const columns = getTableColumns(experiences);

/** The columns of an experience under the names of its result fields, in the order of an export. */
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
};

/** Each label once, in the order given. */
export const distinct = (labels: readonly string[]): string[] => [...new Set(labels)];

/** The scope asked for; `auto` is read from the texts. */
export const resolveScope = (
  asked: ExperienceScope | 'auto',
  texts: { situation: string; approach: string; outcome: string; reasoning: string },
): ExperienceScope =>
  asked === 'auto'
    ? scopeOf([texts.situation, texts.approach, texts.outcome, texts.reasoning].join('\n'))
    : asked;

export const noExperience = (id: number, field = 'id'): ToolError =>
  new ToolError('not_found', `There is no experience ${id}.`, {
    field,
    received: id,
    suggestion: 'Find experiences with search_experiences.',
  });

export const alreadyRevised = (id: number, newer: readonly number[], field: string): ToolError =>
  new ToolError('refused', `Experience ${id} was revised already, by ${newer.join(' and ')}.`, {
    field,
    received: id,
    newer_versions: [...newer],
    suggestion: `Revise ${newer.at(-1)} instead, or pass fork: true to begin a second line of revisions.`,
  });
