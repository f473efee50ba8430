import { createHash } from 'node:crypto';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Where a document comes from; without a source id, it is identified by its text. */
export type Origin = { sourceSystem: string; sourceId?: string | undefined };

/** The uid of a document: stable for the same source and source id, whatever its current text. */
export const artifactUidOf = (origin: Origin, content: string): string =>
  `uid_${sha256(origin.sourceId === undefined ? content : `${origin.sourceSystem}:${origin.sourceId}`).slice(0, 16)}`;

/**
 * The uid of a document with the same source, or the same text, as one that its reader may not see: the reader cannot
 * detect the other document, and the other document is not affected.
 */
export const ownUidOf = (owner: string, origin: Origin, content: string): string =>
  `uid_${sha256(JSON.stringify([owner, origin.sourceSystem, origin.sourceId ?? content])).slice(0, 16)}`;

export const contentHashOf = sha256;

/** The id holds only the first digits of the hash; comparisons use the whole hash. */
export const revisionIdOf = (contentHash: string): string => `rev_${contentHash.slice(0, 16)}`;

/** The artifact id (`art_…`) of a uid. */
export const artifactIdOf = (artifactUid: string): string => artifactUid.replace(/^uid_/, 'art_');

/** The uid, given a uid or an artifact id. */
export const uidOf = (id: string): string => id.replace(/^art_/, 'uid_');

export const chunkIdOf = (artifactUid: string, revisionId: string, index: number): string =>
  `${artifactIdOf(artifactUid)}::${revisionId}::chunk::${`${index}`.padStart(3, '0')}`;
