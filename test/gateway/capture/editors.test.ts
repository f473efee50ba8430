import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { vscodeChatLog } from '../../../src/gateway/capture/transcripts/formats/vscode-chat.ts';
import {
  byLine,
  catalogued,
  followed,
  importAndVerify,
  parentOf,
  type Told,
  toldOf,
} from '../../support/agent-history.ts';
import { fixture, forget, importFile, rowsOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
afterEach(() => forget(lake));

const textOf = (path: string) => readFile(fixture(`agents/${path}`), 'utf8');
const texts = (told: Told, role: string) => told.filter((one) => one.role === role).map(({ text }) => text);
/** Within this, a message that was written is stored. */
const soonMs = 2000;

describe('a session of Copilot CLI', () => {
  const history = { name: 'copilot-cli', shape: [/./, /^events\.jsonl$/] };
  const session = '6d1c1f9e-7f3e-4b6a-9d0f-0c4d7a1b2e33';
  const file = `${session}/events.jsonl`;
  const key = `copilot-cli:${session}`;

  it('is stored once, with its calls, of which one was interrupted', async () => {
    await importAndVerify(lake, history);
    const events = (await textOf(`copilot-cli/${file}`))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const of = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data);
    const told = await toldOf(lake, key);
    expect(texts(told, 'user')).toEqual(of('user.message').map(({ content }) => content));
    const said = of('assistant.message').filter((data) => data.content && !data.parentToolCallId);
    expect(told).toHaveLength(
      of('user.message').length + said.length + 2 * of('tool.execution_start').length,
    );
    const rows = await rowsOf(lake, key);
    expect(rows.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([
      '12',
      expect.stringContaining('not repeated'),
      '',
    ]);
    expect(rows.at(-1)?.metadata).toMatchObject({ interrupted: true, tool: 'task' });
    expect(rows[1]?.metadata).toMatchObject({
      model: 'claude-sonnet-4.5',
      thinking: 'One file for each shelf.',
    });
    expect(texts(await toldOf(lake, `${key}:t3`), 'assistant')).toEqual(['I move it.']);
  });

  it('tells its branch, models and tokens', async () => {
    await importAndVerify(lake, history);
    expect(await catalogued(lake, key)).toMatchObject({
      branch: 'shelves',
      project: '/home/ada/library',
      models: ['claude-sonnet-4.5', 'gpt-5'],
      input: 9000 - 4000 - 100 + 5000,
      output: 120 + 80,
      cacheRead: 4000,
    });
  });

  it('has the title that the file beside it states, also a later one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dewey-copilot-'));
    const path = join(folder, 'events.jsonl');
    const titleIs = async (workspace: string) => {
      await writeFile(join(folder, 'workspace.yaml'), workspace);
      await importFile(lake, path);
      return (await catalogued(lake, key))?.title;
    };
    await writeFile(path, await textOf(`copilot-cli/${file}`));
    const long =
      'Which of the books that were lent in September are overdue, and to whom we wrote about it already';
    const at = (time: string) =>
      `id: ${session}\ncwd: /home/ada/library\nupdated_at: 2026-10-08T${time}.000Z\n`;
    expect(await titleIs(`${at('11:00:00')}name: "half`)).toBeNull();
    for (const hostile of ['name: {a: b}\n', `name: ${'['.repeat(90_000)}`, 'a: &a x\nname: *a\n'])
      expect(await titleIs(`${at('11:00:00')}${hostile}`)).toBeNull();
    // Older versions state a summary, and the library that writes it folds long ones.
    const folded = `summary: >-\n  ${long.slice(0, 60)}\n  ${long.slice(61)}\n`;
    expect(await titleIs(`${at('11:00:00')}${folded}`)).toBe(`${long.slice(0, 60)} ${long.slice(61)}`);
    expect(await titleIs(`${at('11:10:00')}name: Overdue books\n${folded}`)).toBe('Overdue books');
    expect(await titleIs(`${at('11:20:00')}name: 2026\nuser_named: true\n`)).toBe('2026');
    // What the user named keeps its name.
    expect(await titleIs(`${at('11:30:00')}name: Letters\nuser_named: false\n`)).toBe('2026');
    await rm(folder, { recursive: true });
  });

  it('is followed', async () => {
    expect(await followed(lake, history, file, key, await byLine('copilot-cli', file))).toBeLessThan(soonMs);
  });
});

