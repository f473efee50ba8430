import { maxDepth } from '../../../../handlers/tool/text.ts';

/** Leaves room for what a message is wrapped in, so that what is stored is never nested deeper than can be. */
const deepest = maxDepth - 20;

/**
 * The value of a JSON text. What is nested too deeply in it is kept as text.
 *
 * @returns undefined when the text is not JSON; the caller counts it.
 */
export function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeep(value, deepest) ? flattened(value, deepest) : value;
  } catch {
    return undefined;
  }
}

function isDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (left === 0) return true;
  for (const item of Array.isArray(value) ? value : Object.values(value))
    if (isDeep(item, left - 1)) return true;
  return false;
}

function flattened(value: unknown, left: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (left === 0) return written(value);
  if (Array.isArray(value)) return value.map((item) => flattened(item, left - 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, flattened(item, left - 1)]));
}

function written(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '[nested too deeply]'; // more deeply than the stack allows
  }
}
