import { describe, expect, it } from 'vitest';
import type { Reader } from '../../../src/db/artifacts/reader.ts';
import artifactIngest from '../../../src/handlers/artifacts/artifact-ingest.ts';
import getSessionState from '../../../src/handlers/reasoning/get-session-state.ts';
import applyPreset from '../../../src/handlers/workflow/apply-preset.ts';
import { call, fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';
import { begin } from '../../support/reasoning.ts';

const lake = useLake();

describe('get_session_state', () => {
  it('includes the workflow session with the same id', async () => {
    await call(applyPreset, { preset_name: 'strict', session_id: 'both' }, lake.deps);
    expect(await call(getSessionState, { session_id: 'both' }, lake.deps)).toMatchObject({
      reasoning_session: null,
      workflow_session: { preset: 'strict', active: true },
      active: true,
    });
    await begin(lake.deps, { session_id: 'both' });
    expect(await call(getSessionState, { session_id: 'both' }, lake.deps)).toMatchObject({
      reasoning_session: { phase: 'analyze', next_step: 'gather_context' },
      workflow_session: { preset: 'strict' },
      thoughts: [],
    });
  });

  it('shows no citation of what its caller may not see, whoever gathered it', async () => {
    const owner = { owner: 'key:of-ada', admin: false };
    const asKey = (reader: Reader, hidden: readonly string[] = []) => ({
      ...lake.deps,
      call: {
        requestId: 'cited',
        key: { reader, project: undefined, sees: (toolset: string) => !hidden.includes(toolset) },
      },
    });
    const document = async (source_id: string, fields: object) =>
      (
        await call(
          artifactIngest,
          {
            artifact_type: 'doc',
            source_system: 'test',
            source_id,
            title: source_id,
            content: source_id,
            ...fields,
          },
          asKey(owner),
        )
      ).artifact_id;
    const mine = await document('private', { visibility_scope: 'me' });
    const secret = await document('sensitive', { sensitivity: 'sensitive' });
    const open = await document('open', {});
    await begin(lake.deps, { session_id: 'cited' });
    const of = (kind: string, id: string) => ({ kind, id, title: `${kind} ${id}` });
    const cited = [
      ...[mine, secret, open].map((id) => of('artifact', id)),
      ...['experience', 'decision', 'memory', 'message', 'file', 'mcp', 'web'].map((kind) => of(kind, '1')),
    ];
    await lake.db.sql`
      update reasoning_sessions set sources = ${JSON.stringify(cited)}::text::jsonb where session_id = 'cited'`;
    const seen = async (deps: typeof lake.deps) => {
      const { reasoning_session: session } = await call(getSessionState, { session_id: 'cited' }, deps);
      return ((session?.sources ?? []) as typeof cited).map(({ kind, id }) =>
        kind === 'artifact' ? id : kind,
      );
    };
    const rest = ['experience', 'decision', 'memory', 'message', 'file', 'mcp', 'web'];
    expect(await seen(lake.deps)).toEqual([mine, secret, open, ...rest]);
    expect(await seen(asKey(owner))).toEqual([mine, secret, open, ...rest]);
    const other = { owner: 'key:of-grace', admin: false };
    expect(await seen(asKey(other))).toEqual([secret, open, ...rest]);
    expect(await seen(asKey({ ...other, maxSensitivity: 'normal' }))).toEqual([open, ...rest]);
    const toolsets = ['artifacts', 'conversations', 'decisions', 'experience', 'memory'];
    expect(await seen(asKey(owner, toolsets))).toEqual(['file', 'mcp', 'web']);
    await lake.db.sql`update artifacts set deleted_at = now()`;
    expect(await seen(asKey(owner))).toEqual(rest);
  });

  it('reports an unknown session', async () => {
    expect(await fail(getSessionState, { session_id: 'none' }, lake.deps)).toMatchObject({ status: 404 });
  });
});
