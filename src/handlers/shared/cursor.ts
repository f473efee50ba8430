import type * as z from 'zod';
import { ToolError } from '../tool/errors.ts';

/** A position in a listing, opaque to clients: the sort values of the last item of a page. */
export const encodeCursor = (values: readonly (string | number)[]): string => btoa(JSON.stringify(values));

/** @throws ToolError `invalid_input` when this listing did not issue the cursor. */
export function decodeCursor<T>(cursor: string, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(tryParse(cursor));
  if (parsed.success) return parsed.data;
  throw new ToolError('invalid_input', 'cursor: is not a next_cursor of this listing.', {
    field: 'cursor',
    problem: 'is not a next_cursor of this listing',
    suggestion: 'Pass next_cursor unchanged with the same sort_by, or omit it for the first page.',
  });
}

function tryParse(cursor: string): unknown {
  try {
    return JSON.parse(atob(cursor));
  } catch {
    return undefined; // not issued here; the caller's schema rejects undefined
  }
}
