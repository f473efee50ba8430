import { beforeAll, describe, expect, it, vi } from 'vitest';
import { runHere } from '../../../support/command.ts';
import { useServer } from '../../../support/gateway.ts';
import { useLake } from '../../../support/lake.ts';

vi.setConfig({ testTimeout: 120_000 });

const lake = useLake();
const server = useServer(lake);
const ids: Record<string, string> = {};

const call = async (tool: string, input: object) => {
  const { code, out, err } = await runHere(['call', tool, JSON.stringify(input)], { DEWEY_URL: server.url });
  expect(code, err).toBe(0);
  return JSON.parse(out);
};

beforeAll(async () => {
  const fines = await call('dewey_store_messages_bulk', {
    session_id: 'dc03f604-b64f-44a2-971f-340aedefea71',
    project: '/home/ada/library-demo',
    metadata: { source: 'claude-code' },
    messages: [
      { role: 'user', content: 'Why is a fine charged on Sundays?' },
      { role: 'assistant', content: 'Because \u001b[31mfine()\u001b[0m counts every day.' },
      { role: 'tool', content: Array.from({ length: 20 }, (_, i) => `line ${i + 1}`).join('\n') },
    ],
  });
  const titled = await call('dewey_store_messages_bulk', {
    metadata: { source: 'claude-ai', title: 'Board minutes' },
    messages: [{ role: 'user', content: 'Summarise the minutes.' }],
  });
  const decision = await call('membria_capture_decision', {
    statement: 'Charge no fines on Sundays',
    alternatives: ['Keep them'],
    confidence: 0.8,
  });
  Object.assign(ids, {
    fines: fines.conversation_id,
    titled: titled.conversation_id,
    decision: decision.decision_id,
  });
});

