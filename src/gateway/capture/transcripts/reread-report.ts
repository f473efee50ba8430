/** What was read again from raw lines. */
export type RereadReport = {
  conversations: number;
  /** Conversations whose lines added anything. */
  filled: number;
  lines: number;
  /** Bytes of the transcripts that the lines come from. */
  bytes: number;
  /** Lines that are not JSON, or at which a reader fails. Most are the cut-off ends of files. */
  unreadable: number;
  /** Groups of lines that could not be read at all. */
  damaged: number;
  /**
   * The first hundred of both: the group by the byte of the transcript it begins at, and the line within it; null for the
   * whole group.
   */
  places: { conversation_id: string; offset: number; line: number | null }[];
  /** Bytes of all transcripts with raw lines; stated once, at the start. */
  total_bytes: number | null;
};

const mostPlaces = 100;

export const emptyReread = (): RereadReport => ({
  conversations: 0,
  filled: 0,
  lines: 0,
  bytes: 0,
  unreadable: 0,
  damaged: 0,
  places: [],
  total_bytes: null,
});

/** Names a place, unless a hundred are named. */
export function nameTo(report: RereadReport, ...places: RereadReport['places']): void {
  report.places.push(...places.slice(0, mostPlaces - report.places.length));
}

export function addReread(sum: RereadReport, part: Readonly<RereadReport>): void {
  for (const key of ['conversations', 'filled', 'lines', 'bytes', 'unreadable', 'damaged'] as const)
    sum[key] += part[key];
  nameTo(sum, ...part.places);
  sum.total_bytes ??= part.total_bytes;
}
