import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestLake } from '../lake.ts';
import type { Product } from '../memories.ts';
import { zipOf } from '../zip.ts';
import { counted, type Dewey, lost, rowsIn } from './check.ts';
import { secret } from './made.ts';
import type { WebExport } from './web-claude.ts';

/** Imports a web export as its zip three times, once without storing, and compares it with what is in the lake. */
export async function webExportMovesOver(
  lake: TestLake,
  dewey: Dewey,
  folder: string,
  { files, made, records, skipped }: WebExport,
): Promise<void> {
  const zip = join(folder, 'export.zip');
  await writeFile(zip, zipOf(files));
  const own = counted(made);
  const wanted = records.length > 0 ? counted(records) : undefined;

  const tried = await dewey('import', '--dry-run', zip);
  expect(tried).toMatchObject({ code: 0, failed: [], stored: own.stored });
  expect(tried.skipped).toEqual(skipped);
  expect(await rowsIn(lake)).toEqual([]);

  const first = await dewey('import', zip);
  expect(first).toMatchObject({ code: 0, failed: [], stored: own.stored });
  expect(first.skipped).toEqual(skipped);
  const rows = await rowsIn(lake);
  expect(lost([...made, ...records], rows)).toEqual([]);
  expect(rows).toHaveLength(own.stored + (wanted?.stored ?? 0));
  expect(JSON.stringify(rows)).not.toContain(secret);
  for (const report of [tried, first]) if (wanted) expect(productOf(report)).toMatchObject(wanted);
  const stated = records.filter(({ states }) => states).length;
  const { memories } = productOf(first) ?? { memories: { new: 0, known: 0, tooLong: 0 } };
  expect(memories.new + memories.tooLong).toBe(stated);

  const again = await dewey('import', zip);
  expect(again).toMatchObject({ code: 0, stored: 0 });
  if (wanted) expect(productOf(again)).toMatchObject({ stored: 0, known: wanted.stored });
  expect(await rowsIn(lake)).toHaveLength(rows.length);
  expect(await dewey('verify', zip)).toMatchObject({ code: 0, missing: 0, different: 0, faults: [] });
}

const productOf = ({ products }: Record<string, unknown>): Product | undefined =>
  (products as Record<string, Product> | undefined)?.['claude-ai'];
