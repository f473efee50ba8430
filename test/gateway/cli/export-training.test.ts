import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import * as z from 'zod';
import { runHere } from '../../support/command.ts';
import { useDataDirs } from '../../support/datadir.ts';
import { useLake } from '../../support/lake.ts';

vi.setConfig({ testTimeout: 60_000 });
const lake = useLake();
const dataDirs = useDataDirs();

/** The chat format as its readers check it: answers to calls directly behind them, and an answer at the end. */
const call = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string().regex(/^[\w-]{1,64}$/), arguments: z.string() }),
});
const message = z.union([
  z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string().min(1) }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.null(),
    tool_calls: z.array(call).length(1),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
]);
const line = z.strictObject({
  messages: z.array(message).min(2),
  tools: z.array(z.strictObject({ type: z.literal('function'), function: z.looseObject({}) })).optional(),
});

function checked(text: string): z.output<typeof line>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((row) => {
      const found = line.parse(JSON.parse(row));
      for (const [at, one] of found.messages.entries()) {
        const before = found.messages[at - 1];
        const called = before && 'tool_calls' in before ? before.tool_calls[0]?.id : undefined;
        expect('tool_call_id' in one ? one.tool_call_id : undefined).toBe(called);
        if ('tool_calls' in one)
          expect(JSON.parse(one.tool_calls[0]?.function.arguments ?? '')).toBeTypeOf('object');
      }
      expect(found.messages.at(-1)).toMatchObject({ role: 'assistant', content: expect.any(String) });
      return found;
    });
}

type Row = [role: string, content: string, metadata?: object];

async function conversation(
  project: string,
  agent: string,
  begun: string,
  rows: readonly Row[],
): Promise<void> {
  const { sql } = lake.db;
  const [made] = await sql<{ id: string }[]>`
    insert into conversations (project, metadata, created_at)
    values (${project}, ${JSON.stringify({ source: agent })}::text::jsonb, ${begun}) returning id`;
  const id = made?.id ?? '';
  await sql`insert into conversation_heads (conversation_id, message_count) values (${id}, ${rows.length})`;
  for (const [i, [role, content, metadata = {}]] of rows.entries())
    await sql`
      insert into messages (conversation_id, turn_number, role, content, metadata)
      values (${id}, ${i + 1}, ${role}, ${content}, ${JSON.stringify(metadata)}::text::jsonb)`;
}

const use = (id: string, tool = 'Bash') => ({ kind: 'tool_use', tool, tool_use_id: id });
const result = (id: string) => ({ kind: 'tool_result', tool_use_id: id });
const key = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

it('writes conversations as valid chat lines whose messages, with those left out, are all that is stored', async () => {
  await conversation('shelf', 'claude-code', '2026-03-01T10:00:00Z', [
    ['user', `Run the tests, my token is ${key}`],
    ['assistant', 'I look first.'],
    // Two calls at once, their results behind both.
    ['assistant', 'Bash {"command":"npm test"}', use('t1')],
    ['assistant', 'mcp__dewey.search loan period', use('t2', 'mcp__dewey.search')],
    ['tool', '2 failed', result('t2')],
    ['tool', '', result('t1')],
    ['assistant', 'Bash {"command":"ls"}', use('t3')],
    ['tool', 'from an earlier session', result('t9')],
    ['user', '  '],
    ['assistant', 'Two tests fail.'],
    ['user', 'And now?'],
  ]);
  await conversation('shelf', 'codex', '2026-04-01T10:00:00Z', [
    ['user', 'Anyone there?'],
    ['user', 'Hello?'],
  ]);
  await conversation('desk', 'codex', '2026-05-01T10:00:00Z', [
    ['user', 'Which port?'],
    ['assistant', '9020.'],
    ['user', 'And the proxy?'],
    ['assistant', '9021.'],
  ]);
  const folder = await dataDirs();
  const env = { DATABASE_URL: lake.url, DEWEY_DATA_DIR: folder };
  const file = join(folder, 'chat.jsonl');
  const run = (...args: string[]) => runHere(['export', '--format', 'training', ...args], env);

  const all = await run('--all', '--output', file, '--json');
  expect(all).toMatchObject({ code: 0, err: '' });
  const report = JSON.parse(all.out);
  const text = await readFile(file, 'utf8');
  const lines = checked(text);
  expect(text).not.toContain(key);
  expect(report).toMatchObject({
    file,
    conversations: 2,
    left_out: {
      conversations: { 'no answer': 1 },
      messages: {
        'result without its call': 1,
        empty: 1,
        'nothing follows': 1,
        'of a conversation with no answer': 2,
      },
    },
    redacted: { github_token: 1 },
  });
  const left = Object.values<number>(report.left_out.messages).reduce((sum, count) => sum + count, 0);
  const [stored] = await lake.db.sql<{ count: number }[]>`select count(*)::integer as count from messages`;
  expect(report.messages + left).toBe(stored?.count);
  expect(lines.flatMap(({ messages }) => messages)).toHaveLength(report.messages);
  expect(lines[0]?.messages.map(({ role }) => role)).toEqual([
    ...['user', 'assistant', 'assistant', 'tool', 'assistant', 'tool', 'assistant', 'assistant'],
  ]);
  expect(lines[0]?.messages.slice(2, 7)).toEqual([
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 't1', type: 'function', function: { name: 'Bash', arguments: '{"command":"npm test"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 't1', content: '' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 't2',
          type: 'function',
          function: { name: 'mcp__dewey_search', arguments: '{"input":"loan period"}' },
        },
      ],
    },
    { role: 'tool', tool_call_id: 't2', content: '2 failed' },
    // Without a result, a call is what the assistant wrote.
    { role: 'assistant', content: 'Bash {"command":"ls"}' },
  ]);
  expect(lines[0]?.tools?.map((tool) => tool.function.name)).toEqual(['Bash', 'mcp__dewey_search']);
  expect(lines[1]?.tools).toBeUndefined();

  // Each filter alone leaves one line.
  for (const args of [
    ['--project', 'desk'],
    ['--agent', 'claude-code'],
    ['--since', '2026-04-15'],
    ['--until', '2026-03-15'],
    ['--all', '--min-turns', '2'],
  ]) {
    const { code, out } = await run(...args);
    expect([args, code, checked(out).length]).toEqual([args, 0, 1]);
  }

  await writeFile(file, 'mine');
  expect(await run('--all', '--output', file)).toMatchObject({
    code: 2,
    err: expect.stringContaining('already exists'),
  });
  expect(await run('--all', '--min-turns', 'two')).toMatchObject({ code: 2 });
  expect(await runHere(['export', '--all', '--format', 'json', '--min-turns', '2'], env)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--format training'),
  });
  expect(await readFile(file, 'utf8')).toBe('mine');
  const forced = await run('--all', '--output', file, '--force');
  expect(forced).toMatchObject({ code: 0, out: '' });
  expect(forced.err).toContain('Wrote 2 conversations with');
  expect(forced.err).toContain('Left out: 2 messages (of a conversation with no answer)');
});
