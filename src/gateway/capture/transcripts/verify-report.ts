/** The result of comparing transcripts with the lake, message by message. */
export type VerifyReport = {
  files: number;
  conversations: number;
  /** Messages in the transcripts. */
  expected: number;
  present: number;
  /** In a transcript but not stored. */
  missing: number;
  /** Stored with a different role or text. */
  different: number;
  /** Stored in a different order. */
  misplaced: number;
  /** Stored, but in no transcript. */
  extra: number;
  /** In deleted conversations, or expired by a retention policy; not a fault. */
  deleted: number;
  /** Lines that could not be read. */
  unreadable: number;
  failed: { path: string; problem: string }[];
  /** The first hundred faults. */
  faults: { source: string; id: string; fault: 'missing' | 'different' | 'misplaced' | 'extra' }[];
};

/** Whether no faults were found. Lines that cannot be read are told, and are faults only if `strict`. */
export const isSound = (
  report: VerifyReport,
  { strict = false }: { strict?: boolean | undefined } = {},
): boolean =>
  report.missing + report.different + report.misplaced + report.extra === 0 &&
  !(strict && report.unreadable > 0) &&
  report.failed.length === 0;
