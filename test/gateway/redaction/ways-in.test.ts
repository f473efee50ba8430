import { randomUUID } from 'node:crypto';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as schema from '../../../src/db/schema/index.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { exempt, nameColumns, ofMessages, written } from '../../../src/gateway/redaction/stored/columns.ts';
import { scanLake } from '../../../src/gateway/redaction/stored/scan.ts';
import { type RunningServer, startServer } from '../../../src/gateway/server.ts';
import { catalog } from '../../../src/handlers/index.ts';
import { mcpClient, restClient } from '../../support/clients.ts';
import { testConfig, useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const server = useServer(lake);
const token = `ghp_${'a1B2'.repeat(9)}`;
const sha = '0123456789abcdef0123456789abcdef01234567';

/** Everything in every table, as text. */
async function everything(): Promise<string> {
  const tables = await lake.db.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const texts = [];
  for (const { name } of tables)
    texts.push(JSON.stringify(await lake.db.sql`select to_jsonb(t) as row from ${lake.db.sql(name)} t`));
  return texts.join('\n');
}

const stores: [tool: string, input: object][] = [
  [
    'dewey_store_message',
    { session_id: sha, role: 'user', content: `Use ${token}`, metadata: { password: 'plain-words', sha } },
  ],
  ['dewey_store_messages_bulk', { session_id: 's', messages: [{ role: 'user', content: `Use ${token}` }] }],
  ['dewey_set_startup_context', { name: 'default', content: `Key: ${token}` }],
  [
    'dewey_store_fiedler_result',
    { correlation_id: sha, model: 'm', prompt: token, output: `${token} ok`, status: 'success' },
  ],
  [
    'membria_capture_decision',
    {
      statement: `Keep the token ${token} in the vault`,
      alternatives: [`Put ${token} into the code`, 'None'],
      confidence: 0.7,
    },
  ],
  [
    'record_experience',
    {
      type: 'effective',
      domain: 'Process',
      situation: `Had ${token} to use`,
      approach: 'Used it as it was given',
      outcome: 'It worked as was expected',
      reasoning: 'It was valid for long enough',
      confidence: 0.8,
    },
  ],
  ['analyze_problem', { problem: `Where should ${token} be kept by the library?` }],
  [
    'artifact_ingest',
    {
      artifact_type: 'note',
      source_system: 'notes',
      source_id: sha,
      content: `The token is ${token}. Return it.`,
    },
  ],
  ['memory_store', { content: `Token ${token}`, type: 'fact', confidence: 1 }],
  ['history_append', { conversation_id: 'chat', role: 'user', content: `Say ${token}` }],
  [
    'import_data',
    {
      data: JSON.stringify({
        experiences: [
          {
            type: 'effective',
            domain: 'Process',
            situation: `Imported with ${token}`,
            approach: 'Read from a file',
            outcome: 'It was stored',
            reasoning: 'It was an export',
            confidence: 0.5,
          },
        ],
      }),
    },
  ],
];

describe('tools that store', () => {
  it.each(stores)('%s stores no secret and reports what was removed', async (tool, input) => {
    const value = await restClient(server.url).call(tool, input);
    expect(JSON.stringify(value)).not.toContain(token);
    expect(value).toMatchObject({ redacted: { github_token: expect.any(Number) } });
    expect(await everything()).not.toContain(token);
  });

  it('do so over MCP', async () => {
    const client = await mcpClient('http', server.url);
    const value = await client.call('dewey_store_message', {
      session_id: 'mcp',
      role: 'user',
      content: token,
    });
    expect(value).toMatchObject({ redacted: { github_token: 1 } });
    await client.close();
  });

  it('leave ids, hashes and ordinary text unchanged, and report nothing', async () => {
    const id = randomUUID();
    const client = restClient(server.url);
    const input = {
      session_id: `token-${sha}`,
      role: 'user',
      content: `Commit ${sha}, id ${id}`,
      external_id: token,
    };
    const first = await client.call('dewey_store_message', input);
    expect(first).not.toHaveProperty('redacted');
    const [row] = await lake.db.sql`select content, external_id from messages where external_id = ${token}`;
    expect(row).toEqual({ content: input.content, externalId: token });
  });

  it('recognise a repeated message by its redacted text', async () => {
    const client = restClient(server.url);
    const input = { session_id: 'again', role: 'user', content: `Use ${token}`, external_id: 'one' };
    const first = await client.call('dewey_store_message', input);
    const second = await client.call('dewey_store_message', input);
    expect(second).toMatchObject({ message_id: (first as { message_id: string }).message_id });
  });

  it('count the removed secrets', async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^dewey_redactions_total\{kind="github_token"\} [1-9]/m);
  });
});

