import fc from 'fast-check';
import { type FieldSchema, jsonSchemas } from '../../src/gateway/calls/schemas.ts';
import type { Catalog } from '../../src/handlers/tool/catalog.ts';
import type { Tool } from '../../src/handlers/tool/tool.ts';

/** Inputs generated from the catalog's own schemas: mostly valid, up to the limits, and now and then invalid. */

/** Existing ids, so that not every call ends at "not found". */
export type Known = { uuid: string; decision: string; words: readonly string[] };

/** Texts that have broken stores, queries, templates and terminals before. */
const nasty = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff\u202e\u200b',
  "'; drop table messages; --",
  '" or ""="',
  '%',
  '_%\\_',
  '\\',
  "\\'",
  '$1 $$ $body$',
  '{{7*7}} #{7*7} <%= 7 %>',
  '../../etc/passwd',
  '/dev/null',
  'C:\\windows\\system32',
  '& | ! ( ) <-> :* *',
  '"unbalanced -phrase or',
  '((((((((((',
  'null',
  'true',
  '-0',
  '1e999',
  '[]',
  '{"a":1}',
  '__proto__',
  'constructor',
  'toString',
  '<script>alert(1)</script>',
  '\r\nSet-Cookie: a=b',
  '🐘'.repeat(50),
  'é'.repeat(300),
  'ﷺ'.repeat(20),
  '中文 日本語 한국어 ไทย',
  '2026-02-30T10:30:00Z',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(20_000),
];

const times = [
  '2026-02-12T10:30:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999+15:59',
  '2026-02-12T10:30:00.123456789-11:30',
  '2026-13-01T00:00:00Z',
  '2026-02-12',
];

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(...nasty),
  fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, Number.MIN_VALUE),
) as fc.Arbitrary<unknown>;

function texts({ minLength = 0, maxLength = 100_000 }: FieldSchema, known: Known): fc.Arbitrary<string> {
  const fitted = (text: string) => text.padEnd(minLength, 'x').slice(0, maxLength);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known.words).map(fitted) },
    { weight: 3, arbitrary: fc.constantFrom(...nasty).map(fitted) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }).map(fitted) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }).map(fitted) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(Math.min(maxLength, 100_000))) },
  );
}

/** Values that a schema accepts, or nearly so. */
function fitting(schema: FieldSchema, known: Known): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((branch) => fitting(branch, known)));
  if (schema.format === 'uuid') return fc.oneof(fc.constant(known.uuid), fc.uuid());
  if (schema.format === 'date-time') return fc.constantFrom(...times);
  if (schema.pattern?.startsWith('^dec_'))
    return fc.oneof(fc.constant(known.decision), fc.stringMatching(/^dec_[a-z0-9_]{1,20}$/));
  const { minimum = -1000, maximum = 1000 } = schema;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'string') return texts(schema, known);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer')
    return fc.oneof(
      fc.constantFrom(minimum, maximum, Math.max(minimum, 1)),
      fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31) }),
    );
  if (type === 'number')
    return fc.oneof(
      fc.constantFrom(minimum, maximum),
      fc.double({ min: minimum, max: maximum, noNaN: true }),
    );
  if (type === 'array') {
    const { items = {}, minItems = 0, maxItems = 5 } = schema;
    return fc.array(around(items, known), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(maxItems, 5)),
    });
  }
  if (type === 'object' && schema.properties) return objects(schema, known);
  return fc.dictionary(fc.oneof(fc.string(), fc.constantFrom(...nasty)), fc.jsonValue({ maxDepth: 2 }), {
    maxKeys: 5,
  });
}

/** Values that a schema accepts, and one time in twelve something else. */
const around = (schema: FieldSchema, known: Known): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 11, arbitrary: fitting(schema, known) }, { weight: 1, arbitrary: anything });

function objects(schema: FieldSchema, known: Known): fc.Arbitrary<unknown> {
  const required = schema.required ?? [];
  const fields = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([key, field]) => [key, around(field, known)]),
  );
  const requiredKeys = Object.keys(fields).filter((key) => required.includes(key));
  const whole = fc.record(fields, { requiredKeys });
  return fc.oneof(
    { weight: 14, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(whole, fc.constantFrom(...nasty, 'no_such_field'), anything)
        .map(([value, key, more]) => ({ ...value, [key]: more })),
    },
  );
}

/** Inputs for one tool. */
export const inputsOf = (tool: Tool, known: Known): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 20, arbitrary: objects(jsonSchemas(tool).input as FieldSchema, known) },
    { weight: 1, arbitrary: anything },
  );

