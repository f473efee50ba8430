import { describe, expect, it } from 'vitest';
import getExperience from '../../../src/handlers/experience/get-experience.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import updateExperience from '../../../src/handlers/experience/update-experience.ts';
import { call, fail } from '../../support/call.ts';
import { madeUp } from '../../support/experience.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const record = async (n: number): Promise<number> =>
  (await call(recordExperience, { ...madeUp(n), confidence: 0.8, tags: ['first'] }, lake.deps)).experience_id;
const update = (id: number, changes: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  call(updateExperience, { id, changes, reason: 'Tried again', ...more }, lake.deps);
const get = (id: number) => call(getExperience, { id }, lake.deps);

describe('update_experience', () => {
  it('creates a version that differs only in the changes, and keeps the old one', async () => {
    const id = await record(1);
    const before = await get(id);
    const { new_id, original_id } = await update(id, { confidence: 0, outcome: 'It failed after all' });
    expect(original_id).toBe(id);
    expect(await get(id)).toEqual({ ...before, uses: 2, newer_versions: [new_id] });
    expect(await get(new_id)).toEqual({
      ...before,
      id: new_id,
      confidence: 0,
      outcome: 'It failed after all',
      revision_of: id,
      revision_reason: 'Tried again',
      previous_version: id,
      created_at: expect.any(String),
    });
  });

  it('refuses a second revision of one version and names the newest; a fork on request', async () => {
    const id = await record(2);
    const { new_id } = await update(id, { confidence: 0.1 });
    const error = await fail(updateExperience, { id, changes: { confidence: 0.2 }, reason: 'r' }, lake.deps);
    expect(error).toMatchObject({ status: 412, kind: 'refused', data: { newer_versions: [new_id] } });
    const fork = await update(id, { confidence: 0.2 }, { fork: true });
    const last = await update(new_id, { confidence: 0.3 });
    expect((await get(id)).newer_versions).toEqual([new_id, fork.new_id, last.new_id]);
  });

  it('creates one revision for ten concurrent calls', async () => {
    const id = await record(3);
    const domains = ['Tools', 'Protocol', 'Process', 'Decision', 'Debugging'];
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        updateExperience.call(
          { id, changes: { domain: domains[i % 5], confidence: i / 20 }, reason: 'race' },
          lake.deps,
        ),
      ),
    );
    expect(sent.filter((reply) => reply.ok)).toHaveLength(1);
    expect(sent.filter((reply) => !reply.ok && reply.error.kind === 'refused')).toHaveLength(9);
    expect((await get(id)).newer_versions).toHaveLength(1);
  });

  it('rejects no change, an unknown field and an unknown experience', async () => {
    const id = await record(4);
    for (const [changes, field] of [
      [{}, 'changes'],
      [{ mood: 'good' }, 'changes.mood'],
      [{ confidence: 2 }, 'changes.confidence'],
    ] as const)
      expect(await fail(updateExperience, { id, changes, reason: 'r' }, lake.deps)).toMatchObject({
        status: 400,
        data: { field },
      });
    const { outcome, tags, confidence } = await get(id);
    for (const changes of [{ outcome }, { tags, confidence }])
      expect(await fail(updateExperience, { id, changes, reason: 'r' }, lake.deps)).toMatchObject({
        status: 400,
        data: { field: 'changes', problem: 'must change something; the experience says that already' },
      });
    expect(
      await fail(updateExperience, { id: 999_999, changes: { confidence: 1 }, reason: 'r' }, lake.deps),
    ).toMatchObject({ status: 404 });
    expect((await get(id)).newer_versions).toEqual([]);
  });
});
