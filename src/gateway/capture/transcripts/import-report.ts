import type { Counts } from '../messages/store.ts';
import type { ProductReport } from './product-report.ts';

/** The result of an import. */
export type ImportReport = Counts & {
  files: number;
  bytes: number;
  conversations: number;
  /** Files by format. */
  formats: Record<string, number>;
  /** Lines and messages that were not stored, by reason. */
  skipped: Record<string, number>;
  /** Secrets that were removed, by kind. */
  redacted: Record<string, number>;
  failed: { path: string; problem: string }[];
  /** The memories of other products, which the counts above leave out; absent when there were none. */
  products?: Record<string, ProductReport>;
  dryRun: boolean;
};

/** Skip reasons that may mean a lost message. */
const losses = ['malformed', 'of an unknown form', 'too long'];

type Skipped = Pick<ImportReport, 'skipped'>;

export const unreadableLines = ({ skipped }: Skipped): number =>
  losses.reduce((sum, reason) => sum + (skipped[reason] ?? 0), 0);

/** Whether everything was stored. Lines that cannot be read are told, and count against it only if `strict`. */
export function isComplete(
  report: Pick<ImportReport, 'failed' | 'skipped' | 'products'>,
  { strict = false }: { strict?: boolean | undefined } = {},
): boolean {
  if (report.failed.length > 0) return false;
  return (
    !strict || [report, ...Object.values(report.products ?? {})].every((one) => unreadableLines(one) === 0)
  );
}
