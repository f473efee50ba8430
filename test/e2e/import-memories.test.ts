import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { dewey } from '../support/cli.ts';
import { useServer } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';
import { databaseOf, memoriesFixture } from '../support/memories.ts';

vi.setConfig({ testTimeout: 60_000 });

const lake = useLake();
const server = useServer(lake);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-memories-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('moves from another memory with the program itself: looks, imports, imports again, searches', async () => {
  const store = await databaseOf('claude-mem.sql', join(folder, 'claude-mem.db'));
  const here = { DATABASE_URL: lake.url };
  const there = { DEWEY_URL: server.url };
  const search = async (query: string) => {
    const found = await dewey(['call', 'memory_search', JSON.stringify({ query })], there);
    return JSON.parse(found.stdout).results.map(({ content }: { content: string }) => content);
  };

  const looked = await dewey(['import', '--dry-run', store], here);
  expect(looked).toMatchObject({ code: 0, stderr: '' });
  expect(looked.stdout).toMatch(
    /^claude-mem: 16 records read in 1 file: 11 would be stored, those already there included, 0 are there twice, 5 skipped\n/,
  );
  expect(await search('opening hours of the branch library')).toEqual([]);

  const imported = await dewey(['import', folder, memoriesFixture('memory.jsonl')], here);
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  expect(imported.stdout).toContain(
    'claude-mem: 16 records read in 1 file: 11 stored, 0 already stored, 5 skipped\n',
  );
  expect(imported.stdout).toContain('  kinds: prompt 5, observation 5, summary 1\n  memories: 5 new\n');
  expect(imported.stdout).toContain(
    'server-memory: 16 records read in 1 file: 9 stored, 2 already stored, 5 skipped\n',
  );
  expect(imported.stdout).toContain('of observation: entity 7, entityType 6, since 2');
  expect(await search('opening hours of the branch library')).toContain(
    'Opening hours\nThe branch library is closed on Mondays.',
  );

  const again = await dewey(['import', folder, memoriesFixture('memory.jsonl')], there);
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(again.stdout).toContain(': 0 stored, 11 already stored, 5 skipped\n');
  expect(again.stdout).not.toContain('kept in metadata');
  const verified = await dewey(['verify', folder, memoriesFixture('memory.jsonl')], there);
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining(' 0 missing, 0 different') });

  const help = await dewey(['import', '--help'], {});
  expect(help.stdout).toContain('dewey import ~/.claude-mem/claude-mem.db\n');
});
