import * as z from 'zod';

/** Splits comma-separated words. */
export const list = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** A TCP port; 0 picks a free one. */
export const port = z.coerce.number().int().min(0).max(65_535);
/** True for `on`, false for `off`, case-insensitive. */
export const onOff = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['on', 'off'], 'must be on or off'))
  .transform((value) => value === 'on');
