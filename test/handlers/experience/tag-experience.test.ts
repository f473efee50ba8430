import { describe, expect, it } from 'vitest';
import getExperience from '../../../src/handlers/experience/get-experience.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import searchExperiences from '../../../src/handlers/experience/search-experiences.ts';
import tagExperience from '../../../src/handlers/experience/tag-experience.ts';
import updateExperience from '../../../src/handlers/experience/update-experience.ts';
import { call, fail } from '../../support/call.ts';
import { madeUp } from '../../support/experience.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const record = async (n: number, tags: string[] = []): Promise<number> =>
  (await call(recordExperience, { ...madeUp(n), tags }, lake.deps)).experience_id;
const tag = (id: number, tags: string[]) => call(tagExperience, { id, tags }, lake.deps);

describe('tag_experience', () => {
  it('appends labels in the order given, without repetition', async () => {
    const id = await record(1, ['old', 'b']);
    expect((await tag(id, ['zebra', 'b', 'apple', 'zebra'])).tags).toEqual(['old', 'b', 'zebra', 'apple']);
    expect(await tag(id, ['apple'])).toMatchObject({ updated: false, tags: ['old', 'b', 'zebra', 'apple'] });
    expect((await call(searchExperiences, { query: 'zebra' }, lake.deps)).total).toBe(1);
  });

  it('keeps the labels of twenty concurrent calls', async () => {
    const id = await record(2);
    const labels = Array.from({ length: 20 }, (_, i) => `label-${i}`);
    await Promise.all(labels.map((label) => tag(id, [label, 'shared'])));
    const { tags } = await call(getExperience, { id }, lake.deps);
    expect([...tags].sort()).toEqual([...labels, 'shared'].sort());
  });

  it('refuses a version that was revised, and names the newer one', async () => {
    const id = await record(7, ['old']);
    const changes = { outcome: 'It failed after all' };
    const { new_id } = await call(updateExperience, { id, changes, reason: 'Tried again' }, lake.deps);
    expect(await fail(tagExperience, { id, tags: ['late'] }, lake.deps)).toMatchObject({
      kind: 'refused',
      data: { newer_versions: [new_id] },
    });
    expect((await call(getExperience, { id }, lake.deps)).tags).toEqual(['old']);
    expect((await tag(new_id, ['late'])).tags).toEqual(['old', 'late']);
  });

  it('rejects no labels, too many, and an unknown experience', async () => {
    const id = await record(
      3,
      Array.from({ length: 99 }, (_, i) => `t${i}`),
    );
    expect(await fail(tagExperience, { id, tags: [] }, lake.deps)).toMatchObject({ data: { field: 'tags' } });
    expect(await fail(tagExperience, { id, tags: ['x', 'y'] }, lake.deps)).toMatchObject({
      kind: 'too_large',
    });
    expect((await call(getExperience, { id }, lake.deps)).tags).toHaveLength(99);
    expect(await fail(tagExperience, { id: 999_999, tags: ['x'] }, lake.deps)).toMatchObject({ status: 404 });
  });
});
