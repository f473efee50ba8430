import * as z from 'zod';
import { uidOf } from '../../db/artifacts/ids.ts';
import type { Revision } from '../../db/artifacts/read.ts';
import { artifactTypes, sensitivities } from '../../db/schema/artifacts.ts';
import { ToolError } from '../errors.ts';
import { addressOf } from '../resource.ts';

/** Parameters and failures of artifacts. */

export const artifactType = z.enum(artifactTypes).describe('What kind of text it is');
export const sensitivity = z.enum(sensitivities);

const id = z.string().min(1).max(100);
export const artifactId = id.describe('The document: art_… or uid_…');
export const revisionId = id.describe('The revision; the latest without it');

const uri = 'dewey://artifacts/{id}';
export const artifactUri = uri;

/** The address at which a change of an artifact shows. */
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
    suggestion: 'Leave revision_id out for the latest.',
  });
