import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import load from 'sql.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedMessages } from '../../../src/gateway/capture/messages/stored.ts';
import { findFiles } from '../../../src/gateway/capture/transcripts/find-files.ts';
import { importFiles } from '../../../src/gateway/capture/transcripts/import.ts';
import { verifyFiles } from '../../../src/gateway/capture/transcripts/verify.ts';
import { isSound } from '../../../src/gateway/capture/transcripts/verify-report.ts';
import { catalogued, toldOf } from '../../support/agent-history.ts';
import { forget, rowsOf, storeOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-cursor-'));
});
afterEach(async () => {
  await forget(lake);
  await rm(folder, { recursive: true });
});

type Bubble = { type: number; createdAt?: string; [name: string]: unknown };
type Conversation = { id: string; bubbles: Record<string, Bubble>; more?: object; listed?: object[] };

/** Imports a store with these conversations, twice. */
async function imported(...conversations: Conversation[]) {
  const { Database } = await load();
  const database = new Database();
  database.run('create table cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)');
  const put = (key: string, value: object) =>
    database.run('insert into cursorDiskKV values (?, ?)', [key, JSON.stringify(value)]);
  for (const { id, bubbles, more, listed = [] } of conversations) {
    const own = Object.entries(bubbles).map(([bubbleId, { type, createdAt }]) => ({
      bubbleId,
      type,
      createdAt,
    }));
    put(`composerData:${id}`, {
      _v: 17,
      composerId: id,
      createdAt: Date.parse('2026-09-20T10:00:00.000Z'),
      fullConversationHeadersOnly: [...listed, ...own],
      ...more,
    });
    for (const [bubble, value] of Object.entries(bubbles))
      put(`bubbleId:${id}:${bubble}`, { _v: 3, bubbleId: bubble, ...value });
  }
  const path = join(folder, 'state.vscdb');
  await writeFile(path, database.export());
  database.close();
  const found = await findFiles([path]);
  const report = await importFiles(found, storeOf(lake));
  expect(await importFiles(found, storeOf(lake))).toMatchObject({ stored: 0, completed: 0 });
  expect(isSound(await verifyFiles(found, storedMessages(lake.db.sql)))).toBe(true);
  return report;
}

const kindsOf = async (key: string) =>
  (await rowsOf(lake, key)).map(({ role, content, metadata }) => [role, metadata.kind, content]);

describe('a conversation of a newer Cursor', () => {
  it('tells what Cursor itself said from prompts, thoughts from answers, and a picture from nothing', async () => {
    const report = await imported({
      id: 'c1',
      bubbles: {
        b1: { type: 1, text: 'Which books are overdue?', createdAt: '2026-09-20T10:01:00.000Z' },
        b2: { type: 2, text: 'They look in the loans.', isThought: true },
        b3: { type: 2, text: 'The atlas.', startedAtMs: Date.parse('2026-09-20T10:02:00.000Z') },
        b4: {
          type: 1,
          text: 'The task in the background has ended.',
          isSimulatedMsg: true,
          simulatedMsgReason: 2,
        },
        b5: { type: 2, text: 'Loans were discussed.', isSummarization: true },
        b6: { type: 1, text: '', context: { selectedImages: [{ uuid: 'i1' }] } },
        b7: { type: 2, text: 'A map.' },
      },
    });
    expect(report.skipped).toEqual({});
    expect(await kindsOf('cursor:c1')).toEqual([
      ['user', 'prompt', 'Which books are overdue?'],
      ['assistant', 'text', 'The atlas.'],
      ['user', 'meta', 'The task in the background has ended.'],
      ['user', 'compact_summary', 'Loans were discussed.'],
      ['user', 'prompt', '[image]'],
      ['assistant', 'text', 'A map.'],
    ]);
    const rows = await rowsOf(lake, 'cursor:c1');
    expect(rows[1]?.metadata).toMatchObject({ thinking: 'They look in the loans.' });
    expect(rows[1]?.metadata.time).toBeUndefined();
  });

  it('that was copied has the messages of the one it was copied from, and counts its own tokens', async () => {
    const [at, later] = ['2026-09-20T10:01:00.000Z', '2026-09-21T10:01:00.000Z'];
    const tokens = (inputTokens: number) => ({ tokenCount: { inputTokens, outputTokens: 1 } });
    const listed = [
      { bubbleId: 'b1', type: 1, createdAt: at },
      { bubbleId: 'b2', type: 2, createdAt: at },
      { bubbleId: 'b9', type: 2, createdAt: at },
    ];
    const report = await imported(
      {
        id: 'c1',
        bubbles: {
          b1: { type: 1, text: 'Which books are overdue?', createdAt: at },
          b2: { type: 2, text: 'The atlas.', createdAt: at, ...tokens(100) },
        },
      },
      { id: 'c2', bubbles: { b2: { type: 2, text: 'Of another time.', createdAt: later } } },
      {
        id: 'c3',
        listed,
        bubbles: {
          b3: { type: 1, text: 'And the maps?', createdAt: later },
          b4: { type: 2, text: 'None.', createdAt: later, ...tokens(20) },
        },
        more: {
          createdAt: Date.parse('2026-09-21T10:00:00.000Z'),
          trackedGitRepos: [
            {
              repoPath: '/home/ada/library',
              branches: [
                { branchName: 'main', lastInteractionAt: 1 },
                { branchName: 'maps', lastInteractionAt: 2 },
              ],
            },
          ],
        },
      },
    );
    expect(report.skipped).toEqual({ 'not written yet': 1 });
    expect((await toldOf(lake, 'cursor:c3')).map(({ text }) => text)).toEqual([
      'Which books are overdue?',
      'The atlas.',
      'And the maps?',
      'None.',
    ]);
    expect(await catalogued(lake, 'cursor:c3')).toMatchObject({
      project: '/home/ada/library',
      branch: 'maps',
      input: 20,
    });
  });
});
