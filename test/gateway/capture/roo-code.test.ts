import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Figures } from '../../../src/gateway/capture/messages/counters.ts';
import { storedMessages } from '../../../src/gateway/capture/messages/stored.ts';
import { lakeOffsets } from '../../../src/gateway/capture/transcripts/tail/offsets.ts';
import { startTailer } from '../../../src/gateway/capture/transcripts/tail/tailer.ts';
import { verifyFiles } from '../../../src/gateway/capture/transcripts/verify.ts';
import { transcriptFolders } from '../../../src/gateway/config/transcript-folders.ts';
import { catalogued, importAndVerify } from '../../support/agent-history.ts';
import { fixture, forget, importFile, rowsOf, storeOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
afterEach(() => forget(lake));

const task = '7c1e4a90-5b2d-4f3a-8e6c-1d2f3a4b5c68';
const key = `roo-code:${task}`;
const tasks = 'agents/roo-code/rooveterinaryinc.roo-cline/tasks';
const history = { name: 'roo-code', shape: [/./, /^tasks$/, /./, /^ui_messages\.json$/] };

type Turn = { role: string; ts: number; content: { type: string; text?: string }[] };
const read = async (name: string) => JSON.parse(await readFile(fixture(`${tasks}/${task}/${name}`), 'utf8'));
const turns = (): Promise<Turn[]> => read('api_conversation_history.json');
const said = async (role: string) =>
  (await rowsOf(lake, key)).filter((row) => row.role === role).map(({ content }) => content);

describe('a task of Roo Code 3.52', () => {
  it('has what the user typed as prompts of the user, wherever the history keeps it', async () => {
    await importAndVerify(lake, history);
    const rows = await rowsOf(lake, key);
    const typed = rows.filter(({ role, metadata }) => role === 'user' && metadata.kind === 'prompt');
    expect(typed.map(({ content }) => content)).toEqual([
      "Which books of 'loans.csv' are overdue?\n[file loans.csv]",
      'Only those of this year.',
      "Yes, see 'shelves.csv'\n[file shelves.csv]",
      'No list, please.',
      'And the globe?',
      'Look at the shelves first.\n[image]',
      'That is enough.',
    ]);
    // What the extension writes in the name of the user is told apart.
    const notes = rows.filter(({ metadata }) => metadata.kind === 'meta').map(({ content }) => content);
    expect(notes).toEqual([expect.stringMatching(/^\[ERROR\] You did not use a tool/)]);
  });

  it('has the results of its tools without what the user typed in them', async () => {
    await importAndVerify(lake, history);
    expect(await said('tool')).toEqual([
      'File: loans.csv\n1 | atlas,2026-09-01',
      '',
      expect.stringContaining('not repeated'),
      'The user denied this operation.',
      '',
      "Command is still running in terminal from '/home/ada/library'.\nHere's the output so far:\nglobe.csv",
      'Task was interrupted before this tool call could be completed.',
    ]);
    const rows = await rowsOf(lake, key);
    const of = (id: string) =>
      rows.find((row) => row.role === 'tool' && row.metadata.tool_use_id === id)?.metadata;
    expect(of('call_4')).toMatchObject({ denied: true });
    expect(of('call_7')).toMatchObject({ interrupted: true });
  });

  it('has answers without signatures, with thoughts, and one that was cancelled', async () => {
    await importAndVerify(lake, history);
    const rows = (await rowsOf(lake, key)).filter(({ role }) => role === 'assistant');
    const texts = rows.filter(({ metadata }) => metadata.kind === 'text');
    expect(texts.map(({ content, metadata }) => [content, metadata.interrupted])).toEqual([
      ['I read the loans.', undefined],
      ['I ask you.', undefined],
      ['The lexicon is not overdue.', undefined],
      ['The globe is', true],
      ['The globe is on the fourth shelf.', undefined],
    ]);
    expect(rows.map(({ metadata }) => metadata.thinking).filter(Boolean)).toEqual([
      'The loans are in a file.',
      'The archive may know.',
    ]);
  });

  it('tells its models, and tokens and cost as its own history does', async () => {
    await importAndVerify(lake, history);
    const item = await read('history_item.json');
    expect(await catalogued(lake, key)).toMatchObject({
      models: ['claude-sonnet-4-5', 'gpt-5'],
      input: item.tokensIn - item.cacheReads - item.cacheWrites,
      output: item.tokensOut,
      cacheRead: item.cacheReads,
      cost: expect.closeTo(item.totalCost, 6),
    });
    const rows = (await rowsOf(lake, key)).filter(({ role }) => role === 'assistant');
    expect(rows[0]?.metadata.model).toBe('gpt-5');
    expect(rows.at(-1)?.metadata.model).toBe('claude-sonnet-4-5');
  });

  it('is stored once, also when it is resumed and its last turn is written anew', async () => {
    await importAndVerify(lake, history);
    const whole = (await rowsOf(lake, key)).map(({ content }) => content);
    await forget(lake);
    const { folder, root } = await copied();
    const path = join(folder, 'ui_messages.json');
    const all = await turns();
    const write = (now: Turn[]) =>
      writeFile(join(folder, 'api_conversation_history.json'), JSON.stringify(now));
    // The turn with the last answer, as it was when the request was cancelled.
    const cancelled = all.findIndex(({ ts }) => ts > 1_791_600_030_000);
    const last = all[cancelled];
    expect(last?.content.at(-1)?.text).toContain('# Current Mode');
    const before = {
      role: 'user',
      ts: 1_791_600_020_000,
      content: [
        ...(last?.content ?? []).slice(0, 2),
        {
          type: 'text',
          text: '<environment_details>\n# Current Mode\n<slug>ask</slug>\n</environment_details>',
        },
      ],
    };
    await write([...all.slice(0, cancelled), before]);
    await importFile(lake, path);
    await write(all);
    await importFile(lake, path);
    const rows = (await rowsOf(lake, key)).map(({ content }) => content);
    expect(rows).toEqual(whole);
    const report = await verifyFiles([{ path, named: true, bytes: 1 }], storedMessages(lake.db.sql));
    expect(report).toMatchObject({ missing: 0, different: 0, misplaced: 0, extra: 0 });
    await rm(root, { recursive: true });
  });

  it('is one of Roo Code where its command line keeps it', async () => {
    const { folder, root } = await copied('.vscode-mock/global-storage');
    await importFile(lake, join(folder, 'ui_messages.json'));
    await rm(root, { recursive: true });
    expect((await rowsOf(lake, key)).length).toBeGreaterThan(10);
    const places = transcriptFolders({}).filter(({ agent }) => agent === 'roo-code');
    expect(places.map((place) => place.folder)).toContain(
      join(homedir(), '.vscode-mock', 'global-storage', 'tasks'),
    );
  });

  it('repeats no prompt when its first request is cancelled and resumed', async () => {
    const { folder, root } = await copied();
    const path = join(folder, 'ui_messages.json');
    const words = (text: string) => ({ type: 'text', text: `<user_message>\n${text}\n</user_message>` });
    const around = (cost: number) => ({
      type: 'text',
      text: `<environment_details>\n# Current Cost\n$0.0${cost}\n</environment_details>`,
    });
    const ts = 1_791_600_001_000;
    const stages = [
      [{ role: 'user', content: [words('Where is the globe?'), around(1)], ts }],
      [
        {
          role: 'user',
          content: [words('Where is the globe?'), around(2), words('The old one.')],
          ts: ts + 90,
        },
        { role: 'assistant', content: [{ type: 'text', text: 'In the hall.' }], ts: ts + 99 },
      ],
    ];
    await writeFile(path, '[{"ts":1791600000000,"type":"say","say":"text","text":"Where is the globe?"}]');
    for (const stage of stages) {
      await writeFile(join(folder, 'api_conversation_history.json'), JSON.stringify(stage));
      await importFile(lake, path);
    }
    const rows = (await rowsOf(lake, key)).map(({ content }) => content);
    expect(rows).toEqual(['Where is the globe?', 'The old one.', 'In the hall.']);
    await rm(root, { recursive: true });
  });

  it('is followed when only the history beside what is shown changes', async () => {
    const { folder, root } = await copied();
    const write = (now: Turn[]) =>
      writeFile(join(folder, 'api_conversation_history.json'), JSON.stringify(now));
    const all = await turns();
    await write(all.slice(0, 1));
    const tailer = await startTailer({
      folders: [{ folder: root, shape: history.shape }],
      offsets: lakeOffsets(lake.db.sql),
      store: storeOf(lake),
      log: lake.deps.log,
      figures: new Figures(),
      clock: () => new Date(),
    });
    const isStored = (count: number) =>
      vi.waitFor(async () => expect(await rowsOf(lake, key)).toHaveLength(count), {
        timeout: 8000,
        interval: 20,
      });
    await appendFile(join(folder, 'ui_messages.json'), '\n');
    await isStored(2); // a prompt, and an answer that is only shown
    await write(all.slice(0, 2));
    await isStored(4);
    await tailer.stop();
    await rm(root, { recursive: true });
  });
});

/** The task in a folder of its own. */
async function copied(storage = 'rooveterinaryinc.roo-cline'): Promise<{ folder: string; root: string }> {
  const root = await mkdtemp(join(tmpdir(), 'dewey-roo-'));
  const folder = join(root, storage, 'tasks', task);
  await cp(fixture(`${tasks}/${task}`), folder, { recursive: true });
  return { folder, root };
}
