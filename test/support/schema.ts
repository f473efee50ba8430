import type { FieldSchema } from '../../src/gateway/calls/schemas.ts';

/** A value that a schema accepts; `id` stands for every UUID. */
export function sample(schema: FieldSchema, id: string): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.format === 'uuid') return id;
  if (schema.format === 'date-time') return '2026-02-12T10:30:00Z';
  if (schema.pattern?.startsWith('^dec_')) return 'dec_text';
  if (schema.type === 'string') return 'text'.padEnd(schema.minLength ?? 0, ' text');
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0;
  if (schema.type === 'boolean') return false;
  if (schema.type === 'array') return [sample(schema.items ?? {}, id)];
  if (schema.type !== 'object') throw new Error(`no sample for ${JSON.stringify(schema)}`);
  const required = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key));
  return Object.fromEntries(required.map(([key, field]) => [key, sample(field, id)]));
}

/** A description of the mistake, and the invalid value. */
export type Fault = [what: string, value: unknown];

const ofType: Record<string, Fault[]> = {
  string: [
    ['a number', 42],
    ['a list', ['text']],
    ['an object', { text: 'text' }],
    [
      'an image',
      [
        { type: 'text', text: 'text' },
        { type: 'image', data: '' },
      ],
    ],
  ],
  integer: [
    ['a text', 'one'],
    ['a fraction in quotes', '1.5'],
    ['a fraction', 1.5],
    ['a boolean', true],
  ],
  number: [
    ['a text', 'one'],
    ['an empty text', ''],
    ['a list', [1]],
  ],
  boolean: [
    ['a text', 'yes'],
    ['a number', 1],
  ],
  object: [
    ['a list', []],
    ['a text', 'text'],
    ['a broken object', '{'],
    ['a list in a text', '[]'],
    ['a number', 1],
  ],
  array: [
    ['an object', {}],
    ['a broken list', '["text'],
  ],
};

const times = [
  'yesterday',
  '2026-02-30',
  '2026-2-12',
  '2026-02-12T10:30:00',
  '2026-02-30T10:30:00Z',
  '2026-02-12T10:30:00+23:00',
];

/** Texts and objects without a limit in their schema are limited in bytes. */
export const byteLimits = { content: 10_000_000, metadata: 256_000 };

/** Everything a schema rejects, each kind once; null only where the field is required. */
export function faults(schema: FieldSchema, required = true): Fault[] {
  const { minimum, maximum, minLength = 0, maxLength, minItems = 0, maxItems } = schema;
  const type = String(schema.type);
  const found: Fault[] = [...(ofType[type] ?? [])];
  if (required) found.push(['null', null]);
  if (schema.enum) found.push(['no such choice', 'no such choice']);
  else if (schema.format === 'uuid') found.push(['no UUID', 'not-a-uuid'], ['empty', '']);
  else if (schema.format === 'date-time')
    found.push(...times.map((time): Fault => [`the time ${time}`, time]));
  else if (type === 'string') found.push(['too long', 'x'.repeat((maxLength ?? byteLimits.content) + 1)]);
  if (minLength > 0) found.push(['too short', 'x'.repeat(minLength - 1)]);
  if (minimum !== undefined) found.push(['too small', minimum - 1]);
  if (maximum !== undefined) found.push(['too large', maximum + 1]);
  if (minItems > 0) found.push(['too few', []]);
  if (maxItems !== undefined && schema.items)
    found.push(['too many', Array(maxItems + 1).fill(sample(schema.items, crypto.randomUUID()))]);
  if (type === 'object' && !schema.properties)
    found.push(['too large', { text: 'x'.repeat(byteLimits.metadata) }]);
  return found;
}

/** A field within an input: its path, its schema, and a function that puts a value there. */
export type Place = { path: string; schema: FieldSchema; required: boolean; put(value: unknown): unknown };

/** Every field of an input, including those of objects in lists. */
export function places(schema: FieldSchema, base: Record<string, unknown>, prefix = ''): Place[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const path = `${prefix}${key}`;
    const put = (value: unknown) => ({ ...base, [key]: value });
    const item = field.items;
    const first = Array.isArray(base[key]) ? base[key][0] : undefined;
    const inner = item?.properties && first ? places(item, first, `${path}.0.`) : [];
    return [
      { path, schema: field, required: schema.required?.includes(key) ?? false, put },
      ...(item && first
        ? [{ path: `${path}.0`, schema: item, required: true, put: (value: unknown) => put([value]) }]
        : []),
      ...inner.map((place) => ({ ...place, put: (value: unknown) => put([place.put(value)]) })),
    ];
  });
}
