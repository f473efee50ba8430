import { createHash } from 'node:crypto';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Where a document comes from; without an id of the source, its text stands for it. */
export type Origin = { sourceSystem: string; sourceId?: string | undefined };

/** The same document of the same source has the same uid, whatever its text is now. */
export const artifactUidOf = (origin: Origin, content: string): string =>
  `uid_${sha256(origin.sourceId === undefined ? content : `${origin.sourceSystem}:${origin.sourceId}`).slice(0, 16)}`;

/**
 * The uid of a document that has the same source, or the same text, as one its reader does not see: to the one it does
 * not exist, and to the other nothing happens.
 */
export const ownUidOf = (owner: string, origin: Origin, content: string): string =>
  `uid_${sha256(JSON.stringify([owner, origin.sourceSystem, origin.sourceId ?? content])).slice(0, 16)}`;

export const contentHashOf = sha256;

/** The first digits name the revision; the whole hash is what is compared. */
export const revisionIdOf = (contentHash: string): string => `rev_${contentHash.slice(0, 16)}`;

/** The uid under its other name. */
export const artifactIdOf = (artifactUid: string): string => artifactUid.replace(/^uid_/, 'art_');

/** The uid, by either of its names. */
export const uidOf = (id: string): string => id.replace(/^art_/, 'uid_');

export const chunkIdOf = (artifactUid: string, revisionId: string, index: number): string =>
  `${artifactIdOf(artifactUid)}::${revisionId}::chunk::${`${index}`.padStart(3, '0')}`;
