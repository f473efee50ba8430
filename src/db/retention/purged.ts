/** What a purge did, and the proof of it. */
export type Purged = {
  /** Everything deleted before this is gone. */
  before: string;
  conversations: number;
  artifacts: number;
  /** Rows removed, by table. */
  removed: Record<string, number>;
  /** The proof: rows that were found afterwards which still belong to what was purged, by table. All are 0. */
  left: Record<string, number>;
  /** What conversations are called where they came from. */
  sources: string[];
};

export const add = (counts: Record<string, number>, name: string, n: number): void => {
  counts[name] = (counts[name] ?? 0) + n;
};
