import { describe, expect, it } from 'vitest';
import embeddingHealth from '../../../src/handlers/artifacts/embedding-health.ts';
import { call } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

describe('embedding_health', () => {
  it('reports that no model is configured, and how to configure one', async () => {
    expect(await call(embeddingHealth, {}, lake.deps)).toEqual({
      configured: false,
      ok: false,
      pending: 0,
      message: expect.stringContaining('OPENAI_EMBED_MODEL'),
    });
  });
});
