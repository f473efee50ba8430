import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { catalogued, followed, importAndVerify, parentOf, toldOf } from '../../support/agent-history.ts';
import { fixture, forget, rowsOf } from '../../support/capture.ts';
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
