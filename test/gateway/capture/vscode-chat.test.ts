import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { storedMessages } from '../../../src/gateway/capture/messages/stored.ts';
import { vscodeChatLog } from '../../../src/gateway/capture/transcripts/formats/vscode-chat.ts';
import { verifyFiles } from '../../../src/gateway/capture/transcripts/verify.ts';
import {
  byLine,
  catalogued,
  followed,
  importAndVerify,
  parentOf,
  toldOf,
} from '../../support/agent-history.ts';
import { forget, importFile, rowsOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
afterEach(() => forget(lake));

const history = { name: 'vscode-chat', shape: [/./, /^chatSessions$/, /\.jsonl?$/] };
const session = 'd3b6e2f4-5c77-4b20-8b86-40bc9e8f7d66';
const file = `9f3a/chatSessions/${session}.jsonl`;
const key = `vscode-chat:${session}`;
const path = '/home/ada/library';

describe('a chat of VS Code, as it is written in 2026', () => {
  it('has what was typed, attached and answered, and tells what nobody typed', async () => {
    await importAndVerify(lake, history);
    const rows = (await rowsOf(lake, key)).filter(({ role }) => role === 'user');
    expect(rows.map(({ content, metadata }) => [metadata.kind, content])).toEqual([
      ['prompt', 'Which shelf has the lexicon?'],
      ['attachment', `[file ${path}/loans.csv]`],
      ['attachment', '[paste Pasted Code]\nconst shelf = 3;'],
      ['attachment', '[image shelf.png]'],
      ['prompt', 'Ask me before you write.'],
      ['prompt', 'Which list?: Overdue\nFor whom?: For Ada.'],
      ['prompt', 'Keep it short.'],
      ['meta', '<terminal finished: wc>'],
    ]);
  });

  it('has what its tools returned, also where only what is shown of it tells', async () => {
    await importAndVerify(lake, history);
    const told = await toldOf(lake, key);
    expect(told.filter(({ role }) => role === 'tool').map(({ text }) => text)).toEqual([
      'The lexicon is on the third shelf.',
      'atlas,2026-09-01\nglobe,2026-10-01',
      '2 loans.csv',
      '',
      expect.stringContaining('not repeated'),
      '[image/png]\nA shelf.',
    ]);
    expect(told.filter(({ role }) => role === 'assistant').map(({ text }) => text)).toEqual([
      'I look at the shelves.',
      'runSubagent {"description":"Look at the shelves","prompt":"Find the lexicon."}',
      `copilot_readFile {"filePath":"${path}/loans.csv"}`,
      'It is on the third shelf.',
      'Which list?\nFor whom?',
      'Plan\n1. Write the list.',
      'run_in_terminal {"command":"wc -l loans.csv"}',
      'copilot_createFile {"message":"Create list.md"}',
      `edit {"edits":["loans.head()"],"path":"${path}/loans.ipynb"}`,
      `edit {"kind":"create","path":"${path}/list.md"}`,
      `edit {"edits":[{"from":"${path}/list.md","to":"${path}/overdue.md"}]}`,
      'mcp_dewey_dewey_search {"query":"atlas"}',
      'mcp_camera_shoot {}',
      'I was about',
      'Done, two lines.',
    ]);
    const denied = (await rowsOf(lake, key)).filter(({ metadata }) => metadata.denied);
    expect(denied.map(({ metadata }) => metadata.tool_use_id)).toEqual(['call_d1']);
  });

  it('has its subagent as a conversation of its own', async () => {
    await importAndVerify(lake, history);
    const own = `${key}:call_s1`;
    expect((await toldOf(lake, own)).map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'user: Find the lexicon.',
      'assistant: copilot_findFiles {"message":"Searched"}',
      `tool: ${path}/shelves.csv`,
      'assistant: copilot_readFile {"message":"Read shelves.csv"}',
      'tool: ',
      'assistant: The lexicon is on the third shelf.',
    ]);
    expect(await parentOf(lake, own)).toEqual({ externalId: key, kind: 'Explore' });
  });

  it('tells its title, branch, models and tokens', async () => {
    await importAndVerify(lake, history);
    expect(await catalogued(lake, key)).toMatchObject({
      title: 'Where the lexicon is',
      branch: 'shelves',
      project: '/home/ada/my library',
      models: ['gpt-5', 'gpt-5.3-codex'],
      input: 4100,
      output: 75,
    });
  });

  it('counts parts of kinds that are not known', async () => {
    const parser = vscodeChatLog.parser({});
    const text = (await byLine('vscode-chat', file)).at(-1) ?? '';
    for (const line of text.trim().split('\n')) await parser.push(JSON.parse(line));
    const skipped = (parser.end?.() ?? []).flatMap((item) => (item.type === 'skip' ? item.reason : []));
    expect(skipped).toEqual(['a_later_invention']);
  });

  it('pairs calls by their order where earlier versions show them by other ids', async () => {
    const calls = ['one', 'two'].map((id) => ({ id, name: 'read_file', arguments: `{"file":"${id}"}` }));
    const parser = vscodeChatLog.parser({});
    const request = {
      requestId: 'r',
      message: 'Read both.',
      response: ['u1', 'u2'].map((id) => ({
        kind: 'toolInvocationSerialized',
        toolCallId: id,
        toolId: 'copilot_readFile',
        isComplete: true,
      })),
      result: {
        metadata: {
          toolCallRounds: [{ toolCalls: calls }],
          toolCallResults: {
            one: { content: [{ value: 'first' }] },
            two: { content: [{ value: 'second' }] },
          },
        },
      },
    };
    await parser.push({ kind: 0, v: { sessionId: 's', requests: [request] } });
    const messages = (parser.end?.() ?? []).flatMap((item) => (item.type === 'message' ? item : []));
    expect(messages.map(({ content, call }) => call?.input ?? content)).toEqual([
      'Read both.',
      { file: 'one' },
      'first',
      { file: 'two' },
      'second',
    ]);
  });

  it('is followed, also while its subagent runs', async () => {
    const steps = await byLine('vscode-chat', file);
    expect(await followed(lake, history, file, key, steps)).toBeLessThan(2000);
  });

  it('is the same when it was stored while it was written, step by step', async () => {
    await importAndVerify(lake, history);
    const whole = { main: await toldOf(lake, key), own: await toldOf(lake, `${key}:call_s1`) };
    await forget(lake);
    const folder = await mkdtemp(join(tmpdir(), 'dewey-vscode-'));
    const path = join(folder, 'session.jsonl');
    for (const step of await byLine('vscode-chat', file)) {
      await writeFile(path, step);
      await importFile(lake, path);
    }
    expect({ main: await toldOf(lake, key), own: await toldOf(lake, `${key}:call_s1`) }).toEqual(whole);
    const report = await verifyFiles([{ path, named: true, bytes: 1 }], storedMessages(lake.db.sql));
    expect(report).toMatchObject({ missing: 0, different: 0, misplaced: 0, extra: 0 });
    await rm(folder, { recursive: true });
  });
});
