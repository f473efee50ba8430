import * as z from 'zod';

/**
 * Removes optional fields that are null: many clients send null for fields they omit. Nullable fields keep their null.
 * Objects in lists are treated the same way; free-form objects are left alone.
 *
 * @returns the value itself when nothing had to be removed.
 */
export function dropNulls(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const items = value.map((item) => dropNulls(schema.element as z.ZodType, item));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  let changed = false;
  const kept: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const field = Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined;
    const inner = required(field);
    if (item === null && inner !== field && inner && !inner.safeParse(null).success) changed = true;
    else {
      const clean = inner ? dropNulls(inner, item) : item;
      changed ||= clean !== item;
      kept.push([key, clean]);
    }
  }
  return changed ? Object.fromEntries(kept) : value;
}

/** The schema of a field without its optional wrapper. */
const required = (field: z.ZodType | undefined): z.ZodType | undefined =>
  field instanceof z.ZodOptional || field instanceof z.ZodDefault
    ? required(field.unwrap() as z.ZodType)
    : field;
