/**
 * The number of each collection in the search tables and in its table's triggers. A number is never given to another
 * collection, not even when its own is gone: segments on disk carry it.
 */
export const collectionIds = {
  messages: 1,
  decisions: 2,
  experiences: 3,
  chunks: 4,
  events: 5,
  memories: 6,
} as const;
