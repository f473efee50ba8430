import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFiles } from '../../../src/gateway/runtime/files.ts';
import exportExperiences from '../../../src/handlers/experience/export-experiences.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import type { Deps } from '../../../src/handlers/tool/deps.ts';
import { call, fail } from '../../support/call.ts';
import { experience, madeUp } from '../../support/experience.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
let folder: string;
let withFiles: Deps;
const at = '2026-02-12T10:30:00.120Z';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-files-'));
  withFiles = { ...lake.deps, files: openFiles(folder), clock: () => new Date(at) };
  await call(recordExperience, experience({ confidence: 0, tags: ['a', 'b'], session_id: 's' }), withFiles);
  await call(recordExperience, { ...madeUp(1), domain: 'Tools', scope: 'project' }, withFiles);
});
afterAll(() => rm(folder, { recursive: true }));

describe('export_experiences', () => {
  it('returns a JSON array with one row per line', async () => {
    const { output, count } = await call(exportExperiences, { format: 'json' }, lake.deps);
    expect(count).toBe(2);
    expect(output.split('\n')).toHaveLength(5);
    expect(JSON.parse(output)[0]).toEqual({
      id: 1,
      ...experience({ confidence: 0, tags: ['a', 'b'], session_id: 's' }),
      scope: 'user',
      project: null,
      revision_of: null,
      revision_reason: null,
      created_at: '2026-02-12T10:30:00.12Z',
    });
  });

  it('returns Markdown', async () => {
    const { output } = await call(
      exportExperiences,
      { format: 'markdown', filter: { domain: 'Debugging' } },
      lake.deps,
    );
    expect(output).toBe(`# Experiences

## 1. Debugging: The nightly loan report was empty although there were loans

effective · user · confidence 0 · tags a, b · 2026-02-12T10:30:00.12Z

**Approach.** Compared the query with one run by hand in the same transaction

**Outcome.** The report ran before the import had committed

**Reasoning.** A read in another session never sees uncommitted rows
`);
  });

  it('narrows by domain, type and scope', async () => {
    const count = async (filter: Record<string, string>) =>
      (await call(exportExperiences, { format: 'json', filter }, lake.deps)).count;
    expect(await count({ domain: 'Tools' })).toBe(1);
    expect(await count({ scope: 'project' })).toBe(1);
    expect(await count({ type: 'effective', scope: 'user' })).toBe(1);
    expect(
      (await call(exportExperiences, { format: 'json', filter: { domain: 'Process' } }, lake.deps)).output,
    ).toBe('[]\n');
  });

  it('writes only into the folder open to tools', async () => {
    const { output } = await call(exportExperiences, { format: 'json' }, lake.deps);
    const written = await call(
      exportExperiences,
      { format: 'json', output_path: 'backup/all.json' },
      withFiles,
    );
    expect(written).not.toHaveProperty('output');
    expect(await readFile(join(folder, 'backup/all.json'), 'utf8')).toBe(output);
    const again = { format: 'json', output_path: 'backup/all.json' };
    expect(await fail(exportExperiences, again, withFiles)).toMatchObject({ kind: 'conflict' });
    await call(exportExperiences, { ...again, overwrite: true }, withFiles);
    expect(
      await fail(exportExperiences, { format: 'json', output_path: '../all.json' }, withFiles),
    ).toMatchObject({
      kind: 'forbidden',
    });
    expect(
      await fail(exportExperiences, { format: 'json', output_path: 'all.json' }, lake.deps),
    ).toMatchObject({
      kind: 'refused',
      data: { field: 'output_path' },
    });
  });
});
