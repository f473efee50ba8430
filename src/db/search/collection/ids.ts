/**
 * The id of each collection in the search tables and in the triggers of its table. An id is never reused, not even
 * after its collection is gone, because segments contain it.
 */
export const collectionIds = {
  messages: 1,
  decisions: 2,
  experiences: 3,
  chunks: 4,
  events: 5,
  memories: 6,
  results: 7,
} as const;
