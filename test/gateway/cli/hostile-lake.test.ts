import { beforeAll, describe, expect, it, vi } from 'vitest';
import { summaryOf } from '../../../src/gateway/cli/import-summary.ts';
import { quarantinedLines } from '../../../src/gateway/cli/quarantined.ts';
import { runHere } from '../../support/command.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { post, rpc } from '../../support/mcp.ts';
import { eventually } from '../../support/waiting.ts';

/** Ends a line and begins another, sets the title of the window, colours, and turns the direction of text around. */
const bad = 'one\nFORGED two\u001b]0;PWNED\u0007\u009b31m\u202ethree\u0085four';
const lake = useLake();
const server = useServer(lake);
let conversation = '';

const clients = () => lake.db.sql<{ client: string }[]>`
  select distinct client from audit_log where client like 'one%' and tool = 'dewey_list_conversations'`;

beforeAll(async () => {
  const { sql } = lake.db;
  const stored = await fetch(`${server.url}/tools/dewey_store_messages_bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      session_id: bad,
      project: `/home/${bad}`,
      metadata: { title: bad, source: bad, git_branch: bad },
      messages: [{ role: 'user', content: `hostile ${bad}` }],
    }),
  });
  conversation = ((await stored.json()) as { conversation_id: string }).conversation_id;
  await sql`
    insert into experiences (type, domain, situation, approach, outcome, reasoning, scope, project)
    values ('effective', 'Tools', ${bad}, ${bad}, ${bad}, ${bad}, 'project', ${bad})`;
  await sql`insert into startup_contexts (name, content, project) values (${bad}, ${bad}, ${bad})`;
  await sql`
    insert into fiedler_results (id, correlation_id, model, status, output, project)
    values (${crypto.randomUUID()}, ${bad}, ${bad}, 'success', ${bad}, ${bad})`;
  await sql`insert into retention_policies (project, role, keep_days) values (${bad}, null, 9)`;
  // A client names itself in each request.
  const named = await post(
    server.url,
    rpc('tools/call', {
      name: 'dewey_list_conversations',
      arguments: {},
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: bad, version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    }),
    {
      'Mcp-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'dewey_list_conversations',
    },
  );
  expect(named.status).toBe(200);
  await eventually(async () => (await clients()).length > 0);
  // In older rows as it liked.
  await sql`
    update audit_log set tool = ${bad}, client = ${bad}, key_id = ${bad}, request_id = ${bad}
    where tool = 'dewey_store_messages_bulk'`;
  await sql`
    insert into api_keys (name, secret_hash, scope, project, created_at, revoked_at)
    values (${bad}, ${'7'.repeat(64)}, 'read', ${bad}, now(), now())`;
});

const commands = [
  ['audit'],
  ['stats'],
  ['retention', 'list'],
  ['keys', 'list'],
  ['list'],
  ['recent'],
  ['projects'],
  ['search', 'hostile'],
  ['show', '$conversation'],
  ['records', 'list', 'experience'],
  ['records', 'list', 'context'],
  ['records', 'list', 'result'],
  ['events'],
  ['status'],
  ['scan'],
  ['call', 'dewey_list_conversations', '{}'],
];

/** On a terminal, or where another program reads. */
async function printed(args: readonly string[], terminal: boolean): Promise<string> {
  const before = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY');
  Object.defineProperty(process.stdout, 'isTTY', { value: terminal, configurable: true });
  // Of what a person sets; `runHere` takes it back.
  for (const [name, value] of Object.entries({ PAGER: 'cat', NO_COLOR: '1', FORCE_COLOR: '' }))
    vi.stubEnv(name, value);
  try {
    const given = args.map((word) => (word === '$conversation' ? conversation : word));
    const { out, err } = await runHere(given, {
      DATABASE_URL: lake.url,
      NO_COLOR: '1',
      DEWEY_LOCAL_MODEL: 'off',
    });
    return out + err;
  } finally {
    if (before) Object.defineProperty(process.stdout, 'isTTY', before);
    else Reflect.deleteProperty(process.stdout, 'isTTY');
  }
}

/** All but the ends of lines. */
const changesTerminals = (text: string) => /[\p{Cc}\p{Bidi_Control}]/u.test(text.replaceAll('\n', ''));

describe.each(commands.map((args) => [args.join(' '), args] as const))('dewey %s', (_, args) => {
  it.each([true, false])('prints stored text as text only (terminal: %s)', async (terminal) => {
    const text = await printed(args, terminal);
    // What is shown whole may have lines of its own; a list may not.
    if (args[0] !== 'show' && args[0] !== 'search') expect(text).not.toMatch(/^FORGED/m);
    if (args[0] !== 'call' || terminal) expect(changesTerminals(text), text).toBe(false);
  });

  it('prints JSON on a terminal without what could change it', async () => {
    const text = await printed([...args, '--json'], true);
    expect(changesTerminals(text), text).toBe(false);
  });
});

describe('what a client calls itself', () => {
  it('is one line in the audit log', async () => {
    for (const { client } of await clients()) expect(client).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });
});

describe('reports of what came from elsewhere', () => {
  it('name keys, contexts and files on one line each', () => {
    const lines = quarantinedLines({ keys: [bad], contexts: [bad] });
    expect(changesTerminals(lines.join(''))).toBe(false);
    expect(lines.join('')).not.toContain('\n');
    expect(lines[0]).toContain('keep it closed');
    const runs = {
      files: 1,
      runs: 1,
      results: 1,
      stored: 0,
      completed: 0,
      known: 0,
      deleted: 0,
      dryRun: false,
    };
    expect(summaryOf({ runs: { ...runs, failed: [{ path: bad, problem: bad }] } })).not.toMatch(/^FORGED/m);
  });
});
