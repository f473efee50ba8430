import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import storeMessagesBulk from '../../../src/handlers/conversations/store-messages-bulk.ts';
import { dropNulls } from '../../../src/handlers/tool/drop-nulls.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

describe('null for an omitted field', () => {
  it('counts as absent, also in lists', async () => {
    const stored = await call(
      storeMessagesBulk,
      {
        conversation_id: null,
        session_id: null,
        messages: [{ role: 'user', content: 'Hello', metadata: null, external_id: null }],
      },
      lake.deps,
    );
    expect(stored).toMatchObject({ stored: 1, first_turn: 1 });
  });

  it('is rejected where a value is required', async () => {
    const error = await fail(storeMessagesBulk, { messages: [{ role: 'user', content: null }] }, lake.deps);
    expect(error).toMatchObject({ status: 400, data: { field: 'messages.0.content' } });
  });

  it('is kept in nullable fields and inside free-form objects', () => {
    const schema = z.strictObject({
      rank: z.int().nullable().optional(),
      metadata: z.record(z.string(), z.unknown()).optional(),
      limit: z.int().default(20),
    });
    const input = { rank: null, metadata: { gone: null }, limit: null };
    expect(dropNulls(schema, input)).toEqual({ rank: null, metadata: { gone: null } });
    const untouched = { rank: 1 };
    expect(dropNulls(schema, untouched)).toBe(untouched);
  });
});
