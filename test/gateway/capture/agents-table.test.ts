import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findFiles } from '../../../src/gateway/capture/transcripts/find-files.ts';
import { formats, keyValueStores, stores } from '../../../src/gateway/capture/transcripts/formats/index.ts';
import { importFiles } from '../../../src/gateway/capture/transcripts/import.ts';
import { fixture, storeOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

/** What the guide calls the sources of conversations; the generic shape states what its author likes. */
const names: Record<string, string> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  'qwen-code': 'Qwen Code',
  'copilot-cli': 'Copilot CLI',
  'vscode-chat': 'VS Code Copilot Chat',
  cursor: 'Cursor',
  'cursor-agent': 'Cursor CLI',
  cline: 'Cline',
  'roo-code': 'Roo Code',
  opencode: 'OpenCode, Kilo, MiMo Code',
  goose: 'Goose',
  zed: 'Zed',
  aider: 'Aider',
  chatgpt: 'ChatGPT',
  'claude-ai': 'claude.ai',
};
const columns = ['title', 'branch', 'project', 'model', 'tokens', 'cost', 'subagents'] as const;

const lake = useLake();

/** Lines that the fixtures of these agents lack, as their producers write them: titles, and a subagent of Codex. */
const codex = '0199f3a2-5c1e-7d40-9b7a-3f1e2d4c5b6a';
const copilot = '6d1c1f9e-7f3e-4b6a-9d0f-0c4d7a1b2e33';
const spawned = {
  type: 'session_meta',
  payload: {
    id: '0199f3a2-0000-7d40-9b7a-3f1e2d4c5b6a',
    cwd: '/home/ada/library',
    timestamp: '2026-10-04T09:20:00Z',
    source: { subagent: { thread_spawn: { parent_thread_id: codex, depth: 1, agent_role: 'explorer' } } },
  },
};
const reply = {
  type: 'response_item',
  payload: {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'Two are overdue.' }],
  },
};
const more: [of: string, lines: object[]][] = [
  [
    'claude-code/session-two-turns.jsonl',
    [{ type: 'custom-title', customTitle: 'The annex', sessionId: '4b5e7457-00df-40fc-9952-7e5a4b1647ae' }],
  ],
  [
    `other-agents/codex-rollout-2026-10-04T09-12-00-${codex}.jsonl`,
    [{ type: 'event_msg', payload: { type: 'thread_name_updated', thread_name: 'Overdue' } }],
  ],
  [
    `agents/copilot-cli/${copilot}/events.jsonl`,
    [{ type: 'session.title_changed', id: 'e21', parentId: 'e20', data: { title: 'Shelves' } }],
  ],
];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dewey-table-'));
  for (const [n, [of, lines]] of more.entries()) {
    const text = (await readFile(fixture(of), 'utf8')).trimEnd();
    await writeFile(
      join(folder, `${n}.jsonl`),
      `${[text, ...lines.map((line) => JSON.stringify(line))].join('\n')}\n`,
    );
  }
  await writeFile(join(folder, 'spawned.jsonl'), `${JSON.stringify(spawned)}\n${JSON.stringify(reply)}\n`);
  const found = await findFiles([...['claude-code', 'other-agents', 'agents'].map(fixture), folder]);
  const aider = await findFiles([fixture('agents/aider/.aider.chat.history.md')]);
  const known = new Set(found.map(({ path }) => path));
  await importFiles([...found, ...aider.filter(({ path }) => !known.has(path))], storeOf(lake));
  await rm(folder, { recursive: true });
}, 120_000);

/** What the guide's table says, by the name of the agent. */
async function told(): Promise<Record<string, string[]>> {
  const text = await readFile(new URL('../../../docs/guide/capture.md', import.meta.url), 'utf8');
  const [, table = ''] = text.split('| Agent | Title | Branch |');
  const lines = table.split('\n').slice(2);
  const rows = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('|')),
  );
  return Object.fromEntries(
    rows.map((row) => {
      const [name = '', ...cells] = row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return [name, cells];
    }),
  );
}

describe('the table of what each agent states', () => {
  it('is what the readers find in the fixtures', async () => {
    const rows = await lake.db.sql<Record<string, string | boolean>[]>`
      select c.metadata ->> 'source' as source, bool_or(k.title is not null) as title,
             bool_or(k.branch is not null) as branch, bool_or(c.project is not null) as project,
             bool_or(u.model is not null) as model, bool_or(coalesce(u.input, 0) + coalesce(u.output, 0) > 0) as tokens,
             bool_or(u.cost is not null) as cost, bool_or(c.metadata ? 'parent_conversation_id') as subagents
      from conversations c
      left join conversation_catalogue k on k.conversation_id = c.id
      left join conversation_usage u on u.conversation_id = c.id
      group by 1 order by 1`;
    const found = Object.fromEntries(
      rows.map((row) => [names[String(row.source)], columns.map((column) => (row[column] ? 'yes' : ''))]),
    );
    expect(await told()).toEqual(found);
  });

  it('has the subagent of Codex with the session that started it', async () => {
    const [agent] = await lake.db.sql`
      select metadata ->> 'agent_type' as role, metadata ->> 'parent_conversation_id' as parent from conversations
      where external_id = ${`codex:${spawned.payload.id}`}`;
    expect(agent?.role).toBe('explorer');
    const parents = await lake.db.sql`select external_id from conversations where id = ${agent?.parent}`;
    expect(parents).toEqual([{ externalId: `codex:${codex}` }]);
  });

  it('leaves no reader out', () => {
    const readers = [...formats, ...stores, ...keyValueStores]
      .filter((format) => !('read' in format) && !('memories' in format))
      .map(({ name }) => name);
    const others = [
      'vscode-chat-log',
      'opencode-files',
      'gemini-json',
      'gemini-log',
      'gemini-checkpoint',
      'generic',
      'generic-array',
    ];
    expect(readers.filter((name) => !(name in names) && !others.includes(name))).toEqual([]);
  });
});
