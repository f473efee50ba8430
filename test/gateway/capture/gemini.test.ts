import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
import { fixture, forget, importFile, rowsOf, storeOf } from '../../support/capture.ts';
import { following, soon } from '../../support/following.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const history = { name: 'gemini' };
const main = 'aaaaaaaa-1b7e-4c4e-8a59-0c6f3e2b9d11';
const helper = 'dddddddd-1b7e-4c4e-8a59-0c6f3e2b9d14';
const older = 'bbbbbbbb-1b7e-4c4e-8a59-0c6f3e2b9d12';
const oldest = 'cccccccc-1b7e-4c4e-8a59-0c6f3e2b9d13';
const annex = createHash('sha256').update('/home/ada/annex').digest('hex');
const file = 'tmp/library/chats/session-2026-10-08T09-00-aaaaaaaa.jsonl';
const document = `tmp/${annex}/chats/session-2025-09-10T09-00-bbbbbbbb.json`;
const log = `tmp/${annex}/logs.json`;
const saved = `tmp/${annex}/checkpoint-shelf%20plan.json`;
/** Within this, a message that was written is stored. */
const soonMs = 2000;

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'dewey-gemini-'));
});
afterEach(async () => {
  await rm(home, { recursive: true });
  await forget(lake);
});

/** The places where the sessions of this machine are looked for. */
const copied = async () => {
  await cp(fixture('agents/gemini'), join(home, '.gemini'), { recursive: true });
  return transcriptFolders({ GEMINI_CLI_HOME: home }).filter(({ agent }) => agent === 'gemini');
};
const imported = async () => importFiles(await findFiles(await copied()), storeOf(lake));
const contents = async (key: string) => (await rowsOf(lake, key)).map(({ content }) => content);
const shape = [/./, /^chats$/, /\.jsonl?$/];

describe('sessions of Gemini CLI', () => {
  it('are stored once and verified', () => importAndVerify(lake, history));

  it('are found by default, without the copies of them that lie beside', async () => {
    expect(await imported()).toMatchObject({ files: 3, conversations: 3, failed: [] });
    expect(await contents(`gemini-log:${oldest}`)).toEqual([]);
  });

  it('keep what was said when the history is compressed or a prompt cancelled, and what only a snapshot has', async () => {
    await imported();
    const rows = await rowsOf(lake, `gemini:${main}`);
    expect(rows.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Which books are overdue?'],
      ['assistant', expect.stringContaining('loans.csv')],
      ['tool', 'atlas,2026-09-01\nlexicon,2026-12-01\n'],
      ['assistant', expect.stringContaining('overdue')],
      ['tool', expect.stringContaining('not repeated')],
      ['assistant', 'The atlas is overdue.'],
      ['user', 'Burn the atlas.'],
      ['system', '<state_snapshot>\nThe atlas is overdue.\n</state_snapshot>'],
      ['assistant', 'Got it. Thanks for the additional context!'],
      ['user', 'Where is the annex?\n[attachment]'],
      ['assistant', expect.stringContaining('list_directory')],
      ['tool', 'annex'],
      ['assistant', 'The annex is behind the hall.'],
    ]);
    expect(rows.at(-1)?.metadata).toMatchObject({ model: 'gemini-3-flash', thinking: 'Behind the hall?' });
    expect(rows[5]?.metadata.thinking).toBe('Loans: Only one is late.');
  });

  it('tell their title, project, models and tokens, each answer once', async () => {
    await imported();
    const lines = (await readFile(fixture(`agents/gemini/${file}`), 'utf8')).trim().split('\n');
    const records = lines.map((line) => JSON.parse(line)).flatMap((line) => line.$set?.messages ?? [line]);
    const tokens = new Map(records.flatMap(({ id, tokens: told }) => (told ? [[id, told] as const] : [])));
    const sum = (of: (told: Record<string, number>) => number) =>
      [...tokens.values()].reduce((all, told) => all + of(told), 0);
    expect(await catalogued(lake, `gemini:${main}`)).toMatchObject({
      title: 'Overdue books and the annex',
      project: '/home/ada/library',
      models: ['gemini-3-flash', 'gemini-3-pro'],
      input: sum((told) => (told.input ?? 0) - (told.cached ?? 0)),
      output: sum((told) => (told.output ?? 0) + (told.thoughts ?? 0)),
      cacheRead: sum((told) => told.cached ?? 0),
    });
  });

  it('have their subagents', async () => {
    await imported();
    expect(await contents(`gemini:${helper}`)).toEqual(['Find the lexicon.', 'On the third shelf.']);
    expect(await parentOf(lake, `gemini:${helper}`)).toEqual({
      externalId: `gemini:${main}`,
      kind: 'subagent',
    });
    expect(await catalogued(lake, `gemini:${helper}`)).toMatchObject({ project: '/home/ada/library' });
  });

  it('are followed line by line', async () => {
    const ms = await followed(lake, history, file, `gemini:${main}`, await byLine('gemini', file));
    expect(ms).toBeLessThan(soonMs);
  });

  it('lose what is rewound only, after the history was replaced', async () => {
    await following(lake, shape, async (root) => {
      const path = join(root, 'library', 'chats', 'session-2026-10-08T09-00-aaaaaaaa.jsonl');
      await mkdir(dirname(path), { recursive: true });
      const all = await readFile(fixture(`agents/gemini/${file}`), 'utf8');
      await writeFile(path, all);
      const key = `gemini:${main}`;
      await soon(async () => expect(await contents(key)).toContain('The annex is behind the hall.'));
      const before = await contents(key);
      await appendFile(path, `${JSON.stringify({ $rewindTo: 'm7' })}\n`);
      await soon(async () => expect(await contents(key)).toEqual(before.slice(0, -4)));
      // An unknown one takes back all that the history has by then, and no more.
      await appendFile(path, `${JSON.stringify({ $rewindTo: 'm1' })}\n`);
      await soon(async () => expect(await contents(key)).not.toContain('The atlas is overdue.'));
      expect(await contents(key)).toEqual([...before.slice(0, 5), 'Burn the atlas.']);
      const report = await verifyFiles(await findFiles([root]), storedMessages(lake.db.sql));
      expect({ ...report, sound: isSound(report) }).toMatchObject({ sound: true, missing: 0, extra: 0 });
    });
  });
});

