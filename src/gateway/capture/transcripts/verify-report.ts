/** What a transcript says and what is stored, message by message. */
export type VerifyReport = {
  files: number;
  conversations: number;
  /** Messages the transcripts hold. */
  expected: number;
  present: number;
  /** In a transcript and not stored. */
  missing: number;
  /** Stored with another role or text. */
  different: number;
  /** Stored in another order. */
  misplaced: number;
  /** Stored, and in no transcript. */
  extra: number;
  /** In conversations a user deleted, or kept as long as they should be; no fault. */
  deleted: number;
  /** Lines that could not be read. */
  unreadable: number;
  failed: { path: string; problem: string }[];
  /** The faults, the first hundred of them. */
  faults: { source: string; id: string; fault: 'missing' | 'different' | 'misplaced' | 'extra' }[];
};

/** Whether everything was found as it was expected. */
export const isSound = (report: VerifyReport): boolean =>
  report.missing + report.different + report.misplaced + report.extra + report.unreadable === 0 &&
  report.failed.length === 0;
