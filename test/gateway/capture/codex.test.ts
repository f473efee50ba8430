import { appendFile, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedMessages } from '../../../src/gateway/capture/messages/stored.ts';
import { findFiles } from '../../../src/gateway/capture/transcripts/find-files.ts';
import { importFiles } from '../../../src/gateway/capture/transcripts/import.ts';
import { verifyFiles } from '../../../src/gateway/capture/transcripts/verify.ts';
import { isSound } from '../../../src/gateway/capture/transcripts/verify-report.ts';
import { transcriptFolders } from '../../../src/gateway/config/transcript-folders.ts';
import {
  byLine,
  catalogued,
  followed,
  importAndVerify,
  parentOf,
  toldOf,
} from '../../support/agent-history.ts';
import { fixture, forget, rowsOf, storeOf } from '../../support/capture.ts';
import { following, soon } from '../../support/following.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const history = { name: 'codex' };
const id = (last: string) => `0199f3a2-5c1e-7d40-9b7a-0000000000${last}`;
const [main, reverted, helper, archived] = [id('0a'), id('0b'), id('0c'), id('0d')];
const older = '5973b6c0-94b8-487b-a530-2aeb6098ae0e';
const keyOf = (session: string) => `codex:${session}`;
const file = `sessions/2026/10/08/rollout-2026-10-08T10-00-00-${main}.jsonl`;
const packed = `archived_sessions/rollout-2026-09-01T09-00-00-${archived}.jsonl.zst`;
/** Within this, a message that was written is stored. */
const soonMs = 2000;

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'dewey-codex-'));
});
afterEach(async () => {
  await rm(home, { recursive: true });
  await forget(lake);
});

const copied = async () => {
  await cp(fixture('agents/codex'), home, { recursive: true });
  return transcriptFolders({ CODEX_HOME: home }).filter(({ agent }) => agent === 'codex');
};
const imported = async () => importFiles(await findFiles(await copied()), storeOf(lake));
const contents = async (session: string) =>
  (await rowsOf(lake, keyOf(session))).map(({ content }) => content);
const line = (payload: object, type = 'event_msg') =>
  `${JSON.stringify({ timestamp: '2026-10-08T10:30:00.000Z', type, payload })}\n`;
const prompt = (text: string) =>
  line({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }, 'response_item');
const back = (turns: number) => line({ type: 'thread_rolled_back', num_turns: turns });