describe('a session of a newer Copilot CLI', () => {
  it('tells its subagents by their own ids, what was attached, and the branch it was resumed on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dewey-copilot-'));
    const path = join(folder, 'events.jsonl');
    const at = '2026-10-09T10:00:00.000Z';
    const event = (id: string, type: string, data: object, more: object = {}) =>
      JSON.stringify({ id, timestamp: at, parentId: null, type, data, ...more });
    const by = { agentId: 'agent-1' };
    const attachments = [
      { type: 'file', path: '/home/ada/loans.csv', displayName: 'loans.csv' },
      { type: 'selection', filePath: 'shelf.ts', displayName: 'shelf.ts', text: 'const shelf = 3;' },
    ];
    const start = { sessionId: 's-9', startTime: at, context: { cwd: '/home/ada/library', branch: 'main' } };
    const launch = { toolCallId: 't1', agentName: 'explore', agentDisplayName: 'Explore' };
    const lines = [
      event('e1', 'session.start', start),
      event('e2', 'session.resume', { resumeTime: at, selectedModel: 'gpt-5', context: { branch: 'annex' } }),
      event('e3', 'user.message', { content: 'Where is the lexicon?', attachments }),
      event('e4', 'user.message', { content: '', attachments: [{ type: 'blob', displayName: 'shelf.png' }] }),
      event('e5', 'tool.execution_start', { toolCallId: 't1', toolName: 'task', arguments: {} }),
      event('e6', 'subagent.started', launch, by),
      event('e7', 'user.message', { content: 'Look at the shelves.' }, by),
      event('e8', 'tool.execution_start', { toolCallId: 't2', toolName: 'view', arguments: {} }, by),
      event(
        'e9',
        'tool.execution_complete',
        { toolCallId: 't2', success: true, result: { content: '3' } },
        by,
      ),
      event('ea', 'assistant.message', { messageId: 'm1', content: 'On the third.' }, by),
      event('eb', 'assistant.message', { messageId: 'm2', content: 'It is on the third shelf.' }),
    ];
    await writeFile(path, `${lines.join('\n')}\n`);
    await importFile(lake, path);
    await rm(folder, { recursive: true });
    expect(texts(await toldOf(lake, 'copilot-cli:s-9'), 'user')).toEqual([
      'Where is the lexicon?',
      '[file /home/ada/loans.csv]',
      '[selection shelf.ts]\nconst shelf = 3;',
      '[blob shelf.png]',
    ]);
    expect(texts(await toldOf(lake, 'copilot-cli:s-9'), 'assistant')).toEqual([
      'task {}',
      'It is on the third shelf.',
    ]);
    const own = (await toldOf(lake, 'copilot-cli:s-9:t1')).map(({ text }) => text);
    expect(own).toEqual(['Look at the shelves.', 'view {}', '3', 'On the third.']);
    expect(await catalogued(lake, 'copilot-cli:s-9')).toMatchObject({ branch: 'annex', models: ['gpt-5'] });
    const [agent] = await lake.db.sql`
      select metadata ->> 'agent_type' as kind from conversations where external_id = 'copilot-cli:s-9:t1'`;
    expect(agent).toEqual({ kind: 'explore' });
  });
});

describe('a chat of VS Code', () => {
  const history = { name: 'vscode-chat', shape: [/./, /^chatSessions$/, /\.jsonl?$/] };
  const log = 'b1f4c0d2-3a55-4f0e-8f64-2e9a7c6d5b44';
  const snapshot = 'c2a5d1e3-4b66-4a1f-9a75-3fab8d7e6c55';

  it('is stored once, from a snapshot and from a log of changes alike', async () => {
    await importAndVerify(lake, history);
    const { requests } = JSON.parse(await textOf(`vscode-chat/9f3a/chatSessions/${snapshot}.json`));
    const told = await toldOf(lake, `vscode-chat:${snapshot}`);
    expect(texts(told, 'user')).toEqual(
      requests.map((one: { message: { text: string } }) => one.message.text),
    );
    expect(texts(told, 'assistant')).toEqual([
      'I read `loans.csv` first.',
      'copilot_readFile {"filePath":"/home/ada/library/loans.csv"}',
      'The atlas is overdue.',
      'I write the let',
      'Renamed.',
      'edit {"edits":["# Overdue"],"path":"/home/ada/library/list.md"}',
    ]);
    expect(texts(told, 'tool')).toEqual(['atlas,2026-09-01']);
    expect(await toldOf(lake, `vscode-chat:${log}`)).toEqual(told);
    const rows = await rowsOf(lake, `vscode-chat:${log}`);
    expect(rows.filter(({ metadata }) => metadata.interrupted).map(({ content }) => content)).toEqual([
      'I write the let',
    ]);
  });

  it('tells its title, project, model and tokens', async () => {
    await importAndVerify(lake, history);
    expect(await catalogued(lake, `vscode-chat:${log}`)).toMatchObject({
      title: 'Overdue books',
      project: '/home/ada/my library',
      models: ['gpt-5', 'gpt-5-2026-08-07'],
      input: 3100,
      output: 45,
    });
  });

  it('looks for its folder once, also if that has no name and the log many lines', async () => {
    const lines = (await byLine('vscode-chat', `9f3a/chatSessions/${log}.jsonl`)).at(-1) ?? '';
    let looks = 0;
    const sidecar = () => {
      looks += 1;
      return Promise.resolve(undefined);
    };
    const parser = vscodeChatLog.parser({ sidecar });
    for (const line of String(lines).trim().split('\n')) await parser.push(JSON.parse(line));
    expect(parser.end?.().filter(({ type }) => type === 'message').length).toBeGreaterThan(5);
    expect(looks).toBe(1);
  });

  it.each([
    ['log', log, 'jsonl'],
    ['snapshot', snapshot, 'json'],
  ])('is followed as a %s, also when a write is seen half done', async (_, session, ending) => {
    const file = `9f3a/chatSessions/${session}.${ending}`;
    const whole = await textOf(`vscode-chat/${file}`);
    const steps =
      ending === 'jsonl' ? await byLine('vscode-chat', file) : [whole.slice(0, whole.length / 2), whole];
    expect(await followed(lake, history, file, `vscode-chat:${session}`, steps)).toBeLessThan(soonMs);
  });
});

