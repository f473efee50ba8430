/**
 * What is known of a document that contains a term, in 32 bits: its positions modulo 24, a bit for each remainder, and how far its
 * places begin after those of the first of the same 32 documents.
 */

const offsetBits = 8;
/** The places of this document begin this far or farther. */
export const farOffset = (1 << offsetBits) - 1;
export const markBits = 32 - offsetBits;

export const headOf = (marks: number, offset: number): number =>
  (marks << offsetBits) | Math.min(farOffset, offset);
export const marksOf = (head: number): number => head >>> offsetBits;
export const offsetOf = (head: number): number => head & farOffset;
