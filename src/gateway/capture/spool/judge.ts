import { failureCode, fateOf } from '../../../db/postgres/errors.ts';
import type { LetterReason } from './letters.ts';

/** What is thrown for a record alone, and says nothing of the others. Told by name: its thrower is replaceable. */
const slow = 'RedactionBudgetExceeded';

/** What becomes of a record whose failure does not mean that all have to wait. */
export function judge(error: unknown): LetterReason | 'unknown' {
  if (error instanceof Error && error.name === slow) return 'apart';
  if (fateOf(error) === 'refused') return 'refused';
  // What has no code was thrown by our own reading of the record; a code that no table has may be of anything.
  return failureCode(error) === undefined ? 'refused' : 'unknown';
}

/** What the failure was, without values: messages of databases quote what they refuse. */
export const describe = (error: unknown): string | undefined =>
  error instanceof Error
    ? failureCode(error) === undefined
      ? `${error.name}: ${error.message}`.slice(0, 300)
      : error.name
    : undefined;
