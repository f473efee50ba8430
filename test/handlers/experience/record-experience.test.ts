import { describe, expect, it } from 'vitest';
import getExperience from '../../../src/handlers/experience/get-experience.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import searchExperiences from '../../../src/handlers/experience/search-experiences.ts';
import { comparable, dice } from '../../../src/handlers/shared/domain/similarity.ts';
import { call, fail } from '../../support/call.ts';
import { experience, madeUp } from '../../support/experience.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const record = (changes: Record<string, unknown> = {}) =>
  call(recordExperience, experience(changes), lake.deps);

describe('record_experience', () => {
  it('stores an experience word for word', async () => {
    const texts = { situation: ' Größe 😀 ', approach: 'a\n\tb', outcome: '"quoted"', reasoning: '\\' };
    const { recorded, experience_id, scope } = await record({
      ...texts,
      domain: 'Protocol',
      confidence: 0,
      tags: ['night', 'reports', 'night'],
      project: 'library',
      session_id: 'evening',
    });
    expect([recorded, scope]).toEqual([true, 'project']);
    expect(await call(getExperience, { id: experience_id }, lake.deps)).toMatchObject({
      ...texts,
      id: experience_id,
      confidence: 0,
      tags: ['night', 'reports'],
      project: 'library',
      session_id: 'evening',
      revision_of: null,
      previous_version: null,
      newer_versions: [],
    });
  });

  it('derives the scope, unless given', async () => {
    const texts = { domain: 'Tools', outcome: 'pnpm build passed again' };
    expect((await record({ ...texts })).scope).toBe('project');
    expect((await record({ ...madeUp(1), scope: 'project' })).scope).toBe('project');
    expect((await record({ ...madeUp(2) })).scope).toBe('user');
  });

  it('does not store a near-duplicate, and names the most similar experience', async () => {
    const near = 'The nightly loan report was empty again although there were loans';
    const first = await record({
      domain: 'Process',
      situation: `${near}, as in the week before the last one`,
    });
    const second = await record({ domain: 'Process', type: 'ineffective' });
    expect(second.recorded).toBe(true);
    const repeated = await record({
      domain: 'Process',
      situation: `${near}, as in the week before the last`,
    });
    const similarity = dice(
      comparable(texts({ situation: `${near}, as in the week before the last` })),
      comparable(texts({ situation: `${near}, as in the week before the last one` })),
    );
    expect(repeated).toMatchObject({ recorded: false, duplicate_id: first.experience_id, similarity });
    expect(similarity).toBeGreaterThan(0.9);
    const { total } = await call(
      searchExperiences,
      { query: 'nightly', domain: 'Process', type: 'effective' },
      lake.deps,
    );
    expect(total).toBe(1);
  });

  it('distinguishes types and domains', async () => {
    const here = await record({ domain: 'Decision' });
    expect((await record({ domain: 'Communication' })).recorded).toBe(true);
    expect((await record({ domain: 'Decision', type: 'ineffective' })).recorded).toBe(true);
    expect(await record({ domain: 'Decision' })).toMatchObject({
      recorded: false,
      duplicate_id: here.experience_id,
      similarity: 1,
    });
  });

  it('keeps one of many identical ones recorded concurrently', async () => {
    const same = { ...madeUp(77), domain: 'Tools' };
    const sent = await Promise.all(Array.from({ length: 30 }, () => record(same)));
    const kept = sent.filter(({ recorded }) => recorded);
    expect(kept).toHaveLength(1);
    expect(new Set(sent.filter(({ recorded }) => !recorded).map(({ duplicate_id }) => duplicate_id))).toEqual(
      new Set([kept[0].experience_id]),
    );
  });

  it('finds a near-duplicate wherever it is among many', async () => {
    const domain = 'Protocol';
    const type = 'ineffective';
    for (let n = 1000; n < 1200; n += 1) await record(madeUp(n, { domain, type }));
    for (const n of [1000, 1063, 1199]) {
      const { outcome } = madeUp(n);
      const repeated = await record(madeUp(n, { domain, type, outcome: `${outcome} (again)` }));
      expect(repeated.recorded).toBe(false);
      expect(await call(getExperience, { id: repeated.duplicate_id }, lake.deps)).toMatchObject(
        madeUp(n, { domain, type }),
      );
    }
  });

  it('supersedes an earlier one, once unless a fork is requested', async () => {
    const first = (await record({ ...madeUp(300) })).experience_id;
    const second = await record({ ...madeUp(300), confidence: 0.9, revision_of: first });
    expect(second.recorded).toBe(true);
    const error = await fail(recordExperience, { ...madeUp(300), revision_of: first }, lake.deps);
    expect(error).toMatchObject({
      kind: 'refused',
      data: { field: 'revision_of', newer_versions: [second.experience_id] },
    });
    const forked = await record({ ...madeUp(300), revision_of: first, fork: true });
    expect(await call(getExperience, { id: first }, lake.deps)).toMatchObject({
      newer_versions: [second.experience_id, forked.experience_id],
    });
  });

  it.each([
    ['confidence', { confidence: 1.01 }, 'invalid_input'],
    ['type', { type: 'good' }, 'invalid_input'],
    ['domain', { domain: 'Cooking' }, 'invalid_input'],
    ['situation', { situation: ' \n' }, 'invalid_input'],
    ['reasoning', { reasoning: undefined }, 'invalid_input'],
    ['outcome', { outcome: 'x'.repeat(20_001) }, 'too_large'],
    ['note', { note: 'x' }, 'invalid_input'],
    ['revision_of', { revision_of: 999_999 }, 'not_found'],
  ])('refuses a bad %s', async (field, changes, kind) => {
    expect(await fail(recordExperience, experience(changes), lake.deps)).toMatchObject({
      kind,
      data: { field },
    });
  });
});

const texts = (changes: { situation: string }) => ({
  ...(experience() as { situation: string; approach: string; outcome: string; reasoning: string }),
  ...changes,
});
