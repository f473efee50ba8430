import * as z from 'zod';
import { uidOf } from '../../db/artifacts/ids.ts';
import type { Revision } from '../../db/artifacts/read.ts';
import type { NeighbourChunk } from '../../db/artifacts/search.ts';
import { artifactTypes, sensitivities } from '../../db/schema/artifacts.ts';
import { fitReply } from '../shared/reply-budget.ts';
import { ToolError } from '../tool/errors.ts';
import { addressOf } from '../tool/resource.ts';

/** Parameters and errors of artifacts. */

export const artifactType = z.enum(artifactTypes).describe('Type of document');
export const sensitivity = z.enum(sensitivities);

const id = z.string().min(1).max(100);
export const artifactId = id.describe('Document id: art_… or uid_…');
export const revisionId = id.describe('Revision id; default: the latest');

const uri = 'dewey://artifacts/{id}';
export const artifactUri = uri;

/** The resource URI of an artifact. */
export const artifactAddress = (id: string): string[] => [
  addressOf(uri, { id: uidOf(id).replace(/^uid_/, 'art_') }),
];

export const noArtifact = (id: string): ToolError =>
  new ToolError('not_found', `There is no artifact ${id}.`, {
    field: 'artifact_id',
    received: id,
    suggestion: 'Find artifacts with artifact_search.',
  });

export const noRevision = (id: string, revisions: readonly Revision[]): ToolError =>
  new ToolError('not_found', `The artifact has no revision ${id}.`, {
    field: 'revision_id',
    received: id,
    revisions: revisions.slice(0, 20).map(({ revisionId }) => revisionId),
    suggestion: 'Omit revision_id to get the latest.',
  });

/** Search parameters and results. */
export const query = z
  .string()
  .trim()
  .min(1)
  .max(10_000)
  .describe('Keywords or a question in plain language');
export const limit = z.int().min(1).max(50).default(5).describe('Most results');
export const expandNeighbors = z.boolean().default(false).describe('Include neighbouring chunks');

const leg = z.enum(['lexical', 'semantic']);
export type Leg = z.output<typeof leg>;
export const legs = z.array(leg).describe('Searches that ran');
export const message = z
  .string()
  .optional()
  .describe('Why search by meaning did not run, or results were omitted');

/** The results that fit into a reply, the searches that ran, and why results are missing. */
export function reply<T>(found: readonly T[], queryVector: unknown, why: string | undefined) {
  const { results, message: left } = fitReply(found, ': lower limit, or omit expand_neighbors');
  const said = [why, left].filter((part) => part !== undefined).join(' ');
  const ran: Leg[] = queryVector ? ['lexical', 'semantic'] : ['lexical'];
  return { results, legs: ran, ...(said === '' ? {} : { message: said }) };
}

export const neighborsOut = z
  .array(z.object({ chunk_id: z.string().describe('Id'), text: z.string().describe('Text') }))
  .optional()
  .describe('Neighbouring chunks');

export const toNeighbors = (chunks: readonly NeighbourChunk[]) =>
  chunks.map(({ chunkId, text }) => ({ chunk_id: chunkId, text }));
