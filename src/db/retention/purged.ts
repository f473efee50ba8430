/** The result of a purge, and the proof of it. */
export type Purged = {
  /** Everything deleted before this is gone. */
  before: string;
  conversations: number;
  artifacts: number;
  /** Rows removed, by table. */
  removed: Record<string, number>;
  /** The proof: rows found afterwards that still belong to purged content, by table. All must be 0. */
  left: Record<string, number>;
  /** Source keys of the purged conversations. */
  sources: string[];
};

export const noPurge = (before: string): Purged => ({
  before,
  conversations: 0,
  artifacts: 0,
  removed: {},
  left: {},
  sources: [],
});

export const add = (counts: Record<string, number>, name: string, n: number): void => {
  counts[name] = (counts[name] ?? 0) + n;
};
