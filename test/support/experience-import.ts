import { expect } from 'vitest';
import { connect } from '../../src/db/postgres/connect.ts';
import { createDeps, createLog } from '../../src/gateway/deps.ts';
import exportExperiences from '../../src/handlers/experience/export-experiences.ts';
import importData from '../../src/handlers/experience/import-data.ts';
import recordExperience from '../../src/handlers/experience/record-experience.ts';
import type { Deps } from '../../src/handlers/tool/deps.ts';
import { call } from './call.ts';
import { experience, madeUp } from './experience.ts';
import { cloneDatabase } from './lake.ts';

export const load = (data: unknown, deps: Deps) => call(importData, { data }, deps);

/** All experiences of a lake, as text. */
export const exported = async (deps: Deps): Promise<string> =>
  (await call(exportExperiences, { format: 'json' }, deps)).output;

/** A second, empty lake. */
export async function withEmptyLake<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
  const clone = await cloneDatabase();
  const db = connect(clone.url);
  try {
    return await work(createDeps(db, createLog('silent')));
  } finally {
    await db.close();
    await clone.drop();
  }
}

/** Imports this many experiences, re-imports their export, and imports that into another lake. */
export async function bringsOver(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: n * 3 + 1,
    ...madeUp(n),
    confidence: n % 7 === 0 ? null : (n % 101) / 100,
    tags: n % 3 === 0 ? [] : [`tag ${n % 13}`, 'größe, "quoted"'],
    scope: n % 2 === 0 ? 'user' : 'project',
    project: n % 5 === 0 ? 'library' : null,
    session_id: null,
    // Every tenth revises the one before the last, and changes only its confidence.
    ...(n % 10 === 9
      ? { ...madeUp(n - 2), revision_of: (n - 2) * 3 + 1, revision_reason: 'looked again' }
      : {}),
    created_at: `2025-0${(n % 9) + 1}-11T0${n % 10}:00:00.${String(100_000 + n)}Z`,
  }));
  await withEmptyLake(async (first) => {
    const report = await load(JSON.stringify(rows), first);
    expect(report).toMatchObject({
      imported: count,
      duplicates: 0,
      skipped: 0,
      errors: [],
      total_records: count,
    });
    const text = await exported(first);
    const again = await load(text, first);
    expect(again).toMatchObject({
      imported: 0,
      duplicates: count,
      skipped: count,
      total_records: count,
    });
    expect(again.message).toBe(`Imported 0 of ${count}; ${count} were already stored.`);
    expect(await exported(first)).toBe(text);
    await withEmptyLake(async (second) => {
      expect((await load({ experiences: JSON.parse(text) }, second)).imported).toBe(count);
      expect(await exported(second)).toBe(text);
      const next = await call(recordExperience, experience(), second);
      expect(next.experience_id).toBeGreaterThan((count - 1) * 3);
    });
  });
}
