import {
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Figures } from '../../../src/gateway/capture/messages/counters.ts';
import { lakeOffsets } from '../../../src/gateway/capture/transcripts/tail/offsets.ts';
import { startTailer, type Tailer } from '../../../src/gateway/capture/transcripts/tail/tailer.ts';
import search from '../../../src/handlers/conversations/search.ts';
import type { Log } from '../../../src/handlers/tool/deps.ts';
import { call } from '../../support/call.ts';
import { fixture, forget, importFile, rowsOf, storeOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const key = 'claude-code:4b5e7457-00df-40fc-9952-7e5a4b1647ae';
let root: string;
let projects: string;
let tailer: Tailer | undefined;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dewey-tail-'));
  projects = join(root, 'projects');
});
afterEach(async () => {
  await tailer?.stop();
  await forget(lake);
  await rm(root, { recursive: true });
});

const follow = async (log: Log = lake.deps.log, store = storeOf(lake)) => {
  tailer = await startTailer({
    folders: [projects],
    offsets: lakeOffsets(lake.db.sql),
    store,
    log,
    figures: new Figures(),
    clock: () => new Date(),
  });
};
const stop = async () => {
  await tailer?.stop();
  tailer = undefined;
};

const lines = async (session = 'session-two-turns') =>
  (await readFile(fixture(`claude-code/${session}.jsonl`), 'utf8')).trimEnd().split('\n');
const rows = async (source = key) => (await rowsOf(lake, source)).map((row) => row.externalId);
/** Waits for the tailer. */
const eventually = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 8000, interval: 30 });
const expected = async () => {
  await importFile(lake, fixture('claude-code/session-two-turns.jsonl'));
  const all = await rows();
  await forget(lake);
  return all;
};

