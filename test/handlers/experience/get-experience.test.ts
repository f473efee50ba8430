import { describe, expect, it } from 'vitest';
import getExperience from '../../../src/handlers/experience/get-experience.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import searchExperiences from '../../../src/handlers/experience/search-experiences.ts';
import updateExperience from '../../../src/handlers/experience/update-experience.ts';
import { call, fail } from '../../support/call.ts';
import { experience } from '../../support/experience.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

describe('get_experience', () => {
  it('returns the ids of earlier and newer versions', async () => {
    const first = (await call(recordExperience, experience(), lake.deps)).experience_id;
    const revise = async (id: number, confidence: number): Promise<number> =>
      (await call(updateExperience, { id, changes: { confidence }, reason: 'more cases' }, lake.deps)).new_id;
    const second = await revise(first, 0.4);
    const third = await revise(second, 0.6);
    const get = (id: number) => call(getExperience, { id }, lake.deps);
    expect(await get(first)).toMatchObject({ previous_version: null, newer_versions: [second, third] });
    expect(await get(second)).toMatchObject({
      previous_version: first,
      newer_versions: [third],
      confidence: 0.4,
    });
    expect(await get(third)).toMatchObject({ previous_version: second, newer_versions: [] });
  });

  it('counts its uses, confirmations and contradictions, and names those in other words', async () => {
    const cache = {
      ...experience(),
      situation: 'The product page of the shop became slow while a sale was on',
      approach: 'Kept rendered product pages in a Redis cache for five minutes',
      outcome: 'Pages came in 40 ms',
      reasoning: 'Rendering was the bottleneck',
    };
    const { experience_id: id } = await call(recordExperience, cache, lake.deps);
    await call(recordExperience, cache, lake.deps);
    const same = {
      ...cache,
      type: 'ineffective' as const,
      outcome: 'Prices were stale',
      reasoning: 'No purge',
    };
    const { experience_id: literal } = await call(recordExperience, same, lake.deps);
    const other = {
      ...same,
      situation: 'During the sale, product pages of the shop became very slow',
      approach: 'Put a Redis cache of five minutes before the rendered product pages',
      outcome: 'Customers saw old prices and complained',
      reasoning: 'The cache outlived the changes of prices',
    };
    const { experience_id: reworded } = await call(recordExperience, other, lake.deps);
    const unrelated = {
      ...other,
      situation: 'The nightly backup of the archive failed',
      approach: 'Ran it twice',
    };
    await call(
      recordExperience,
      { ...unrelated, outcome: 'Failed twice', reasoning: 'Full disk' },
      lake.deps,
    );

    await call(getExperience, { id }, lake.deps);
    expect(await call(getExperience, { id }, lake.deps)).toMatchObject({
      uses: 2,
      confirmations: 1,
      contradictions: 1,
    });
    const { contradicted_by: against } = await call(getExperience, { id }, lake.deps);
    expect(against.toSorted((a: number, b: number) => a - b)).toEqual([literal, reworded]);
    const found = await call(
      searchExperiences,
      { query: 'rendered product pages in a Redis cache' },
      lake.deps,
    );
    expect(found.results.find((one: { id: number }) => one.id === id)).toMatchObject({
      uses: 3,
      confirmations: 1,
      contradictions: 1,
    });
  });

  it('reports an unknown experience', async () => {
    expect(await fail(getExperience, { id: 424_242 }, lake.deps)).toMatchObject({
      kind: 'not_found',
      data: { field: 'id', received: 424_242 },
    });
    expect(await fail(getExperience, { id: 'one' }, lake.deps)).toMatchObject({ kind: 'invalid_input' });
  });
});
