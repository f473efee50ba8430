import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkHistories } from '../../../src/gateway/doctor/histories.ts';
import { fixture } from '../../support/capture.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dewey-histories-'));
});
afterEach(() => rm(root, { recursive: true }));

const place = (agent: string, name: string, ...shape: RegExp[]) => ({
  agent,
  name,
  folder: join(root, agent),
  shape,
});

it('tells of each agent that has a history whether it can be read and is followed', async () => {
  const config = {
    watch: true,
    url: undefined,
    transcripts: [
      place('cursor', 'Cursor', /^globalStorage$/, /^state\.vscdb$/),
      place('goose', 'Goose', /^sessions\.db$/),
      place('codex', 'Codex', /\.jsonl$/),
      place('zed', 'Zed', /^threads\.db$/),
    ],
  };
  await cp(fixture('agents/cursor'), join(root, 'cursor'), { recursive: true });
  await cp(fixture('agents/goose'), join(root, 'goose'), { recursive: true });
  await mkdir(join(root, 'codex'));
  await writeFile(join(root, 'codex', 'rollout.jsonl'), '{}\n');
  expect(await checkHistories(config, true)).toEqual([
    {
      check: 'history of Cursor',
      ok: true,
      detail: '1 file, 0.1 MB, readable; followed by the running gateway',
    },
    { check: 'history of Goose', ok: true, detail: expect.stringContaining('1 file,') },
    { check: 'history of Codex', ok: true, detail: expect.stringContaining('1 file, 0 MB, readable') },
  ]);
  const told = async (isRunning: boolean, watch = true) =>
    (await checkHistories({ ...config, watch }, isRunning)).map(({ detail, status }) => [status, detail]);
  await writeFile(join(root, 'goose', 'sessions.db'), 'SQLite format 3\0 and no pages');
  await rm(join(root, 'codex'), { recursive: true });
  expect(await told(false)).toEqual([
    [undefined, expect.stringContaining('followed while "dewey serve" runs; none was found now')],
    ['warning', expect.stringMatching(/^1 of 1 file cannot be read: .*sessions\.db: a damaged store/)],
  ]);
  const journal = join(root, 'cursor', 'globalStorage', 'state.vscdb-journal');
  await writeFile(journal, Buffer.from('d9d505f920a163d7', 'hex'));
  expect((await told(true, false))[0]).toEqual([
    'warning',
    expect.stringContaining('state.vscdb: a store in use'),
  ]);
  await rm(journal);
  expect((await told(true, false))[0]).toEqual([
    undefined,
    expect.stringContaining('not followed (DEWEY_WATCH=off)'),
  ]);
  expect(await checkHistories({ ...config, url: 'http://127.0.0.1:9020' }, true)).toEqual([]);
});