describe('sessions of Codex', () => {
  it('are stored once and verified, the archived ones too', async () => {
    await importAndVerify(lake, history);
    const keys = [main, reverted, helper, archived, older];
    for (const session of keys) expect(await contents(session)).not.toEqual([]);
  });

  it('have every call of newer versions with its result, and what other agents said', async () => {
    await imported();
    const rows = await rowsOf(lake, keyOf(main));
    const items = (await readFile(fixture(`agents/codex/${file}`), 'utf8'))
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text).payload)
      .filter(({ call_id: call }) => call !== 'call_rm');
    const results = items.filter(({ type }) => /_output$/.test(type));
    const made = items.filter(({ type, action }) => /_call$/.test(type) && !action);
    expect(rows.filter(({ metadata }) => metadata.kind === 'tool_use')).toHaveLength(made.length);
    expect(rows.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([
      'loans_list\nloans_return',
      expect.stringContaining('not repeated'),
      'atlas,2026-09-01\n[input_image]',
      '[image]',
      '{"agent_path":"/root/shelves"}',
    ]);
    expect(results).toHaveLength(4); // the picture is in its call
    const of = (kind: string) => rows.filter(({ metadata }) => metadata.kind === kind);
    expect(of('tool_use').map(({ metadata }) => metadata.tool)).toContain('mcp__dewey__dewey_search');
    expect(of('agent_message').map(({ content, metadata }) => [content, metadata.from, metadata.to])).toEqual(
      [['The lexicon is on the third shelf.', '/root/shelves', '/root']],
    );
    expect(of('prompt').map(({ content }) => content)).toEqual([
      'Which books are overdue?',
      'Draw the atlas.',
      'Keep the atlas, and find the lexicon.',
    ]);
    expect(of('meta').map(({ metadata }) => metadata.subtype)).toEqual([
      'subagent_notification',
      'user_shell_command',
    ]);
    expect(rows.at(-1)).toMatchObject({
      content: 'It is on the third shelf.',
      metadata: { model: 'gpt-6-codex' },
    });
  });

  it('are without the turns that were rolled back, however they were read', async () => {
    await imported();
    const all = await contents(main);
    expect(all).toContain('Draw the atlas.');
    for (const gone of ['Throw the atlas away.', 'It is gone.', 'Thank you.', 'removed'])
      expect(all).not.toContain(gone);
    await forget(lake);
    const ms = await followed(lake, history, file, keyOf(main), await byLine('codex', file));
    expect(ms).toBeLessThan(soonMs);
  });

  it('know their names by the index, the last one of each', async () => {
    await imported();
    expect(await catalogued(lake, keyOf(main))).toMatchObject({
      title: 'Overdue books',
      branch: 'shelves',
      project: '/home/ada/library',
      models: ['gpt-6-codex'],
      input: 1600,
      output: 90,
      cacheRead: 1400,
    });
    expect(await catalogued(lake, keyOf(archived))).toMatchObject({ title: 'Atlases' });
    expect(await catalogued(lake, keyOf(helper))).toMatchObject({ title: null, input: 400, output: 20 });
  });

  it('have a subagent without the history that it was given', async () => {
    await imported();
    expect(await contents(helper)).toEqual(['Find the lexicon.', 'The lexicon is on the third shelf.']);
    expect(await parentOf(lake, keyOf(helper))).toEqual({ externalId: keyOf(main), kind: 'explorer' });
  });

  it('lose nothing when one is reverted, which begins a second file and conversation', async () => {
    await imported();
    expect(await contents(reverted)).toEqual([
      'Count the shelves.',
      'There are four.',
      'Paint them.',
      'They are green.',
    ]);
    expect(await contents(id('b2'))).toEqual(['Dust them.', 'They are clean.']);
    // Its name is gone where its kept lines are read again, and in a copy.
    const copy = join(home, 'copy.jsonl');
    await cp(
      join(home, `sessions/2026/10/08/rollout-2026-10-08T11-05-00-${reverted}_${id('b2')}.jsonl`),
      copy,
    );
    expect(await importFiles(await findFiles([copy]), storeOf(lake))).toMatchObject({ stored: 2 });
    expect(await contents(reverted)).toHaveLength(4);
  });

  it('of versions that wrote the items as lines are read', async () => {
    await imported();
    expect(await toldOf(lake, keyOf(older))).toEqual([
      { role: 'user', text: 'Is the annex open?' },
      { role: 'assistant', text: expect.stringContaining('hours') },
      { role: 'tool', text: '9 to 5\n' },
      { role: 'assistant', text: 'It is open until five.' },
    ]);
    expect(await catalogued(lake, keyOf(older))).toMatchObject({ branch: 'annex' });
  });
});

