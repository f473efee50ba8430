import { describe, expect, it } from 'vitest';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import authorizeOperation from '../../../src/handlers/workflow/authorize-operation.ts';
import resetWorkflow from '../../../src/handlers/workflow/reset-workflow.ts';
import verifyCompliance from '../../../src/handlers/workflow/verify-compliance.ts';
import { call, fail } from '../../support/call.ts';
import { experience } from '../../support/experience.ts';
import { useLake } from '../../support/lake.ts';
import { minute, withClock, workflow } from '../../support/workflow.ts';

const lake = useLake();

async function allowed(deps = lake.deps) {
  const session_id = await workflow(deps, 'three-gate');
  await call(recordExperience, experience({ session_id }), deps);
  const { operation_token } = await call(
    verifyCompliance,
    { current_phase: 'teach', action: 'deploy', session_id },
    deps,
  );
  return { session_id, operation_token };
}
const authorize = (input: Record<string, unknown>, deps = lake.deps) => call(authorizeOperation, input, deps);
const reason = async (input: Record<string, unknown>, deps = lake.deps) => {
  const error = await fail(authorizeOperation, input, deps);
  expect(error.kind).toBe('refused');
  return error.data.reason;
};

describe('authorize_operation', () => {
  it('authorizes exactly one of 50 concurrent calls', async () => {
    const { session_id, operation_token } = await allowed();
    const sent = await Promise.all(
      Array.from({ length: 50 }, () => authorizeOperation.call({ operation_token }, lake.deps)),
    );
    expect(sent.filter((reply) => reply.ok)).toHaveLength(1);
    expect(sent.flatMap((reply) => (reply.ok ? [reply.value] : []))).toMatchObject([
      { authorized: true, session_id, current_phase: 'teach', action: 'deploy' },
    ]);
    expect(new Set(sent.flatMap((reply) => (reply.ok ? [] : [reply.error.details.reason])))).toEqual(
      new Set(['used']),
    );
  });

  it('rejects another session, phase or action without using up the token', async () => {
    const { session_id, operation_token } = await allowed();
    const other = await workflow(lake.deps, 'minimal');
    expect(await reason({ operation_token, session_id: other })).toBe('session');
    expect(await reason({ operation_token, current_phase: 'learn' })).toBe('phase');
    expect(await reason({ operation_token, action: 'drop everything' })).toBe('action');
    await authorize({ operation_token, session_id, current_phase: 'teach', action: 'deploy' });
    expect(await reason({ operation_token })).toBe('used');
  });

  it('rejects an expired token', async () => {
    const { deps, advance } = withClock(lake.deps);
    const { operation_token } = await allowed(deps);
    advance(5 * minute - 1);
    const late = await allowed(deps);
    advance(1);
    expect(await reason({ operation_token }, deps)).toBe('expired');
    await authorize({ operation_token: late.operation_token }, deps);
  });

  it('rejects a revoked token', async () => {
    const { session_id, operation_token } = await allowed();
    expect(await call(resetWorkflow, { session_id }, lake.deps)).toMatchObject({
      reset: true,
      revoked_tokens: 1,
    });
    expect(await reason({ operation_token })).toBe('revoked');
  });

  it('rejects invalid tokens without side effects', async () => {
    const { operation_token } = await allowed();
    const before = await lake.db.sql`select count(*)::int as n from workflow_tokens`;
    for (const text of [
      '',
      '../victim',
      '../../etc/passwd',
      "' or 1=1; drop table workflow_tokens; --",
      `op_${'A'.repeat(43)}`,
      `${operation_token}x`,
      operation_token.replace('op_', 'st_'),
    ])
      expect(await reason({ operation_token: text })).toBe('unknown');
    const huge = await fail(authorizeOperation, { operation_token: 'x'.repeat(10_000_000) }, lake.deps);
    expect(huge).toMatchObject({ kind: 'invalid_input', data: { field: 'operation_token' } });
    expect(await lake.db.sql`select count(*)::int as n from workflow_tokens`).toEqual(before);
    await authorize({ operation_token });
  });

  it('issues a session token on request, for the same session and phase until it expires', async () => {
    const { deps, advance } = withClock(lake.deps);
    const { session_id, operation_token } = await allowed(deps);
    const { session_token, expires_at } = await authorize(
      { operation_token, create_session_token: true },
      deps,
    );
    expect(expires_at).toBe('2026-03-01T13:00:00.000Z');
    for (const action of ['deploy', 'announce', 'deploy'])
      expect(await authorize({ operation_token: session_token, session_id, action }, deps)).toMatchObject({
        action,
      });
    expect(await reason({ operation_token: session_token, current_phase: 'reason' }, deps)).toBe('phase');
    advance(60 * minute);
    expect(await reason({ operation_token: session_token }, deps)).toBe('expired');
  });

  it('stores no token in plain text', async () => {
    const { operation_token } = await allowed();
    const [row] = await lake.db.sql`select string_agg(t::text, ' ') as all from workflow_tokens t`;
    expect(row?.all).not.toContain(operation_token.slice(3));
    const [activity] = await lake.db.sql`select string_agg(a::text, ' ') as all from workflow_activity a`;
    expect(activity?.all).not.toContain(operation_token.slice(3));
  });
});
