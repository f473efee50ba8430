import * as z from 'zod';
import { shapeProblem } from './parse-json.ts';

/**
 * Corrects slips of models that have one meaning, guided by the schema. Everything else is left for validation to refuse:
 *
 * - a date where a date-time is expected: midnight UTC of that day
 * - a number, `true` or `false` in quotes
 * - JSON in a string where an object or a list is expected
 * - text content blocks where a string is expected: their texts, joined by line breaks
 * - the case of an enum's values
 * - a single item where a list is expected, if it is a valid item
 *
 * Values of the expected type are never changed. The outermost value must be an object already: limits of a key are
 * checked on its fields.
 *
 * @returns the value itself when nothing had to be corrected.
 */
export const forgive = (schema: z.ZodObject, input: unknown): unknown =>
  isRecord(input) ? fields(schema, input) : input;

function fields(schema: z.ZodObject, value: Record<string, unknown>): unknown {
  const entries = Object.entries(value);
  const corrected = entries.map(([key, item]) => {
    const field = Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined;
    return [key, field && item !== null ? corrections(unwrapped(field), item) : item] as const;
  });
  return corrected.some(([, item], i) => item !== entries[i]?.[1]) ? Object.fromEntries(corrected) : value;
}

function corrections(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodObject) {
    const object = typeof value === 'string' ? fromJson(value, isRecord) : value;
    return isRecord(object) ? fields(schema, object) : value;
  }
  if (schema instanceof z.ZodArray) return list(unwrapped(schema.element as z.ZodType), value);
  if (schema instanceof z.ZodRecord || isAnyObject(schema))
    return typeof value === 'string' ? fromJson(value, isRecord) : value;
  if (schema instanceof z.ZodEnum) return choice(schema.options, value);
  if (schema instanceof z.ZodNumber) return typeof value === 'string' ? number(value) : value;
  if (schema instanceof z.ZodBoolean) return typeof value === 'string' ? boolean(value) : value;
  if (schema.type !== 'string') return value;
  const text = typeof value === 'object' ? textOfBlocks(value) : value;
  return schema instanceof z.ZodISODateTime && typeof text === 'string' && date.test(text)
    ? `${text}T00:00:00Z`
    : text;
}

function list(element: z.ZodType, value: unknown): unknown {
  const given = typeof value === 'string' ? fromJson(value, Array.isArray) : value;
  if (Array.isArray(given)) {
    const items = given.map((item) => corrections(element, item));
    return items.some((item, i) => item !== given[i]) ? items : given;
  }
  // A broken list in a string is not an item.
  if (typeof value === 'string' && /^\s*[[{]/.test(value) && !isRecord(fromJson(value, isRecord)))
    return value;
  const item = corrections(element, value);
  return element.safeParse(item).success ? [item] : value;
}

/** The schema of the value itself, without what surrounds it. */
function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema;
}

const date = /^\d{4}-\d\d-\d\d$/;
const decimal = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAnyObject = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodCustom && schema.meta()?.type === 'object';

/** The value that a text holds as JSON if it is of the expected kind, otherwise the text. */
function fromJson(text: string, fits: (value: unknown) => boolean): unknown {
  if (!/^\s*[[{]/.test(text) || shapeProblem(text) !== undefined) return text;
  try {
    const value: unknown = JSON.parse(text);
    return fits(value) ? value : text;
  } catch {
    return text;
  }
}

function number(text: string): unknown {
  const value = Number(text);
  return decimal.test(text) && Number.isFinite(value) ? value : text;
}

function boolean(text: string): unknown {
  const lower = text.toLowerCase();
  return lower === 'true' || lower === 'false' ? lower === 'true' : text;
}

function choice(options: readonly unknown[], value: unknown): unknown {
  if (typeof value !== 'string' || options.includes(value)) return value;
  const same = options.filter(
    (option) => typeof option === 'string' && option.toLowerCase() === value.toLowerCase(),
  );
  return same.length === 1 ? same[0] : value;
}

/** Blocks of other kinds have no text: a call that contains one is refused, so that nothing is lost. */
function textOfBlocks(value: unknown): unknown {
  const blocks = Array.isArray(value) ? value : [value];
  const texts = blocks.flatMap((block) =>
    isRecord(block) && block.type === 'text' && typeof block.text === 'string' ? [block.text] : [],
  );
  return texts.length > 0 && texts.length === blocks.length ? texts.join('\n') : value;
}
