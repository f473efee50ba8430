import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { catalogued } from '../../support/agent-history.ts';
import { fixture, forget, importFile, rowsOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

/*
 * What the oldest formats give in all, compared with what a few lines of this file count in the fixture by themselves. Those
 * of the other agents are in the tests of their readers.
 */

const lake = useLake();
afterEach(() => forget(lake));

/** Fields of fixtures, which have what the producers write. */
// biome-ignore lint/suspicious/noExplicitAny: the value of any field of any format, of which a test reads a few
type Value = any;

const textOf = (path: string) => readFile(fixture(path), 'utf8');
const linesOf = async (path: string): Promise<Value[]> =>
  (await textOf(path))
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Messages by kind: what people and models wrote, calls, results. */
async function countsOf(key: string) {
  const rows = await rowsOf(lake, key);
  const of = (role: string, kind?: string) =>
    rows.filter((row) => row.role === role && (kind === undefined || row.metadata.kind === kind));
  return {
    prompts: of('user', 'prompt').length,
    answers: of('assistant', 'text').length,
    calls: of('assistant', 'tool_use').length,
    results: of('tool').length,
    all: rows.length,
  };
}

describe('the totals of a fixture', () => {
  it('of Claude Code are those of its lines, with the tokens of each answer once', async () => {
    const path = 'claude-code/session-long.jsonl';
    const lines = (await linesOf(path)).filter(({ type }) => type === 'user' || type === 'assistant');
    const blocks = lines.flatMap(({ type, message }) =>
      Array.isArray(message.content) ? message.content.map((block: Value) => ({ by: type, ...block })) : [],
    );
    const of = (kind: string) => blocks.filter(({ type }) => type === kind).length;
    const typed = lines.filter(
      ({ type, message, isMeta, isCompactSummary }) =>
        type === 'user' &&
        typeof message.content === 'string' &&
        !(isMeta || isCompactSummary || /^<(command-name|local-command)/.test(message.content)),
    );
    const usages = new Map(
      lines.flatMap(({ message }) => (message.usage ? [[message.id, message.usage] as const] : [])),
    );
    const tokens = (name: string) => sum([...usages.values()].map((usage: Value) => usage[name]));
    await importFile(lake, fixture(path));
    const key = 'claude-code:dc03f604-b64f-44a2-971f-340aedefea71';
    expect(await countsOf(key)).toMatchObject({
      prompts: typed.length,
      answers: of('text'),
      calls: of('tool_use'),
      results: of('tool_result'),
    });
    expect(await catalogued(lake, key)).toMatchObject({
      input: tokens('input_tokens'),
      output: tokens('output_tokens'),
      cacheRead: tokens('cache_read_input_tokens'),
    });
  });

  it('of Codex are those of its items, with the last total that it states', async () => {
    const path = 'other-agents/codex-rollout-2026-10-04T09-12-00-0199f3a2-5c1e-7d40-9b7a-3f1e2d4c5b6a.jsonl';
    const lines = await linesOf(path);
    const events = (type: string) => lines.flatMap(({ payload }) => (payload.type === type ? [payload] : []));
    const items = lines.filter(({ type }) => type === 'response_item').map(({ payload }) => payload);
    await importFile(lake, fixture(path));
    const key = 'codex:0199f3a2-5c1e-7d40-9b7a-3f1e2d4c5b6a';
    expect(await countsOf(key)).toMatchObject({
      prompts: events('user_message').length,
      answers: events('agent_message').length,
      calls: items.filter(({ type }) => type.endsWith('_call')).length,
      results: items.filter(({ type }) => type.endsWith('_call_output')).length,
    });
    const total = events('token_count').at(-1).info.total_token_usage;
    expect(await catalogued(lake, key)).toMatchObject({
      input: total.input_tokens - total.cached_input_tokens,
      output: total.output_tokens,
      cacheRead: total.cached_input_tokens,
    });
  });

  it('of Gemini CLI are those of its last records, without what was rewound', async () => {
    const path = 'other-agents/gemini-cli-session-2026-10-05T18-00-7f0d8c52.jsonl';
    const records = new Map<string, Value>();
    let summary: string | undefined;
    for (const line of await linesOf(path)) {
      summary = line.$set?.summary ?? summary;
      if (line.id) records.set(line.id, line);
      const ids = [...records.keys()];
      if (line.$rewindTo) for (const id of ids.slice(ids.indexOf(line.$rewindTo))) records.delete(id);
    }
    const left = [...records.values()];
    const answers = left.filter(({ type }) => type === 'gemini');
    // What was rewound was paid for all the same.
    const paid = new Map<string, Value>();
    for (const line of await linesOf(path)) if (line.tokens) paid.set(line.id, line.tokens);
    const tokens = [...paid.values()];
    await importFile(lake, fixture(path));
    const key = 'gemini:7f0d8c52-1b7e-4c4e-8a59-0c6f3e2b9d11';
    const calls = answers.flatMap(({ toolCalls }) => toolCalls ?? []).length;
    expect(await countsOf(key)).toMatchObject({
      prompts: left.filter(({ type }) => type === 'user').length,
      answers: answers.filter(({ content }) => content !== '').length,
      calls,
      results: calls,
    });
    expect(await catalogued(lake, key)).toMatchObject({
      title: summary,
      input: sum(tokens.map(({ input, cached }) => input - cached)),
      output: sum(tokens.map(({ output, thoughts }) => output + thoughts)),
      cacheRead: sum(tokens.map(({ cached }) => cached)),
    });
  });

  it('of ChatGPT are those of the branch that ends at the current node', async () => {
    const path = 'other-agents/chatgpt-conversations.json';
    const [chat]: Value[] = JSON.parse(await textOf(path));
    const branch: Value[] = [];
    for (let at = chat.current_node; at; at = chat.mapping[at]?.parent)
      if (chat.mapping[at]?.message) branch.unshift(chat.mapping[at].message);
    const by = (role: string) => branch.filter(({ author }) => author.role === role);
    await importFile(lake, fixture(path));
    const key = `chatgpt:${chat.conversation_id ?? chat.id}`;
    const isCall = ({ recipient }: Value) => recipient !== 'all';
    const isThought = ({ content }: Value) => content.content_type === 'thoughts';
    const { prompts, results, all } = await countsOf(key);
    expect({ prompts, results, all }).toEqual({
      prompts: by('user').length,
      results: by('tool').length,
      all: by('user').length + by('tool').length + by('assistant').filter((one) => !isThought(one)).length,
    });
    const calls = (await rowsOf(lake, key)).filter(({ metadata }) => metadata.kind === 'tool_use');
    expect(calls).toHaveLength(by('assistant').filter(isCall).length);
    expect(await catalogued(lake, key)).toMatchObject({
      title: chat.title,
      models: [...new Set(branch.flatMap(({ metadata }) => metadata?.model_slug ?? []))],
    });
  });

  it('of claude.ai are those of its blocks', async () => {
    const path = 'other-agents/claude-ai-conversations.json';
    const [chat]: Value[] = JSON.parse(await textOf(path));
    const blocks = chat.chat_messages.flatMap(({ sender, content }: Value) =>
      content.map(({ type }: Value) => `${sender} ${type}`),
    );
    const of = (what: string) => blocks.filter((block: string) => block === what).length;
    await importFile(lake, fixture(path));
    const key = `claude-ai:${chat.uuid}`;
    expect(await countsOf(key)).toMatchObject({
      answers: of('assistant text'),
      calls: of('assistant tool_use'),
      results: of('assistant tool_result'),
    });
    const prompts = (await rowsOf(lake, key)).filter(({ role }) => role === 'user');
    expect(prompts).toHaveLength(chat.chat_messages.filter(({ sender }: Value) => sender === 'human').length);
    expect(await catalogued(lake, key)).toMatchObject({ title: chat.name });
  });

  it.each(['lines', 'an array'])('of the plain shape are those of its messages, in %s', async (layout) => {
    const chats = Array.from({ length: 30 }, (_, n) => ({
      id: `c${n}`,
      messages: Array.from({ length: 1 + (n % 9) }, (_, m) => ({
        role: m % 2 ? 'assistant' : 'user',
        content: `Chat ${n}, message ${m}`,
      })),
    }));
    const folder = await mkdtemp(join(tmpdir(), 'dewey-totals-'));
    const path = join(folder, 'chats.json');
    const lines = chats.map((chat) => JSON.stringify(chat));
    await writeFile(path, layout === 'lines' ? lines.join('\n') : `[${lines.join(',')}]`);
    const { stored } = await importFile(lake, path);
    await rm(folder, { recursive: true });
    expect(stored).toBe(sum(chats.map(({ messages }) => messages.length)));
    const rows = await lake.db.sql<{ role: string; content: string }[]>`
      select m.role, m.content from messages m join conversations c on c.id = m.conversation_id
      order by length(c.external_id), c.external_id, m.turn_number`;
    expect(rows.map(({ role, content }) => ({ role, content }))).toEqual(
      chats.flatMap(({ messages }) => messages),
    );
  });
});