describe.each([
  ['in the same process', () => ({ DATABASE_URL: lake.url })],
  ['at DEWEY_URL', () => ({ DEWEY_URL: server.url })],
])('looking at the lake %s', (_, env) => {
  const run = (...args: string[]) => runHere(args, env());
  const json = async (...args: string[]) => {
    const { code, out, err } = await run(...args, '--json');
    expect(code, err).toBe(0);
    return JSON.parse(out);
  };

  it('lists conversations by their titles, or the first words of the user', async () => {
    const { conversations, total } = await json('list');
    expect(total).toBe(2);
    expect(conversations.map((one: { title: string }) => one.title)).toEqual([
      'Board minutes',
      'Why is a fine charged on Sundays?',
    ]);
    const { conversations: some } = await json('list', '--project', 'library-demo');
    expect(some.map((one: { id: string }) => one.id)).toEqual([ids.fines]);
    expect(await json('list', '--agent', 'codex')).toEqual({ conversations: [], total: 0 });
  });

  it('prints a table with short ids, without colours where no terminal is', async () => {
    const { out } = await run('list');
    const [head, , second] = out.split('\n');
    expect(head).toMatch(/^ID +LAST +PROJECT +AGENT +TURNS +TITLE$/);
    expect(second).toMatch(
      new RegExp(`^${ids.fines?.slice(-8)}  just now  library-demo  claude-code +3  Why is a fine charged`),
    );
    // They were stored a moment before, which may have been yesterday.
    expect((await run('recent')).out).toMatch(/^(?:Today|Yesterday)\n {2}\d\d:\d\d {2}/);
    expect((await run('projects')).out).toContain('/home/ada/library-demo  just now');
  });

  it('finds messages, and says where they are', async () => {
    const { results } = await json('search', 'fine', 'Sundays', '--project', 'library-demo');
    expect(results[0]).toMatchObject({
      conversation_id: ids.fines,
      turn: 1,
      title: 'Why is a fine charged on Sundays?',
      project: '/home/ada/library-demo',
    });
    const { out } = await run('search', 'fine Sundays');
    expect(out).toContain(`${ids.fines?.slice(-8)}:1  user  library-demo  just now`);
    expect(out).toMatch(
      new RegExp(`^${ids.fines?.slice(-8)}:\\d  \\w+  library-demo  just now  beside a match`, 'm'),
    );
    expect((await run('search', 'zeppelin')).out).toMatch(/^Nothing found/);
    const misspelt = await run('search', 'fine', '--project', 'libary-demo');
    expect(misspelt.out).toMatch(/^Nothing found\. No conversation is of the project "libary-demo"\. /);
    const unknown = await run('search', 'fine', '--project', 'atlantis');
    expect(unknown.out).toContain('"dewey projects" lists what there is.');
  });

  it('shows a conversation by the end, the beginning or the session of its id, harmlessly', async () => {
    for (const id of [ids.fines?.slice(-8) ?? '', ids.fines ?? '', 'dc03f604']) {
      const { code, out } = await run('show', id);
      expect(code).toBe(0);
      expect(out).toContain('Because fine() counts every day.');
    }
    expect((await json('show', `${ids.fines}:2`, '--turns', '2')).turns).toHaveLength(1);
    expect((await run('show', ids.fines ?? '', '--no-tools')).out).not.toContain('line 1');
  });

  it('lists the candidates of an ambiguous id, and refuses one that names nothing', async () => {
    const shared = [...(ids.fines ?? '')].findIndex((digit, i) => digit !== ids.titled?.[i]);
    const ambiguous = await run('show', ids.fines?.slice(0, Math.max(4, shared)) ?? '');
    expect(ambiguous).toMatchObject({ code: 1, out: '' });
    expect(ambiguous.err).toContain(ids.fines);
    expect(ambiguous.err).toContain(ids.titled);
    expect(await run('show', 'ffffffff')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^dewey: There is no conversation or message ffffffff\..*\n$/),
    });
  });

  it('says that there is no such turn', async () => {
    for (const [args, what] of [
      [[`${ids.fines}:99`], '99'],
      [[`${ids.fines}`, '--turns', '7'], '7'],
      [[`${ids.fines}`, '--turns', '7-'], '7-'],
    ] as const)
      expect(await run('show', ...args)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining(`There is no turn ${what} in this conversation; "dewey show`),
      });
  });

  it('exports a project, and keeps its conversations for a time, by the last part of its path', async () => {
    const { out } = await run('export', '--project', 'library-demo', '--format', 'jsonl');
    expect(out).toContain('Why is a fine charged on Sundays?');
    const set = await run('retention', 'set', '3650d', '--project', 'library-demo');
    expect(set.out).toContain('Set for /home/ada/library-demo: kept for 3650 days');
    expect((await json('retention', 'list')).policies).toMatchObject([{ project: '/home/ada/library-demo' }]);
    expect(await run('retention', 'remove', '--project', 'library-demo')).toMatchObject({ code: 0 });
  });

  it("prints the agent's command that resumes a session", async () => {
    expect((await run('resume', ids.fines?.slice(-8) ?? '')).out).toBe(
      'cd /home/ada/library-demo && claude --resume dc03f604-b64f-44a2-971f-340aedefea71\n',
    );
    expect(await run('resume', ids.titled ?? '')).toMatchObject({
      code: 1,
      err: expect.stringContaining('claude-ai, which has no command to resume it'),
    });
  });

  it('lists decisions, and those that wait for an outcome', async () => {
    expect((await json('decisions', 'list')).decisions).toMatchObject([
      { decision_id: ids.decision, confidence: 0.8, outcome: null },
    ]);
    expect((await json('decisions', 'due')).total).toBe(0);
    expect((await run('decisions', 'due', '--days', '0')).out).toContain('Charge no fines on Sundays');
  });

  it('says what is stored', async () => {
    expect(await json('status')).toMatchObject({
      conversations: 2,
      messages: 4,
      projects: 1,
      agents: ['claude-ai', 'claude-code'],
    });
    expect((await json('events')).events).toEqual([]);
  });
});