describe('a session of Codex that is followed', () => {
  const places = [/^sessions$/, /./, /./, /./, /\.jsonl$/];
  const path = (root: string) => join(root, file);
  const begin = async (root: string) => {
    await mkdir(dirname(path(root)), { recursive: true });
    const lines = (await readFile(fixture(`agents/codex/${file}`), 'utf8')).split('\n');
    await writeFile(path(root), `${lines.slice(0, 23).join('\n')}\n`);
  };

  it('loses what is rolled back at once, turn by turn, and goes on behind what stays', async () => {
    await following(lake, places, async (root) => {
      await begin(root);
      await soon(async () => expect(await contents(main)).toContain('Here it is.'));
      const first = (await contents(main)).slice(0, -4);
      expect(first.at(-1)).toBe('The atlas is overdue.');
      await appendFile(path(root), back(1));
      await soon(async () => expect(await contents(main)).toEqual(first));
      await appendFile(path(root), prompt('Sing of the atlas.'));
      await soon(async () => expect(await contents(main)).toEqual([...first, 'Sing of the atlas.']));
      await appendFile(path(root), back(7) + prompt('Begin anew.'));
      await soon(async () => expect(await contents(main)).toEqual(['Begin anew.']));
      const found = await findFiles([root]);
      const report = await verifyFiles(found, storedMessages(lake.db.sql));
      expect(report).toMatchObject({ expected: 1, missing: 0, different: 0, misplaced: 0, extra: 0 });
    });
  });

  it('is named anew with the next event', async () => {
    await following(lake, places, async (root) => {
      await begin(root);
      await soon(async () => expect(await catalogued(lake, keyOf(main))).toMatchObject({ title: null }));
      const name = { id: main, thread_name: 'The atlas', updated_at: '2026-10-08T10:20:00Z' };
      await writeFile(join(root, 'session_index.jsonl'), `${JSON.stringify(name)}\n`);
      await appendFile(path(root), prompt('Go on.'));
      await soon(async () =>
        expect(await catalogued(lake, keyOf(main))).toMatchObject({ title: 'The atlas' }),
      );
    });
  });
});

/** A frame of Zstandard whose one block is not compressed. */
function frameOf(data: Buffer): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58, 0, 0, 0]);
  head.writeUIntLE((data.length << 3) | 1, 6, 3);
  return Buffer.concat([head, data]);
}

describe('an archived session of Codex', () => {
  it('is not stored again when it is moved and packed', async () => {
    const places = await copied();
    await importFiles(await findFiles(places), storeOf(lake));
    const moved = join(home, 'archived_sessions', `rollout-2026-10-08T10-00-00-${main}.jsonl`);
    await rename(join(home, file), moved);
    const found = async () => findFiles(places);
    const again = await importFiles(await found(), storeOf(lake));
    expect({ ...again }).toMatchObject({ stored: 0, completed: 0, retracted: 0 });
    await writeFile(`${moved}.zst`, frameOf(await readFile(moved)));
    await rm(moved);
    const whenPacked = await importFiles(await found(), storeOf(lake));
    expect(whenPacked).toMatchObject({ stored: 0, completed: 0, failed: [], formats: { codex: 6 } });
    const report = await verifyFiles(await found(), storedMessages(lake.db.sql));
    expect(report).toMatchObject({ missing: 0, extra: 0, different: 0, failed: [] });
  });

  it('is followed when it appears packed, and its lines are kept', async () => {
    await following(lake, [/^archived_sessions$/, /\.zst$/], async (root) => {
      await mkdir(join(root, 'archived_sessions'));
      await writeFile(join(root, packed), await readFile(fixture(`agents/codex/${packed}`)));
      await soon(async () => expect(await contents(archived)).toContain('They are sorted.'));
      const [raw] = await lake.db.sql`select sum(lines)::int as lines from capture_raw`;
      expect(raw?.lines).toBe(7);
    });
  });

  it('that is damaged is told, and verified only without it', async () => {
    const places = await copied();
    const whole = await readFile(join(home, packed));
    await writeFile(join(home, packed), whole.subarray(0, whole.length - 20));
    const found = await findFiles(places);
    const { failed, skipped } = await importFiles(found, storeOf(lake));
    expect(failed).toEqual([]);
    expect(Object.keys(skipped)).toContainEqual(expect.stringContaining('damaged'));
    expect(await contents(main)).toContain('Draw the atlas.');
    const named = [{ path: join(home, packed), problem: expect.stringContaining('damaged') }];
    const report = await verifyFiles(found, storedMessages(lake.db.sql));
    expect(report).toMatchObject({ missing: 0, failed: named });
    expect(isSound(report)).toBe(false);
    expect(await importFiles(await findFiles([join(home, packed)]), storeOf(lake))).toMatchObject({
      failed: named,
    });
  });
});
