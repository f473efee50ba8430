import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { forget } from '../../support/capture.ts';
import { useCommands } from '../../support/command.ts';
import { useDataDirs } from '../../support/datadir.ts';
import { useLake } from '../../support/lake.ts';
import { counted, lost, rowsIn } from '../../support/moves/check.ts';
import { secret } from '../../support/moves/made.ts';
import { chatgptExport } from '../../support/moves/web-chatgpt.ts';
import { claudeExport, type WebExport } from '../../support/moves/web-claude.ts';
import { zipOf } from '../../support/zip.ts';

const lake = useLake();
const { dewey } = useCommands(lake);
const dataDir = useDataDirs();

afterEach(async () => {
  await forget(lake);
  await lake.db.sql`delete from memories`;
});

it.each<[string, (count: number) => WebExport]>([
  ['claude.ai', claudeExport],
  ['ChatGPT', chatgptExport],
])('everything in the export of %s is stored once, or named', async (_, make) => {
  const { files, made, records, skipped } = make(150);
  const zip = join(await dataDir(), 'export.zip');
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
  for (const report of [tried, first]) if (wanted) expect(report.products['claude-ai']).toMatchObject(wanted);
  const stated = records.filter(({ states }) => states).length;
  const { memories } = first.products?.['claude-ai'] ?? { memories: { new: 0, known: 0, tooLong: 0 } };
  expect(memories.new + memories.tooLong).toBe(stated);

  const again = await dewey('import', zip);
  expect(again).toMatchObject({ code: 0, stored: 0 });
  if (wanted) expect(again.products['claude-ai']).toMatchObject({ stored: 0, known: wanted.stored });
  expect(await rowsIn(lake)).toHaveLength(rows.length);
  expect(await dewey('verify', zip)).toMatchObject({ code: 0, missing: 0, different: 0, faults: [] });
});