describe.each([
  ['cline', 'saoudrizwan.claude-dev', '1791500000000'],
  ['roo-code', 'rooveterinaryinc.roo-cline', '7c1e4a90-5b2d-4f3a-8e6c-1d2f3a4b5c66'],
])('a task of %s', (agent, extension, task) => {
  const history = { name: agent, shape: [/./, /^tasks$/, /./, /^ui_messages\.json$/] };
  const file = `${extension}/tasks/${task}/ui_messages.json`;
  const key = `${agent}:${task}`;

  it('is stored once, without what the extension adds for the model', async () => {
    await importAndVerify(lake, history);
    const path = `${agent}/${extension}/tasks/${task}/api_conversation_history.json`;
    const blocks: { role: string; type: string }[] = JSON.parse(await textOf(path)).flatMap(
      (turn: { role: string; content: { type: string }[] }) =>
        turn.content.map(({ type }) => ({ role: turn.role, type })),
    );
    const count = (role: string, type: string) =>
      blocks.filter((block) => block.role === role && block.type === type).length;
    const told = await toldOf(lake, key);
    expect(texts(told, 'user')).toEqual(['Which books are overdue?', 'And the lexicon?']);
    expect(texts(told, 'assistant')).toHaveLength(
      count('assistant', 'text') + count('assistant', 'tool_use'),
    );
    expect(texts(told, 'tool')).toEqual([
      'atlas,2026-09-01',
      expect.stringContaining('not repeated'),
      'The user denied this operation.',
    ]);
    const rows = await rowsOf(lake, key);
    expect(rows.filter(({ metadata }) => metadata.interrupted).map(({ content }) => content)).toEqual([
      'The atlas is overdue.',
    ]);
    expect(rows[1]?.metadata).toMatchObject({
      model: 'claude-sonnet-4-5',
      thinking: 'The loans are in a file.',
    });
  });

  it('has its messages in the order of their times, also of those that state none', async () => {
    await importAndVerify(lake, history);
    const rows = await lake.db.sql`
      select m.created_at from messages m join capture_sources s on s.conversation_id = m.conversation_id
      where s.key = ${key} order by turn_number`;
    const times = rows.map(({ createdAt }) => Date.parse(createdAt));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(Math.max(...times)).toBeLessThan(Date.UTC(2026, 10, 1));
  });

  it('tells its model, tokens and cost', async () => {
    await importAndVerify(lake, history);
    expect(await catalogued(lake, key)).toMatchObject({
      project: '/home/ada/library',
      models: ['claude-sonnet-4-5'],
      input: 900 + 1000 + 1100,
      output: 40 + 12 + 20,
      cacheRead: 500 + 900,
      cost: expect.closeTo(0.007, 6),
    });
  });

  it('is followed, also when a write is seen half done', async () => {
    const whole = await textOf(`${agent}/${file}`);
    const steps = [
      `${JSON.stringify(JSON.parse(whole).slice(0, 2))}\n`,
      whole.slice(0, whole.length / 2),
      whole,
    ];
    expect(await followed(lake, history, file, key, steps)).toBeLessThan(soonMs);
  });
});

describe('a task of Roo Code that another one started', () => {
  it('belongs to it, and what was condensed is a summary', async () => {
    await importAndVerify(lake, { name: 'roo-code', shape: [/./, /^tasks$/, /./, /^ui_messages\.json$/] });
    const child = 'roo-code:7c1e4a90-5b2d-4f3a-8e6c-1d2f3a4b5c67';
    const rows = await rowsOf(lake, child);
    expect(rows.map(({ content, metadata }) => [metadata.kind, content])).toEqual([
      ['prompt', 'Look at the shelves.'],
      ['compact_summary', 'Ada wants to know which shelf has the lexicon.'],
      ['text', 'The lexicon is on the third one.'],
    ]);
    expect(await parentOf(lake, child)).toEqual({
      externalId: 'roo-code:7c1e4a90-5b2d-4f3a-8e6c-1d2f3a4b5c66',
      kind: 'code',
    });
  });
});
