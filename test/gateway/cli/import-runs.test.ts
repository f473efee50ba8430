import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeRecords } from '../../../src/gateway/capture/store-records.ts';
import getFiedlerResults from '../../../src/handlers/fiedler/get-fiedler-results.ts';
import { call } from '../../support/call.ts';
import { runHere } from '../../support/command.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-runs-'));
});
afterAll(() => rm(folder, { recursive: true }));

const json = async (path: string, env: Record<string, string> = { DATABASE_URL: lake.url }) => {
  const { code, out, err } = await runHere(['import', path, '--json'], env);
  if (out === '') throw new Error(err);
  return { code, ...JSON.parse(out) };
};
const resultsOf = async (correlation_id: string) =>
  (await call(getFiedlerResults, { correlation_id }, lake.deps)).results;

/** A run of two models, as its summary tells it. */
const summary = (id: string | undefined) => ({
  correlation_id: id,
  prompt: 'Which shelf holds the atlas?',
  timestamp: '2026-11-20T10:00:00Z',
  results: [
    {
      model: 'gpt-5',
      status: 'success',
      output_file: 'gpt-5.md',
      tokens: { prompt: 12, completion: 4 },
      duration: 1.5,
    },
    {
      model: 'vendor/deepseek-r1',
      status: 'success',
      output_file: '/output/run/deepseek-r1.md',
      duration: 2,
    },
  ],
});

async function runFolder(name: string, id: string | undefined = name): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  await writeFile(join(path, 'summary.json'), JSON.stringify(summary(id)));
  await writeFile(join(path, 'gpt-5.md'), 'The third shelf.\n');
  await writeFile(join(path, 'deepseek-r1.md'), 'The fourth shelf.\n');
  return path;
}

describe('dewey import of a run', () => {
  it('stores the answers once, from the folder or the file', async () => {
    const path = await runFolder('plain');
    expect(await json(path)).toEqual({
      code: 0,
      runs: {
        files: 1,
        runs: 1,
        results: 2,
        stored: 2,
        completed: 0,
        known: 0,
        deleted: 0,
        failed: [],
        dryRun: false,
      },
    });
    expect(await json(join(path, 'summary.json'))).toMatchObject({ code: 0, runs: { stored: 0, known: 2 } });
    expect(await resultsOf('plain')).toMatchObject([
      { model: 'vendor/deepseek-r1', output: 'The fourth shelf.\n', created_at: '2026-11-20T10:00:00Z' },
      {
        model: 'gpt-5',
        output: 'The third shelf.\n',
        tokens_prompt: 12,
        tokens_completion: 4,
        duration_seconds: 1.5,
        prompt: 'Which shelf holds the atlas?',
      },
    ]);
  });

  it('names a run without an id after its folder', async () => {
    await json(await runFolder('unnamed', undefined));
    expect(await resultsOf('unnamed')).toHaveLength(2);
  });

  it('makes one set of results with the same run through the proxy', async () => {
    const about = { upstream: 'fiedler', session: 'both', id: '1', name: 'send' };
    const told = summary('both');
    const records = [
      {
        kind: 'proxy',
        at: '2026-11-20T10:00:00Z',
        call: { ...about, half: 'call', arguments: { prompt: 'Which?' } },
      },
      {
        kind: 'proxy',
        at: '2026-11-20T10:00:02Z',
        call: { ...about, half: 'result', result: { structuredContent: { ...told, prompt: undefined } } },
      },
    ] as const;
    await storeRecords(lake.db.sql, lake.deps.newId, records, []);
    expect(await resultsOf('both')).toMatchObject([
      { output: null, prompt: 'Which?' },
      { output: null, prompt: 'Which?' },
    ]);
    // A crash may have the records stored again.
    await storeRecords(lake.db.sql, lake.deps.newId, records, []);
    expect(await json(await runFolder('both'))).toMatchObject({ code: 0, runs: { completed: 2, stored: 0 } });
    const results = await resultsOf('both');
    const [source] = await lake.db.sql`
      select conversation_id from capture_sources where key = 'proxy:fiedler:both'`;
    expect(results).toMatchObject([
      { output: 'The fourth shelf.\n', conversation_id: source?.conversationId },
      { output: 'The third shelf.\n', conversation_id: source?.conversationId, tokens_prompt: 12 },
    ]);
    await storeRecords(lake.db.sql, lake.deps.newId, records, []);
    expect(await resultsOf('both')).toEqual(results);
  });

  it('leaves a deleted result deleted', async () => {
    const path = await runFolder('deleted');
    await json(path);
    await lake.db.sql`
      update fiedler_results set deleted_at = now() where correlation_id = 'deleted' and model = 'gpt-5'`;
    expect(await json(path)).toMatchObject({ code: 0, runs: { known: 1, deleted: 1, stored: 0 } });
    expect(await resultsOf('deleted')).toHaveLength(1);
  });

  it('tells of answers that are missing, that lie elsewhere, or that differ', async () => {
    const path = await runFolder('partial');
    await writeFile(join(folder, 'secret.txt'), 'not of this run');
    await rm(join(path, 'gpt-5.md'));
    await symlink(join(folder, 'secret.txt'), join(path, 'gpt-5.md'));
    const { code, runs } = await json(path);
    expect({ code, stored: runs.stored, failed: runs.failed }).toEqual({
      code: 1,
      stored: 1,
      failed: [
        {
          path: join(path, 'summary.json'),
          problem: 'gpt-5: its output file gpt-5.md is not in the folder of the summary',
        },
      ],
    });
    await writeFile(join(path, 'deepseek-r1.md'), 'Another answer.');
    const second = await json(path);
    expect(second.runs.failed[1].problem).toMatch(/^vendor\/deepseek-r1: .*already used by another result/);
  });

  it('does not take another JSON file for one', async () => {
    const path = join(folder, 'summary-of-search.json');
    await writeFile(path, JSON.stringify({ results: [{ id: 'x', snippet: 'y' }], total: 1 }));
    expect(await json(path)).toMatchObject({ code: 1, failed: [{ path }] });
  });
});

describe('dewey import of a run to a remote gateway', () => {
  const server = useServer(lake);

  it('stores the same', async () => {
    const path = await runFolder('remote');
    const report = await json(path, { DEWEY_URL: server.url });
    expect(report).toMatchObject({ code: 0, runs: { stored: 2 } });
    expect(await resultsOf('remote')).toHaveLength(2);
  });
});
