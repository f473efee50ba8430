import type * as z from 'zod';
import { ToolError } from '../tool/errors.ts';

/** A place in a listing, opaque to clients: the sort values of the last item of a page. */
export const encodeCursor = (values: readonly (string | number)[]): string => btoa(JSON.stringify(values));

/** @throws ToolError `invalid_input` when the cursor is not one that this listing gave. */
export function decodeCursor<T>(cursor: string, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(tryParse(cursor));
  if (parsed.success) return parsed.data;
  throw new ToolError('invalid_input', 'cursor: is not a next_cursor of this listing.', {
    field: 'cursor',
    problem: 'is not a next_cursor of this listing',
    suggestion: 'Use next_cursor as it came, with the same sort_by, or leave it out for the first page.',
  });
}

function tryParse(cursor: string): unknown {
  try {
    return JSON.parse(atob(cursor));
  } catch {
    return undefined; // not ours; the caller's shape refuses it
  }
}
