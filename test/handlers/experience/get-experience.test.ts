import { describe, expect, it } from 'vitest';
import getExperience from '../../../src/handlers/experience/get-experience.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
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

  it('reports an unknown experience', async () => {
    expect(await fail(getExperience, { id: 424_242 }, lake.deps)).toMatchObject({
      kind: 'not_found',
      data: { field: 'id', received: 424_242 },
    });
    expect(await fail(getExperience, { id: 'one' }, lake.deps)).toMatchObject({ kind: 'invalid_input' });
  });
});
