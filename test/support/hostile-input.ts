import type { FieldSchema } from '../../src/gateway/calls/schemas.ts';

/** Texts that slow or greedy analysis stumbles over, to be repeated. */
export const hostileShapes: Record<string, string> = {
  'one letter': 'a',
  'two letters': 'aB',
  'empty lines': '\n',
  bullets: '- a\n',
  quotes: '"',
  brackets: '[(<{',
  dates: '2026-02-12 ',
  numbers: '1.0,',
  headings: '# a\n',
  links: '[a](https://a.example/b.ts) ',
  words: 'aa ab ac ad ',
  stops: '. ',
  paths: 'a/b-c_d.',
  surrogates: '🐘',
};

/**
 * An input with a shape wherever a text is accepted, as long as each field allows; undefined if no field accepts a long
 * text.
 */
export function hostileInput(
  schema: FieldSchema,
  shape: string,
  first: unknown,
  characters: number,
): unknown {
  let long = false;
  const text = (most: number): string => {
    long ||= most > 1000;
    return shape
      .repeat(Math.ceil(most / shape.length))
      .slice(0, most)
      .toWellFormed();
  };
  const fill = (field: FieldSchema, value: unknown, room: number): unknown => {
    const { type, enum: options, format, pattern, maxLength = room, properties, items, anyOf } = field;
    if (anyOf?.[0]) return fill(anyOf.find((one) => one.type === 'string') ?? anyOf[0], value, room);
    if (type === 'string' && !options && !format && !pattern) return text(Math.min(maxLength, room));
    if (type === 'array' && items) {
      const count = Math.min(field.maxItems ?? 1000, 1000);
      const each = Math.max(1, Math.floor(room / count));
      return Array.from({ length: count }, () =>
        fill(items, Array.isArray(value) ? value[0] : undefined, each),
      );
    }
    if (type === 'object' && properties)
      return Object.fromEntries(
        Object.entries(properties)
          // A client's own id is recognized before anything is read.
          .filter(([name]) => name !== 'external_id')
          .filter(([name]) => (field.required ?? []).includes(name) || properties[name]?.type !== 'object')
          .map(([name, one]) => [
            name,
            fill(one, (value as Record<string, unknown> | undefined)?.[name], room),
          ])
          .filter(([, filled]) => filled !== undefined),
      );
    return value;
  };
  const input = fill(schema, first, characters);
  return long ? input : undefined;
}