export type Call = { tool: string; input: unknown };

/** Calls of every tool, each equally likely. */
export const callsOf = (tools: readonly Tool[], known: Known): fc.Arbitrary<Call> =>
  fc
    .constantFrom(...tools)
    .chain((tool) => inputsOf(tool, known).map((input) => ({ tool: tool.name, input })));

/** Protocol requests: every existing method, with parameters that fit it more or less. */
export function requestsOf(
  catalog: Catalog,
  known: Known,
): fc.Arbitrary<{ method: string; params: unknown }> {
  const words = fc.oneof(fc.constantFrom(...known.words), fc.constantFrom(...nasty));
  const uris = fc
    .tuple(
      fc.constantFrom(...catalog.resources.map(({ uri }) => uri), 'dewey://', 'file:///etc/passwd', ''),
      words,
    )
    .map(
      ([uri, word]) =>
        uri.replaceAll(/\{[^}]*\}/g, () => word) + (word.length % 3 === 0 ? `?limit=${word}` : ''),
    );
  const prompts = fc.constantFrom(...catalog.prompts.map(({ name }) => name), 'no_such_prompt');
  const args = fc.dictionary(fc.constantFrom('name', 'statement', 'module', 'confidence', 'x'), words, {
    maxKeys: 4,
  });
  const shaped: [method: string, params: fc.Arbitrary<unknown>][] = [
    ['resources/read', fc.record({ uri: uris })],
    ['resources/subscribe', fc.record({ uri: uris })],
    ['resources/unsubscribe', fc.record({ uri: uris })],
    ['prompts/get', fc.record({ name: prompts, arguments: args })],
    [
      'completion/complete',
      fc.record({
        ref: fc.oneof(
          prompts.map((name) => ({ type: 'ref/prompt', name })),
          uris.map((uri) => ({ type: 'ref/resource', uri })),
        ),
        argument: fc.record({ name: fc.constantFrom('name', 'id', 'domain', 'x'), value: words }),
      }),
    ],
    ['tools/call', fc.record({ name: words, arguments: anything })],
    ['logging/setLevel', fc.record({ level: words })],
  ];
  const listings = [
    'tools/list',
    'resources/list',
    'resources/templates/list',
    'prompts/list',
    'ping',
    'no/such',
  ];
  return fc.oneof(
    ...shaped.map(([method, params]) => params.map((value) => ({ method, params: value }))),
    fc
      .constantFrom(...listings)
      .chain((method) =>
        fc
          .dictionary(fc.constantFrom('cursor', '_meta', 'x'), anything, { maxKeys: 2 })
          .map((params) => ({ method, params })),
      ),
    fc
      .tuple(fc.constantFrom(...shaped.map(([method]) => method)), anything)
      .map(([method, params]) => ({ method, params })),
  );
}

/** Frames that are not, or hardly, messages. */
export const frames: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json({ maxDepth: 4 }),
  fc.constantFrom('', '{', '[]', '[[[[', 'null', '{"jsonrpc":"2.0"}', '"'.repeat(1000), '['.repeat(50_000)),
  fc
    .record({ jsonrpc: fc.constantFrom('2.0', '1.0', 2), id: anything, method: anything, params: anything })
    .map((value) => JSON.stringify(value)),
);

/** What no answer may reveal: statements, names of the driver and of tables, stack traces, and local paths. */
const leaks: [what: string, pattern: RegExp][] = [
  ['SQL', /\b(select|insert|update|delete)\b[^"]{0,200}\b(from|into|set|where|returning)\b\s+\w+/i],
  [
    'PostgreSQL',
    /PostgresError|DrizzleQueryError|syntax error at|violates \w+ constraint|relation \\?"|column \\?"|22P0\d|\b42\w{3}\b.*sqlstate/i,
  ],
  ['a stack', /\bat \S+ \(?(file:|node:|\/)[^)\s]+:\d+:\d+/],
  ['a path', /node_modules|\/src\/(db|handlers|gateway)\/|\.ts:\d+/],
  [
    'a JavaScript error',
    /Cannot read propert|is not a function|is not iterable|undefined \(reading|TypeError|RangeError/,
  ],
];

/** What an answer reveals that it must not; text that was sent may be echoed. */
export function leakIn(answer: string, sent: string): string | undefined {
  const found = leaks.find(([, pattern]) => {
    const match = pattern.exec(answer);
    return match !== null && !sent.includes(match[0]);
  });
  return found && `${found[0]}: ${found[1].exec(answer)?.[0]}`;
}
