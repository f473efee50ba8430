import { failureCode, fateOf } from '../../../db/postgres/errors.ts';
import type { LetterReason } from './letters.ts';

/** An error that concerns one record only. Compared by name, because the code that throws it is replaceable. */
const slow = 'RedactionBudgetExceeded';

/** Classifies the failure of a single record; failures that concern the whole store are handled before. */
export function judge(error: unknown): LetterReason | 'unknown' {
  if (error instanceof Error && error.name === slow) return 'apart';
  if (fateOf(error) === 'refused') return 'refused';
  // An error without a code comes from our own reading of the record; an unlisted code may mean anything.
  return failureCode(error) === undefined ? 'refused' : 'unknown';
}

/** Describes a failure without values: database messages quote the content they refuse. */
export const describe = (error: unknown): string | undefined =>
  error instanceof Error
    ? failureCode(error) === undefined
      ? `${error.name}: ${error.message}`.slice(0, 300)
      : error.name
    : undefined;