describe('DEWEY_REDACT=captures', () => {
  let plain: RunningServer;
  beforeAll(async () => {
    plain = await startServer(
      catalog,
      lake.db,
      testConfig({ DEWEY_REDACT: 'captures' }),
      createLog('silent'),
    );
  });
  afterAll(() => plain.stop());

  it('keeps the inputs of tools, reports that at /readyz, and a later scan of all tables removes the secrets', async () => {
    expect(await (await fetch(`${plain.url}/readyz`)).json()).toMatchObject({ redaction: 'captures' });
    const client = restClient(plain.url);
    for (const [tool, input] of stores.filter(([tool]) => tool !== 'import_data'))
      await client.call(tool, input);
    const scan = async (remove: boolean) => {
      const columns = new Set<string>();
      let next: string | null | undefined;
      let removed = 0;
      let found = 0;
      do {
        const part = await scanLake(lake.db.sql, next ?? undefined, { remove, ms: 0 });
        for (const column of Object.keys(part.report.columns)) columns.add(column);
        removed += part.report.removed;
        found += part.report.found;
        next = part.next;
      } while (next !== null);
      return { columns: [...columns], removed, found };
    };
    const first = await scan(false);
    expect(first.columns).toEqual(
      expect.arrayContaining([
        'artifact_chunks.text',
        'decisions.alternatives',
        'decisions.statement',
        'experiences.situation',
        'fiedler_results.output',
        'memories.content',
        'reasoning_sessions.problem',
        'startup_contexts.content',
      ]),
    );
    const second = await scan(true);
    expect(second).toMatchObject({ found: first.found, removed: first.found });
    expect(await scan(false)).toMatchObject({ found: 0, columns: [] });
    const [chunk] = await lake.db.sql`select text from artifact_chunks where text like 'The token is *%'`;
    expect(chunk?.text).toBe(`The token is ${'*'.repeat(token.length)}. Return it.`);
    expect(
      (await everything())
        .replaceAll(`"external_id": "${token}"`, '')
        .replaceAll(`"external_id":"${token}"`, ''),
    ).not.toContain(`Use ${token}`);
  });
});

describe('columns', () => {
  it('are all classified as free text or not', () => {
    const unknown: string[] = [];
    for (const table of Object.values(schema)) {
      if (!is(table, PgTable)) continue;
      const { name, columns } = getTableConfig(table);
      for (const column of columns) {
        if (!/text|json|bytea/.test(column.getSQLType()) || (column.enumValues?.length ?? 0) > 0) continue;
        const place = `${name}.${column.name}`;
        const isKnown =
          written[name]?.[column.name] !== undefined ||
          nameColumns.has(column.name) ||
          exempt[place] !== undefined ||
          (name === 'messages' && (ofMessages as readonly string[]).includes(column.name));
        if (!isKnown) unknown.push(place);
      }
    }
    expect(unknown, 'add them to columns.ts, as text that is scanned or with a reason').toEqual([]);
    for (const [table, columns] of Object.entries(written))
      for (const column of Object.keys(columns))
        expect(nameColumns.has(column), `${table}.${column}`).toBe(false);
  });
});