describe('a session of Gemini CLI before 2026, one document', () => {
  it('is read with its project, by the list of projects', async () => {
    await imported();
    expect(await toldOf(lake, `gemini:${older}`)).toEqual([
      { role: 'user', text: 'Is the annex open?' },
      { role: 'assistant', text: expect.stringContaining('cat hours') },
      { role: 'tool', text: '9 to 5' },
      { role: 'assistant', text: 'It is open until five.' },
    ]);
    expect(await catalogued(lake, `gemini:${older}`)).toMatchObject({
      title: 'Hours of the annex',
      project: '/home/ada/annex',
      models: ['gemini-2.5-pro'],
      input: 160,
      output: 18,
      cacheRead: 10,
    });
  });

  it('is followed as it is written anew, also when a write is seen half done', async () => {
    const whole = await readFile(fixture(`agents/gemini/${document}`), 'utf8');
    const session = JSON.parse(whole);
    const first = JSON.stringify({ ...session, messages: session.messages.slice(0, 1) }, null, 2);
    const steps = [first, whole.slice(0, 700), whole];
    expect(await followed(lake, history, document, `gemini:${older}`, steps)).toBeLessThan(soonMs);
  });

  it('is the same when it is resumed by a newer version, which goes on in another file', async () => {
    await copied();
    const path = join(home, '.gemini', document);
    const { messages, ...head } = JSON.parse(await readFile(path, 'utf8'));
    const more = {
      id: 'o5',
      timestamp: '2026-03-01T09:00:00Z',
      type: 'user',
      content: [{ text: 'And today?' }],
    };
    const lines = [head, ...messages, { $set: { sessionId: older } }, more];
    await writeFile(`${path}l`, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
    const found = await findFiles([dirname(path)]);
    await importFiles(found, storeOf(lake));
    expect(await contents(`gemini:${older}`)).toHaveLength(5);
    expect((await contents(`gemini:${older}`)).at(-1)).toBe('And today?');
    const report = await verifyFiles(found, storedMessages(lake.db.sql));
    expect({ ...report, sound: isSound(report) }).toMatchObject({ sound: true, missing: 0 });
  });

  it('on one line is read as well', async () => {
    const whole = JSON.parse(await readFile(fixture(`agents/gemini/${document}`), 'utf8'));
    await writeFile(join(home, 'one.json'), `${JSON.stringify(whole)}\n`);
    expect(await importFile(lake, join(home, 'one.json'))).toMatchObject({ stored: 4 });
  });
});

describe('what else Gemini CLI keeps, where it is asked for', () => {
  it('has the prompts of sessions without a file of their own', async () => {
    const { tally } = await importFile(lake, fixture(`agents/gemini/${log}`));
    expect(tally.skipped).toEqual({ 'in the file of its session': 1 });
    expect(await toldOf(lake, `gemini-log:${oldest}`)).toEqual([
      { role: 'user', text: 'Count the shelves of the annex.' },
      { role: 'user', text: '/quit' },
    ]);
    expect(await catalogued(lake, `gemini-log:${oldest}`)).toMatchObject({ project: '/home/ada/annex' });
    expect(await importFile(lake, fixture(`agents/gemini/${log}`))).toMatchObject({ stored: 0 });
  });

  it('has chats that were saved, under their names', async () => {
    const key = `gemini-checkpoint:${annex}:shelf%20plan`;
    const path = join(fixture('agents/gemini'), saved);
    await importFile(lake, path);
    expect(await toldOf(lake, key)).toEqual([
      { role: 'user', text: 'Plan the shelves.' },
      { role: 'assistant', text: 'I read the list.' },
      { role: 'assistant', text: expect.stringContaining('read_file') },
      { role: 'tool', text: 'four' },
      { role: 'assistant', text: 'Four shelves.' },
      { role: 'user', text: 'Plan the shelves.' },
    ]);
    expect(await catalogued(lake, key)).toMatchObject({ title: 'shelf plan', project: '/home/ada/annex' });
    const report = await verifyFiles([{ path, named: true, bytes: 1 }], storedMessages(lake.db.sql));
    expect(report).toMatchObject({ expected: 6, present: 6, missing: 0, extra: 0 });
    // Saved by an older version, as a list.
    const { history: list } = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(join(home, 'checkpoint-list.json'), JSON.stringify(list, null, 2));
    expect(await importFile(lake, join(home, 'checkpoint-list.json'))).toMatchObject({ stored: 6 });
  });
});