describe('the tailer', () => {
  it('stores each line as it is written, in a folder that appears while it runs', async () => {
    const whole = await expected();
    await follow();
    const folder = join(projects, '-home-ada-library-demo');
    await mkdir(folder, { recursive: true });
    const path = join(folder, 'session.jsonl');
    for (const line of await lines()) await appendFile(path, `${line}\n`);
    await eventually(async () => expect(await rows()).toEqual(whole));
    const { results } = await call(search, { query: 'nothing else had to change' }, lake.deps);
    expect(results[0].content).toContain('Nothing else had to change.');
  });

  it('tells once of a folder that cannot be read, and follows it when it can', async () => {
    const whole = await expected();
    await symlink(projects, projects); // leads to itself
    const warned = vi.fn();
    await follow({ ...lake.deps.log, warn: warned });
    expect(warned.mock.calls).toEqual([
      [{ err: expect.objectContaining({ code: 'ELOOP' }), path: projects }, expect.any(String)],
    ]);
    await rm(projects);
    await mkdir(projects);
    const path = join(projects, 'session.jsonl');
    await writeFile(path, `${(await lines()).join('\n')}\n`);
    await eventually(async () => expect(await rows()).toEqual(whole));
    expect(warned).toHaveBeenCalledOnce();
  });

  it('stores what the database was too busy for, although its file does not change again', async () => {
    const whole = await expected();
    const store = storeOf(lake);
    const busy = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    const put = vi.fn(store.put).mockRejectedValueOnce(busy);
    const warned = vi.fn();
    await follow({ ...lake.deps.log, warn: warned }, { ...store, put });
    await mkdir(projects, { recursive: true });
    const path = join(projects, 'session.jsonl');
    await writeFile(join(root, 'written.jsonl'), `${(await lines()).join('\n')}\n`);
    await rename(join(root, 'written.jsonl'), path);
    await eventually(async () => expect(await rows()).toEqual(whole));
    expect(warned.mock.calls).toEqual([[{ code: '55P03', path }, expect.any(String)]]);
    expect(tailer?.state().waiting).toBe(0);
  });

  it('waits for the end of an incomplete line', async () => {
    await mkdir(projects);
    await follow();
    const all = await lines();
    const path = join(projects, 'session.jsonl');
    const prompt = all.findIndex((line) => line.includes('"promptSource":"typed"'));
    await writeFile(path, `${all.slice(0, prompt).join('\n')}\n${all[prompt]?.slice(0, 100)}`);
    await appendFile(join(projects, 'other.jsonl'), `${(await lines('session-api-error')).join('\n')}\n`);
    await eventually(async () =>
      expect(await rows('claude-code:5346b7fa-e625-4ef2-8ca9-d9aab2075065')).toHaveLength(2),
    );
    expect(await rows()).toHaveLength(0);
    await appendFile(path, `${all[prompt]?.slice(100)}\n`);
    await eventually(async () => expect(await rows()).toHaveLength(1));
  });

  it('resumes after a stop, and reads the lines written meanwhile', async () => {
    const whole = await expected();
    await mkdir(projects);
    await follow();
    const path = join(projects, 'session.jsonl');
    const all = await lines();
    await writeFile(path, `${all.slice(0, 24).join('\n')}\n`);
    await eventually(async () => expect(await rows()).toHaveLength(3));
    await stop();
    await appendFile(path, `${all.slice(24).join('\n')}\n`);
    await follow();
    await eventually(async () => expect(await rows()).toEqual(whole));
    const [position] = await lake.db
      .sql`select position::int from capture_positions where reader = ${`tail:${path}`}`;
    expect(position?.position).toBe(Buffer.byteLength(`${all.join('\n')}\n`));
  });

  it('survives a file that is truncated, replaced or moved', async () => {
    const whole = await expected();
    await mkdir(projects);
    await follow();
    const path = join(projects, 'session.jsonl');
    const all = await lines();
    await writeFile(path, `${all.slice(0, 40).join('\n')}\n`);
    await eventually(async () => expect(await rows()).toHaveLength(5));
    await truncate(path, 0);
    await appendFile(path, `${all.slice(0, 50).join('\n')}\n`);
    await rename(path, join(projects, 'moved.jsonl'));
    await writeFile(path, `${all.slice(30).join('\n')}\n`);
    await eventually(async () => expect(await rows()).toEqual(whole));
  });

  it('leaves the memories of other products to an import', async () => {
    const whole = await expected();
    await follow();
    await mkdir(projects, { recursive: true });
    const entity = { type: 'entity', name: 'Ada', entityType: 'person', observations: ['Reads'] };
    await writeFile(join(projects, 'a-memory.jsonl'), `${JSON.stringify(entity)}\n`);
    await writeFile(join(projects, 'session.jsonl'), `${(await lines()).join('\n')}\n`);
    await eventually(async () => expect(await rows()).toEqual(whole));
    expect(await rows('server-memory:memories')).toEqual([]);
  });

  it('finds subagents and links them', async () => {
    await follow();
    const folder = join(projects, 'p', '1dc40866-301d-4a74-b480-bb6269ab1963');
    await mkdir(join(folder, 'subagents'), { recursive: true });
    const agent = 'agent-aacbdf9e939667485';
    for (const name of [`${agent}.meta.json`, `${agent}.jsonl`])
      await copyFile(
        fixture(`claude-code/session-subagent/subagents/${name}`),
        join(folder, 'subagents', name),
      );
    const source = 'claude-code:1dc40866-301d-4a74-b480-bb6269ab1963:aacbdf9e939667485';
    await eventually(async () => expect(await rows(source)).toHaveLength(4));
    const [conversation] = await lake.db.sql`
      select metadata ->> 'launched_by' as launched_by from conversations where external_id = ${source}`;
    expect(conversation?.launchedBy).toBe('toolu_01c3xssqa0obvqw96k7p1f');
  });

  it('ignores files from before its first start until they change', async () => {
    await mkdir(projects);
    const path = join(projects, 'session.jsonl');
    const all = await lines();
    await writeFile(path, `${all.slice(0, 40).join('\n')}\n`);
    const { utimes } = await import('node:fs/promises');
    await utimes(path, new Date('2026-01-01'), new Date('2026-01-01'));
    await follow();
    await writeFile(join(projects, 'other.jsonl'), `${(await lines('session-api-error')).join('\n')}\n`);
    await eventually(async () =>
      expect(await rows('claude-code:5346b7fa-e625-4ef2-8ca9-d9aab2075065')).toHaveLength(2),
    );
    expect(await rows()).toHaveLength(0);
    await appendFile(path, `${all.slice(40).join('\n')}\n`);
    await eventually(async () => expect(await rows()).toHaveLength(12));
  });
});
