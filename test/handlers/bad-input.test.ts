import { beforeAll, describe, expect, it } from 'vitest';
import { type FieldSchema, jsonSchemas } from '../../src/gateway/calls/schemas.ts';
import setStartupContext from '../../src/handlers/contexts/set-startup-context.ts';
import storeMessage from '../../src/handlers/conversations/store-message.ts';
import { catalog } from '../../src/handlers/index.ts';
import { call, fail } from '../support/call.ts';
import { useLake } from '../support/lake.ts';
import { faults, places, sample } from '../support/schema.ts';

const lake = useLake();

let countRows = '';
beforeAll(async () => {
  const tables = await lake.db.sql<{ name: string }[]>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
  expect(tables.length).toBeGreaterThan(30);
  countRows = `select ${tables.map(({ name }) => `(select count(*)::int from ${name}) as ${name}`).join(', ')}`;
});

/** Number of rows in all tables, which a rejected call must not change. One statement, since 560 times are counted. */
async function rows(): Promise<string> {
  return JSON.stringify(await lake.db.sql.unsafe(countRows, [], { prepare: true }));
}

/** A list or object nested this deep, as text: no such value is built here. */
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe.each(catalog.tools.map((tool) => [tool.name, tool] as const))('bad input for %s', (_, tool) => {
  const schema: FieldSchema = jsonSchemas(tool).input;
  let conversationId = '';
  let before = '';
  const base = () => sample(schema, conversationId) as Record<string, unknown>;

  const expectRefused = async (input: unknown, field: string | undefined, what: string) => {
    const error = await fail(tool, input, lake.deps);
    expect(error.message, what).not.toMatch(/received|expected|invalid input|NaN|undefined/i);
    const seen = { status: error.status, kind: error.kind, field: error.data.field };
    const status = error.kind === 'too_large' ? 413 : 400;
    const kind = error.kind === 'too_large' ? 'too_large' : 'invalid_input';
    expect(seen, `${field} as ${what}: ${error.message}`).toEqual({ status, kind, field });
  };

  beforeAll(async () => {
    const message = { session_id: `bad input ${tool.name}`, role: 'user', content: 'Good' };
    conversationId = (await call(storeMessage, message, lake.deps)).conversation_id;
    await call(setStartupContext, { name: 'text', content: 'Good' }, lake.deps);
    before = await rows();
  });

  it('names each invalid field', async () => {
    const all = places(schema, base());
    expect(all.map((place) => place.path)).toEqual(
      expect.arrayContaining(Object.keys(schema.properties ?? {})),
    );
    for (const place of all)
      for (const [what, value] of faults(place.schema, place.required))
        await expectRefused(place.put(value), place.path, what);
    expect(await rows()).toBe(before);
  });

  it('names each missing field', async () => {
    for (const field of schema.required ?? []) {
      const { [field]: _, ...without } = base();
      const error = await fail(tool, without, lake.deps);
      expect(error).toMatchObject({ status: 400, data: { field, problem: 'is required' } });
    }
    expect(await rows()).toBe(before);
  });

  it.each(['no_such_field', 'toString', '__proto__', ''])('refuses the unknown field %j', async (unknown) => {
    const text = JSON.stringify({ ...base(), FIELD: 1 }).replace('"FIELD"', JSON.stringify(unknown));
    const error = await fail(tool, text, lake.deps);
    expect(error).toMatchObject({
      status: 400,
      kind: 'invalid_input',
      data: { field: unknown, problem: 'unknown field' },
    });
    for (const field of Object.keys(schema.properties ?? {})) expect(error.data.suggestion).toContain(field);
    expect(await rows()).toBe(before);
  });

  it.each(['[]', '[{}]', '"text"', '42', 'true', 'null'])('rejects %s instead of an object', async (text) => {
    await expectRefused(text, '', text);
  });

  it.each(['{', '{"a":}', "{'a':1}", '{"a":1}}', 'undefined', '\u0000', '{"a":"\n"}', 'NaN'])(
    'refuses %j, which is not JSON',
    async (text) => {
      expect(await fail(tool, text, lake.deps)).toMatchObject({
        status: 400,
        kind: 'invalid_input',
        message: expect.stringContaining('not valid JSON'),
      });
    },
  );

  it('rejects excessive nesting in every field', async () => {
    for (const depth of [201, 100_000]) {
      const inputs = [nested(depth), `{"no_such_field":${nested(depth)}}`];
      for (const field of Object.keys(schema.properties ?? {})) inputs.push(`{"${field}":${nested(depth)}}`);
      for (const input of inputs)
        expect(await fail(tool, input, lake.deps)).toMatchObject({ status: 400, kind: 'invalid_input' });
    }
    expect(await rows()).toBe(before);
  });

  it('accepts numbers and texts at their limits, or reports the problem', async () => {
    for (const { path, schema: field, put } of places(schema, base())) {
      const { minimum, maximum, maxLength, format } = field;
      const edges = [minimum, maximum, maxLength === undefined ? undefined : 'x'.repeat(maxLength)];
      if (format === 'date-time') edges.push('0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999+15:59');
      for (const edge of edges.filter((value) => value !== undefined)) {
        const reply = await tool.call(put(edge), lake.deps);
        const kind = reply.ok ? 'ok' : reply.error.kind;
        expect(kind, `${path} = ${String(edge).slice(0, 40)}`).not.toBe('internal');
      }
    }
  });
});
