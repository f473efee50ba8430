import * as z from 'zod';

/** Words between commas. */
export const list = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Of TCP; 0 takes any that is free. */
export const port = z.coerce.number().int().min(0).max(65_535);
/** True for `on`, false for `off`, in any case of letters. */
export const onOff = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['on', 'off'], 'must be on or off'))
  .transform((value) => value === 'on');
