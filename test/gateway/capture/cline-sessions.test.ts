import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { storedMessages } from '../../../src/gateway/capture/messages/stored.ts';
import { verifyFiles } from '../../../src/gateway/capture/transcripts/verify.ts';
import { catalogued, followed, importAndVerify, parentOf, toldOf } from '../../support/agent-history.ts';
import { fixture, forget, importFile, rowsOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
afterEach(() => forget(lake));

const history = { name: 'cline-sessions', shape: [/./, /\.messages\.json$/] };
const session = '1791700000000_a1b2c';
const file = `${session}/${session}.messages.json`;
const key = `cline:${session}`;
/** Within this, a message that was written is stored. */
const soonMs = 2000;

type Block = { type: string; text?: string };
type Message = { role: string; content: Block[]; metrics?: Record<string, number> };
const textOf = () => readFile(fixture(`agents/cline-sessions/${file}`), 'utf8');
const messages = async (): Promise<Message[]> => JSON.parse(await textOf()).messages;

describe('a session of Cline, since version 4', () => {
  it('is stored once, as the user typed it, with its calls', async () => {
    await importAndVerify(lake, history);
    const blocks = (await messages()).flatMap(({ role, content }) =>
      Array.isArray(content) ? content.map(({ type }) => `${role} ${type}`) : [],
    );
    const count = (of: string) => blocks.filter((block) => block === of).length;
    const rows = await rowsOf(lake, key);
    const said = (role: string) => rows.filter((row) => row.role === role).map(({ content }) => content);
    expect(said('user')).toEqual([
      'Which books are overdue?',
      'Ask the catalogue about <b>lexica</b>.\n[file /home/ada/library/loans.csv]\n[image]',
    ]);
    expect(said('assistant')).toHaveLength(count('assistant text') + count('assistant tool_use'));
    expect(said('tool')).toHaveLength(count('user tool_result'));
    expect(said('tool')).toEqual([
      'atlas,2026-09-01',
      expect.stringContaining('not repeated'),
      expect.stringContaining('interrupted'),
    ]);
    expect(rows[1]?.metadata).toMatchObject({
      model: 'claude-sonnet-4-5',
      thinking: 'The loans are in a file.',
    });
    expect(rows.at(-1)?.metadata).toMatchObject({ is_error: true, interrupted: true, tool: 'spawn_agent' });
  });

  it('has its subagent as a conversation of its own', async () => {
    await importAndVerify(lake, history);
    const own = `${key}__agent_7f`;
    expect((await toldOf(lake, own)).map(({ text }) => text)).toEqual([
      'Look at the shelves.',
      'The lexicon is on the third one.',
    ]);
    expect(await parentOf(lake, own)).toEqual({ externalId: key, kind: 'subagent' });
    expect(await catalogued(lake, own)).toMatchObject({ title: null, project: '/home/ada/library' });
  });

  it('tells its title, project, models, tokens and cost', async () => {
    await importAndVerify(lake, history);
    const stated = (await messages()).flatMap(({ metrics }) => (metrics ? [metrics] : []));
    const sum = (name: string) => stated.reduce((all, metrics) => all + (metrics[name] ?? 0), 0);
    expect(await catalogued(lake, key)).toMatchObject({
      title: 'Overdue books',
      project: '/home/ada/library',
      models: ['claude-sonnet-4-5', 'gpt-5'],
      input: sum('inputTokens') - sum('cacheReadTokens') - sum('cacheWriteTokens'),
      output: sum('outputTokens'),
      cacheRead: sum('cacheReadTokens'),
      cost: expect.closeTo(sum('cost'), 6),
    });
  });

  it('is followed, also when a write is seen half done', async () => {
    const whole = await textOf();
    const before = { ...JSON.parse(whole), messages: (await messages()).slice(0, 2) };
    const steps = [`${JSON.stringify(before)}\n`, whole.slice(0, whole.length / 2), whole];
    expect(await followed(lake, history, file, key, steps)).toBeLessThan(soonMs);
  });
});

describe('a session of Cline 4.1', () => {
  const forked = '1791800000000_d4e5f';
  const own = `cline:${forked}`;

  it('has what its tools returned for each thing they were asked for', async () => {
    await importAndVerify(lake, history);
    const rows = await rowsOf(lake, own);
    const results = rows.filter(({ role }) => role === 'tool');
    expect(results.map(({ content, metadata }) => [content, metadata.is_error])).toEqual([
      ['Edited loans.csv\n-1: atlas,2026-09-01\n+1: atlas,returned', undefined],
      ['1 | lexicon,3\nFile not found: globes.csv', undefined],
      ['ls: globes: no such folder', true],
      [expect.stringContaining('https://example.org/globes'), undefined],
    ]);
    // A tool of the provider, told beside the answer.
    expect(rows.find(({ metadata }) => metadata.tool_use_id === 'srv_1')).toMatchObject({
      role: 'assistant',
    });
  });

  it('tells what nobody typed from prompts', async () => {
    await importAndVerify(lake, history);
    const rows = (await rowsOf(lake, own)).filter(({ role }) => role === 'user');
    expect(rows.map(({ content, metadata }) => [metadata.kind, content])).toEqual([
      ['prompt', 'Set the atlas in @loans.csv to returned.\n[file /home/ada/library/loans.csv]'],
      ['prompt', 'Is the lexicon there, and the globe?'],
      ['meta', '<hook_context source="post_tool_use">Mind the dust.</hook_context>'],
      ['meta', expect.stringContaining('consecutive identical calls')],
      ['meta', '[TASK RESUMPTION] Please continue where you left off.'],
      ['compact_summary', 'Context summary:\n\nAda looks for a globe.'],
    ]);
  });

  it('counts the tokens of the session that it was forked from there', async () => {
    await importAndVerify(lake, history);
    expect(await catalogued(lake, own)).toMatchObject({
      input: 200 + 200 + 200 + 300,
      output: 20 + 10 + 30 + 6,
      cost: expect.closeTo(0.045, 6),
    });
  });
});

describe('a session of Cline that continues a task of an earlier version', () => {
  const task = '1791500000000';
  const extension = 'agents/cline/saoudrizwan.claude-dev/tasks';

  it('is one conversation with the task, of which it has a copy', async () => {
    const root = await mkdtemp(join(tmpdir(), 'dewey-cline-'));
    await cp(fixture(`${extension}/${task}`), join(root, 'data', 'tasks', task), { recursive: true });
    const old: Message[] = JSON.parse(
      await readFile(fixture(`${extension}/${task}/api_conversation_history.json`), 'utf8'),
    );
    // As it is taken over: without signatures, and results as JSON.
    const copied = old.map(({ role, content }) => ({
      role,
      content: content.map(({ type, ...block }) =>
        type === 'tool_result' && 'content' in block
          ? { type, ...block, name: '', content: JSON.stringify(block.content) }
          : { type, ...block, signature: undefined },
      ),
    }));
    const ts = 1_791_900_000_000;
    const session = {
      version: 1,
      updated_at: '2026-10-13T15:00:00.000Z',
      agent: 'lead',
      sessionId: task,
      origin: { source: 'vscode', mode: 'user', sessionId: task },
      messages: [
        ...copied,
        {
          role: 'user',
          content: 'Warning: this is a legacy conversation, which means tool names may have changed.',
        },
        { role: 'user', content: [{ type: 'text', text: 'Which books are overdue now?' }], ts },
        { role: 'assistant', content: [{ type: 'text', text: 'None.' }], ts: ts + 1000 },
      ],
    };
    const folder = join(root, 'data', 'sessions', task);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${task}.messages.json`), JSON.stringify(session, null, 2));
    const paths = [
      join(root, 'data', 'tasks', task, 'ui_messages.json'),
      join(folder, `${task}.messages.json`),
    ];
    await importFile(lake, paths[0] ?? '');
    const before = (await rowsOf(lake, `cline:${task}`)).map(({ content }) => content);
    expect(before.length).toBeGreaterThan(8);
    const whole = [...before, expect.stringContaining('legacy'), 'Which books are overdue now?', 'None.'];
    for (const path of [...paths].reverse()) {
      await importFile(lake, path);
      expect((await rowsOf(lake, `cline:${task}`)).map(({ content }) => content)).toEqual(whole);
    }
    const found = paths.map((path) => ({ path, named: true, bytes: 1 }));
    const report = await verifyFiles(found, storedMessages(lake.db.sql));
    expect(report).toMatchObject({ missing: 0, different: 0, misplaced: 0, extra: 0 });
    await rm(root, { recursive: true });
  });
});
