import { beforeAll, describe, expect, it } from 'vitest';
import getExperience from '../../../src/handlers/experience/get-experience.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import searchExperiences from '../../../src/handlers/experience/search-experiences.ts';
import updateExperience from '../../../src/handlers/experience/update-experience.ts';
import { call, fail } from '../../support/call.ts';
import { experience, madeUp } from '../../support/experience.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const record = async (changes: Record<string, unknown>): Promise<number> =>
  (await call(recordExperience, experience(changes), lake.deps)).experience_id;
const search = (input: Record<string, unknown>) => call(searchExperiences, input, lake.deps);
const ids = (found: { results: { id: number }[] }) => found.results.map(({ id }) => id);

describe('search_experiences', () => {
  let both: number;
  let one: number;
  beforeAll(async () => {
    for (let n = 0; n < 30; n += 1) await record(madeUp(n, { outcome: 'the bookworm was not found' }));
    both = await record({
      ...madeUp(100),
      domain: 'Tools',
      outcome: 'The bookworm ate the parchment',
      confidence: 0.7,
    });
    one = await record({
      ...madeUp(101),
      domain: 'Decision',
      outcome: 'Only parchment was left',
      scope: 'project',
    });
  });

  it('finds experiences with any of the words, rarer words first', async () => {
    const found = await search({ query: 'Did a bookworm eat the parchments?', limit: 5 });
    expect(ids(found).slice(0, 2)).toEqual([both, one]);
    expect(found).toMatchObject({
      total: 32,
      count: 5,
      next_offset: 5,
      query: 'Did a bookworm eat the parchments?',
    });
    expect(found.results[0].rank).toBeGreaterThan(found.results[1].rank);
  });

  it('pages through all matches without repetition', async () => {
    const seen: number[] = [];
    for (let offset = 0; offset < 32; offset += 10)
      seen.push(...ids(await search({ query: 'bookworm parchment', limit: 10, offset })));
    expect(seen).toHaveLength(32);
    expect(new Set(seen).size).toBe(32);
    expect((await search({ query: 'bookworm', offset: 40 })).results).toEqual([]);
  });

  it('narrows by a project, named by its path or the last part of it', async () => {
    const own = await record({ ...madeUp(102), outcome: 'Buckram curled', project: '/home/ada/bindery' });
    const bare = await record({ ...madeUp(103), outcome: 'Buckram cracked', project: 'bindery' });
    await record({ ...madeUp(104), outcome: 'Buckram tore', project: '/home/ben/press' });
    for (const project of ['bindery', '/home/ada/bindery'])
      expect(ids(await search({ query: 'buckram', project })).toSorted()).toEqual([own, bare].toSorted());
    expect(ids(await search({ query: 'buckram', project: '/home/cem/bindery' }))).toEqual([bare]);
  });

  it('narrows by domain, type, scope and confidence', async () => {
    expect(ids(await search({ query: 'parchment', domain: 'Decision' }))).toEqual([one]);
    expect(ids(await search({ query: 'parchment', scope: 'project' }))).toEqual([one]);
    expect(ids(await search({ query: 'parchment', min_confidence: 0.7 }))).toEqual([both]);
    expect(ids(await search({ query: 'parchment', min_confidence: 0.71 }))).toEqual([]);
    expect(ids(await search({ query: 'parchment', type: 'ineffective' }))).toEqual([one]);
    expect((await search({ query: 'parchment', domain: 'Tools', type: 'effective' })).filters).toEqual({
      domain: 'Tools',
      type: 'effective',
      include_superseded: false,
    });
  });

  it('excludes superseded versions, unless requested', async () => {
    const old = await record({ ...madeUp(200), outcome: 'vellum' });
    const { new_id } = await call(
      updateExperience,
      { id: old, changes: { outcome: 'vellum, not paper' }, reason: 'Looked again' },
      lake.deps,
    );
    expect(ids(await search({ query: 'vellum' }))).toEqual([new_id]);
    expect(ids(await search({ query: 'vellum', include_superseded: true })).sort()).toEqual(
      [old, new_id].sort(),
    );
  });

  it('orders equal matches by use, confidence and contradictions', async () => {
    const alike = (n: number, changes: Record<string, unknown> = {}) =>
      record({
        ...madeUp(300),
        domain: 'Protocol',
        outcome: `papyrus ${'abcdefghij'[n]?.repeat(60)}`,
        ...changes,
      });
    const unsure = await alike(0, { confidence: 0.2 });
    const sure = await alike(1, { confidence: 0.9 });
    const usedOften = await alike(2, { confidence: 0.9 });
    for (let i = 0; i < 3; i += 1) await call(getExperience, { id: usedOften }, lake.deps);
    const found = await search({ query: 'papyrus' });
    expect(new Set(found.results.map(({ rank }: { rank: number }) => rank)).size).toBe(1);
    expect(ids(found)).toEqual([usedOften, sure, unsure]);

    // The same case with the opposite verdict: each weakens the other, so all three others come first.
    const situation = String(madeUp(300).situation).split(' ').reverse().join(' ');
    const opposite = await alike(3, { type: 'ineffective', situation });
    const contradicted = await alike(4, { confidence: 0.9, situation });
    expect(ids(await search({ query: 'papyrus' }))).toEqual([
      usedOften,
      sure,
      contradicted,
      opposite,
      unsure,
    ]);
  });

  it('searches for a common word alone, finds nothing without words, rejects a blank query', async () => {
    expect(await search({ query: 'the' })).toMatchObject({ count: 20, total: 31 });
    expect(await search({ query: '?!' })).toMatchObject({ results: [], total: 0 });
    expect(await fail(searchExperiences, { query: ' ' }, lake.deps)).toMatchObject({
      data: { field: 'query' },
    });
  });
});
