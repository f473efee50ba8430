import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storedMessages } from '../../../src/gateway/capture/messages/stored.ts';
import { verifyFiles } from '../../../src/gateway/capture/transcripts/verify.ts';
import { fixture, forget, importFile, rowsOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const session = '6d1c1f9e-7f3e-4b6a-9d0f-0c4d7a1b2e33';
const key = `copilot-cli:${session}`;
let folder: string;
let path: string;
let lines: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-rewind-'));
  path = join(folder, 'events.jsonl');
  const text = await readFile(fixture(`agents/copilot-cli/${session}/events.jsonl`), 'utf8');
  lines = text.trim().split('\n');
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => forget(lake));

const event = (id: string, type: string, data: object) =>
  JSON.stringify({ id, timestamp: '2026-10-08T10:30:00.000Z', parentId: null, type, data });
const write = (all: readonly string[]) => writeFile(path, `${all.join('\n')}\n`);
const contents = async (of = key) => (await rowsOf(lake, of)).map(({ content }) => content);
const verified = () => verifyFiles([{ path, named: true, bytes: 1 }], storedMessages(lake.db.sql));

/** As the documentation of the events says: `upToEventId` is the first event that is removed. */
const rewindTo = (id: string, eventIds?: string[]) =>
  event(`r-${id}`, 'session.snapshot_rewind', { upToEventId: id, eventsRemoved: 1, eventIds });

describe('a session of Copilot CLI that was rewound', () => {
  it('is without what the rewind removed, also if that was stored before', async () => {
    await write(lines);
    await importFile(lake, path);
    const before = await contents();
    const second = before.indexOf('Ask the catalogue, then move the atlas.');
    expect(second).toBeGreaterThan(0);
    expect(await contents(`${key}:t3`)).toContain('I move it.');
    await appendFile(path, `${rewindTo('e10')}\n`);
    await appendFile(path, `${event('n1', 'user.message', { content: 'Leave the atlas.' })}\n`);
    await importFile(lake, path);
    expect(await contents()).toEqual([...before.slice(0, second), 'Leave the atlas.']);
    expect(await contents(`${key}:t3`)).toEqual([]);
    expect(await verified()).toMatchObject({ missing: 0, different: 0, misplaced: 0, extra: 0 });
    await forget(lake);
    await importFile(lake, path); // all at once
    expect(await contents()).toEqual([...before.slice(0, second), 'Leave the atlas.']);
  });

  it('keeps events that are not listed, such as those of an agent in the background', async () => {
    await write(lines);
    await importFile(lake, path);
    const before = await contents();
    const removed = lines.map((line) => JSON.parse(line).id).filter((id) => id > 'e09' && id !== 'e16');
    await appendFile(path, `${rewindTo('e10', removed)}\n`);
    await importFile(lake, path);
    expect(await contents()).toEqual(
      before.slice(0, before.indexOf('Ask the catalogue, then move the atlas.')),
    );
    expect(await contents(`${key}:t3`)).toContain('I move it.');
    expect(await verified()).toMatchObject({ missing: 0, different: 0, extra: 0 });
  });

  it('takes nothing back for an event that is not known', async () => {
    await write([...lines, rewindTo('of-another-time')]);
    await importFile(lake, path);
    expect(await contents()).toContain('Ask the catalogue, then move the atlas.');
  });
});
