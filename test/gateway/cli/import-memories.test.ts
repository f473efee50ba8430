import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import artifactGet from '../../../src/handlers/artifacts/artifact-get.ts';
import deleteConversation from '../../../src/handlers/conversations/delete-conversation.ts';
import search from '../../../src/handlers/conversations/search.ts';
import memoryDelete from '../../../src/handlers/memory/memory-delete.ts';
import memoryList from '../../../src/handlers/memory/memory-list.ts';
import memorySearch from '../../../src/handlers/memory/memory-search.ts';
import memoryStore from '../../../src/handlers/memory/memory-store.ts';
import { call } from '../../support/call.ts';
import { fixture, forget, rowsOf } from '../../support/capture.ts';
import { runHere } from '../../support/command.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { databaseFrom, databaseOf, memoriesFixture, type Product } from '../../support/memories.ts';

const lake = useLake();
const secret = `ghp_${'a1B2'.repeat(9)}`;
let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-memories-'));
  await cp(memoriesFixture('.'), folder, { recursive: true });
  const graph = await readFile(at('memory.jsonl'), 'utf8');
  await writeFile(at('memory.jsonl'), graph.replace('ghp_TOKEN', secret));
  await databaseOf('claude-mem.sql', at('claude-mem.db'));
  await databaseOf('mcp-memory-service.sql', at('sqlite_vec.db'));
  await databaseOf('agentsview.sql', at('sessions.db'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  await forget(lake);
  await lake.db.sql`delete from memories`;
});

const run = async (env: Record<string, string>, ...args: string[]) => {
  const { code, out, err } = await runHere([...args, '--json'], env);
  if (out === '') throw new Error(err);
  return { code, ...JSON.parse(out) };
};
const dewey = (...args: string[]) => run({ DATABASE_URL: lake.url }, ...args);

/** Imports files of one product; what was read must always be accounted for. */
async function imported(name: string, ...args: string[]): Promise<Product> {
  const { products } = await dewey('import', ...args);
  const product: Product = products[name];
  const skipped = Object.values(product.skipped).reduce((sum, count) => sum + count, 0);
  expect(product.stored + product.known + skipped).toBe(product.read);
  return product;
}

/** Imports it twice; the second time nothing may be stored. */
async function importedTwice(name: string, path: string): Promise<Product> {
  const first = await imported(name, path);
  const second = await imported(name, path);
  expect(second).toMatchObject({ read: first.read, stored: 0, known: first.stored + first.known });
  expect(second.memories).toEqual({ new: 0, known: 0, tooLong: 0 });
  expect(await dewey('verify', path)).toMatchObject({ code: 0, missing: 0, different: 0, faults: [] });
  return first;
}

const texts = async () => (await memories()).map(({ content }) => content).sort();
const memories = () =>
  lake.db.sql<{ type: string; content: string; confidence: number; project: string | null; key: string }[]>`
    select m.type, m.content, m.confidence::float8 as confidence, m.project, s.key
    from memories m join capture_sources s on s.conversation_id::text = m.conversation_id
    where m.deleted_at is null order by m.content`;
const linesOf = async (name: string) =>
  (await readFile(at(name), 'utf8')).split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
const timesOf = (key: string) =>
  lake.db.sql<{ at: string }[]>`
    select to_char(m.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from messages m join capture_sources s using (conversation_id)
    where s.key = ${key} order by turn_number`;

describe('the graph of server-memory', () => {
  const key = 'server-memory:memories';

  it('becomes a memory for each observation and relation, which the search finds', async () => {
    const { read, stored, skipped, metadata } = await importedTwice('server-memory', at('memory.jsonl'));
    const lines = await linesOf('memory.jsonl');
    const told = new Set(
      lines.flatMap(({ type, name, entityType, observations, from, to, relationType }) => {
        if (type === 'relation' && to) return [`${from} ${relationType} ${to}`];
        if (type !== 'entity') return [];
        const title = entityType ? `${name} (${entityType})` : name;
        if (observations.length === 0) return [title];
        return observations.flatMap((text: unknown) =>
          typeof text === 'string' && text
            ? [`${title}: ${text.replace(secret, '[redacted:github_token]')}`]
            : [],
        );
      }),
    );
    expect(await texts()).toEqual([...told].sort());
    expect(stored).toBe(told.size);
    expect(skipped).toEqual({
      'observation without text': 2,
      'neither an entity nor a relation': 2,
      malformed: 1,
    });
    expect(read).toBe(16);
    expect(metadata.observation).toMatchObject({ entityType: 6, since: 2 });
    const { results } = await call(memorySearch, { query: 'does Ada like telephone calls?' }, lake.deps);
    expect(results[0].content).toBe('Ada_Reader (person): Prefers letters to telephone calls');
    const relations = await call(memorySearch, { query: 'volunteers_at Branch_Library' }, lake.deps);
    expect(relations.results[0].content).toBe('Ada_Reader volunteers_at Branch_Library');
  });

  it('keeps what has no place in metadata, and no secrets', async () => {
    const { redacted } = await dewey('import', at('memory.jsonl'));
    expect(redacted).toEqual({ github_token: 1 });
    const rows = await rowsOf(lake, key);
    expect(JSON.stringify([rows, await memories()])).not.toContain(secret);
    expect(rows.find(({ content }) => content.startsWith('Loan_Rules'))?.metadata).toMatchObject({
      source: 'server-memory',
      kind: 'observation',
      imported_from: { entity: 'Loan_Rules', entityType: 'preference', since: '2026-01-04' },
    });
    const named = rows.find(({ content }) => content.startsWith('__proto__'));
    const kept: object = Object(named?.metadata.imported_from);
    expect(Object.getOwnPropertyDescriptor(kept, '__proto__')?.value).toEqual({ polluted: true });
    expect((await memories()).find(({ content }) => content.startsWith('Loan_Rules'))?.type).toBe(
      'preference',
    );
  });

  it('does not bring back a memory that was deleted, but adds what is new', async () => {
    await imported('server-memory', at('memory.jsonl'));
    const listed = await call(memoryList, { limit: 100 }, lake.deps);
    const [gone] = listed.memories.filter(({ content }: { content: string }) =>
      content.includes('lighthouses'),
    );
    await call(memoryDelete, { memory_id: gone.memory_id }, lake.deps);
    const grown = at('grown.jsonl');
    const added = {
      type: 'entity',
      name: 'Ada_Reader',
      entityType: 'person',
      observations: ['Has a new address'],
    };
    await writeFile(grown, `${JSON.stringify(added)}\n${await readFile(at('memory.jsonl'), 'utf8')}`);
    expect(await imported('server-memory', grown)).toMatchObject({ stored: 1, memories: { new: 1 } });
    expect((await texts()).filter((text) => text.includes('lighthouses'))).toEqual([]);
    expect(await texts()).toContain('Ada_Reader (person): Has a new address');
  });

  it('stays deleted as a whole, unless it is wanted back', async () => {
    await imported('server-memory', at('memory.jsonl'));
    const [row] = await lake.db.sql`select conversation_id as id from capture_sources where key = ${key}`;
    await call(deleteConversation, { conversation_id: row?.id, force: true }, lake.deps);
    await lake.db.sql`delete from memories`;
    const { stored, skipped } = await imported('server-memory', at('memory.jsonl'));
    expect({ stored, deleted: skipped['deleted here (--include-deleted restores it)'] }).toEqual({
      stored: 0,
      deleted: 11,
    });
    expect(await texts()).toEqual([]);
    await imported('server-memory', '--include-deleted', at('memory.jsonl'));
    expect(await texts()).toHaveLength(9);
  });

  it('counts a statement that Dewey has as there, and keeps its record', async () => {
    const content = 'Ada_Reader volunteers_at Branch_Library';
    await call(memoryStore, { content, type: 'fact', confidence: 1 }, lake.deps);
    expect(await imported('server-memory', at('memory.jsonl'))).toMatchObject({
      stored: 9,
      memories: { new: 8, known: 1 },
    });
  });
});

describe('memories of mem0', () => {
  it('are stored once, from an answer with pages or a bare list', async () => {
    const { stored, skipped, notes } = await importedTwice('mem0', at('mem0-results.json'));
    const answer = JSON.parse(await readFile(at('mem0-results.json'), 'utf8'));
    const told = answer.results.filter(({ id, memory }: Record<string, string>) => id && memory?.trim());
    expect(stored).toBe(told.length + 1);
    expect(skipped).toEqual({ 'memory without text': 3, 'relation without both ends': 1 });
    expect(notes).toEqual(['it has further pages, which are not in this file']);
    expect(await imported('mem0', at('mem0-list.json'))).toMatchObject({ read: 2, stored: 1, known: 1 });
    expect(await texts()).toEqual(
      [
        ...told.map(({ memory }: { memory: string }) => memory),
        'Ada moved the exhibition to August',
        'ada curates lighthouse_exhibition',
      ].sort(),
    );
    const same = (await memories()).filter(({ content }) => content === 'Prefers printed catalogues');
    expect(same.map(({ type }) => type).sort()).toEqual(['fact', 'preference']);
  });

  it('keep their times and everything else', async () => {
    await imported('mem0', at('mem0-results.json'));
    const [first] = await timesOf('mem0:memories');
    expect(first?.at).toBe('2024-07-26T17:29:36.630Z');
    const rows = await rowsOf(lake, 'mem0:memories');
    expect(rows[0]?.metadata.imported_from).toEqual({
      id: 'f4cbdb08-7062-4f3e-8eb2-9f5c80dfe64c',
      user_id: 'ada',
      hash: '0f343b0931126a20f133d67c2b018a3b',
      metadata: { category: 'plans', room: { name: 'north', seats: [12, 14] } },
    });
    expect(rows[2]?.metadata.imported_from).toMatchObject({ id: 'same-text', created_at: 'last summer' });
    const { results } = await call(
      search,
      { query: 'lighthouses exhibition', end_date: '2024-07-27T00:00:00Z' },
      lake.deps,
    );
    expect(results[0].content).toBe('Ada is planning an exhibition about lighthouses in July');
  });
});

describe('memories of mcp-memory-service', () => {
  const name = 'mcp-memory-service';

  it('are read from an export, with their tags where a search finds them', async () => {
    const { stored, skipped, metadata } = await importedTwice(name, at('mcp-memory-export.json'));
    expect({ stored, skipped }).toEqual({ stored: 3, skipped: { 'memory without text': 2 } });
    expect(metadata.memory).toMatchObject({ content_hash: 3, memory_type: 2, metadata: 1 });
    const { results } = await call(memorySearch, { query: 'hardware' }, lake.deps);
    expect(results).toMatchObject([{ confidence: 0.6, type: 'fact' }]);
    expect(await memories()).toMatchObject([
      { type: 'fact', confidence: 0.8, project: null },
      { type: 'decision', content: 'Shelf marks are printed, not written by hand.' },
      { type: 'fact', confidence: 0.6, project: 'catalogue' },
    ]);
    const [first] = await timesOf(`${name}:memories`);
    expect(first?.at).toBe(new Date(1765000000250).toISOString());
  });

  it('are read from its store, without what it deleted or replaced, and only once', async () => {
    await imported(name, at('mcp-memory-export.json'));
    const { read, stored, known, skipped } = await imported(name, at('sqlite_vec.db'));
    expect({ read, stored, known }).toEqual({ read: 7, stored: 4, known: 1 });
    expect(skipped).toEqual({
      'deleted in mcp-memory-service': 1,
      'relation of a memory that is not there': 1,
    });
    const all = await texts();
    expect(all).toContain('Overdue letters are sent on Mondays.');
    expect(all).not.toContain('Overdue letters are sent on Fridays.\n\nTags: letters');
    expect(all).toContain(
      'Overdue letters are sent on Mondays.\ncontradicts\nOverdue letters are sent on Fridays.',
    );
    const rows = await rowsOf(lake, `${name}:memories`);
    expect(rows.map(({ content }) => content)).toContain(
      'Overdue letters are sent on Fridays.\n\nTags: letters',
    );
    expect(JSON.stringify(rows)).not.toContain('password of the till');
    expect(await dewey('verify', at('sqlite_vec.db'))).toMatchObject({ code: 0, missing: 0 });
  });
});

describe('the store of claude-mem', () => {
  const session = 'c0ffee00-0000-4000-8000-000000000001';

  it('becomes conversations of the sessions, and a memory of each observation', async () => {
    const { read, stored, kinds, skipped } = await importedTwice('claude-mem', at('claude-mem.db'));
    expect({ read, stored, kinds }).toEqual({
      read: 16,
      stored: 11,
      kinds: { prompt: 5, observation: 5, summary: 1 },
    });
    expect(skipped).toEqual({
      'observation without text': 1,
      'summary without text': 1,
      'session without content': 1,
      'waiting to be processed by claude-mem': 1,
      'copy of an observation': 1,
    });
    const rows = await rowsOf(lake, `claude-mem:${session}`);
    expect(rows.map(({ role, metadata }) => `${role} ${metadata.kind}`)).toEqual([
      'user prompt',
      'assistant observation',
      'user prompt',
      'assistant observation',
      'assistant summary',
    ]);
    expect(rows[1]?.content).toBe(
      [
        'Search scans the whole shelf table',
        'No index on shelf_mark',
        'The catalogue search filters by shelf_mark, which has no index.',
        '- The query plan shows a sequential scan',
        '- The table has 400,000 rows',
        'Concepts: performance, gotcha',
      ].join('\n'),
    );
    expect(rows[1]?.metadata.imported_from).toMatchObject({
      id: 1,
      type: 'discovery',
      files_read: ['src/catalogue/search.ts'],
      discovery_tokens: 1834,
    });
    expect(rows[4]?.content).toContain('Learned: The shelf table had no index\n');
    expect((await timesOf(`claude-mem:${session}`)).map((row) => Date.parse(row.at))).toEqual([
      1770109200000, 1770109500000, 1770109680000, 1770109800000, 1770110400000,
    ]);
    expect(await memories()).toMatchObject([
      { type: 'decision', content: 'Add an index on shelf_mark' },
      { content: 'An observation of an early version', project: 'letters' },
      { content: 'Its session is not there any more', key: 'claude-mem:mem-gone' },
      { content: 'Opening hours\nThe branch library is closed on Mondays.' },
      { type: 'project', project: 'library', key: `claude-mem:${session}`, content: rows[1]?.content },
    ]);
    const [told] = await lake.db.sql`
      select c.session_id, c.project, k.title, c.created_at from capture_sources s
      join conversations c on c.id = s.conversation_id join conversation_catalogue k using (conversation_id)
      where s.key = ${`claude-mem:${session}`}`;
    expect(told).toMatchObject({ sessionId: session, project: 'library', title: 'Slow catalogue' });
  });

  it('keeps two agents apart that use the same session id, and the prompt that only the session has', async () => {
    await imported('claude-mem', at('claude-mem.db'));
    const shared = 'c0ffee00-0000-4000-8000-000000000002';
    expect((await rowsOf(lake, `claude-mem:${shared}`)).map(({ content }) => content)).toEqual([
      'Only the session has this prompt',
    ]);
    expect((await rowsOf(lake, `claude-mem:codex/${shared}`)).map(({ content }) => content)).toEqual([
      'Write the overdue letters',
      'An observation of an early version',
    ]);
  });

  it('is the same store when its export is imported as well', async () => {
    await imported('claude-mem', at('claude-mem.db'));
    const { read, stored, known, skipped } = await imported('claude-mem', at('claude-mem-export.json'));
    expect({ read, stored, known, skipped }).toEqual({
      read: 5,
      stored: 1,
      known: 3,
      skipped: { 'record without session': 1 },
    });
    expect(await texts()).toContain('An index card is 12.5 cm wide');
  });
});

describe('notes of basic-memory', () => {
  it('become documents as a whole, and memories of their observations and relations', async () => {
    const report = await dewey('import', at('basic-memory'));
    expect(report).toMatchObject({
      code: 0,
      products: { 'basic-memory': { files: 2, read: 8, stored: 8, skipped: {} } },
      documents: { files: 2, new: 2 },
    });
    expect(await texts()).toEqual(
      [
        'Coffee in the Reading Room: [method] Pour over keeps the cups off the tables #brewing #tables (asked for by Ada)',
        'Coffee in the Reading Room: [preference] Readers like the Ethiopian beans',
        'Coffee in the Reading Room: [decision] No coffee near the rare books and none in the map room',
        'Coffee in the Reading Room: Half of the cups are chipped #inventory',
        'Coffee in the Reading Room requires Kettle',
        'Coffee in the Reading Room in response to Complaint of May (second one)',
        'Coffee in the Reading Room links_to Opening Hours',
        'Ada Reader works_at Branch Library (volunteer)',
      ].sort(),
    );
    expect((await memories()).map(({ type }) => type).filter((type) => type !== 'fact')).toEqual([
      'decision',
      'preference',
    ]);
    const [row] = await rowsOf(lake, 'basic-memory:memories');
    expect(row?.metadata.imported_from).toMatchObject({
      title: 'Coffee in the Reading Room',
      permalink: 'coffee/coffee-in-the-reading-room',
      category: 'method',
      tags: ['brewing', 'tables'],
      context: 'asked for by Ada',
    });
    const cited = Object(row?.metadata.imported_from).document;
    const document = await call(artifactGet, { artifact_id: cited, include_content: true }, lake.deps);
    expect(document.title).toBe('Coffee in the Reading Room');
    expect(document.content).toBe(await readFile(at('basic-memory/coffee/brewing.md'), 'utf8'));
    const [time] = await timesOf('basic-memory:memories');
    expect(time?.at).toBe('2025-10-24T06:30:00.000Z');
    const again = await dewey('import', at('basic-memory'));
    expect(again.products['basic-memory']).toMatchObject({ stored: 0, known: 8 });
    expect(again.documents).toMatchObject({ new: 0, unchanged: 2 });
    const { out } = await runHere(['import', at('basic-memory')], { DATABASE_URL: lake.url });
    expect(out).toContain('skipped 2 documents in folders; use --as documents to import them');
  });

  it('are documents only, where that was asked for', async () => {
    const report = await dewey('import', '--as', 'documents', at('basic-memory'));
    expect(report).toMatchObject({ documents: { files: 4 } });
    expect(report.products).toBeUndefined();
    expect(await texts()).toEqual([]);
  });

  it('are verified one by one', async () => {
    const note = at('basic-memory/people/ada.md');
    expect(await importedTwice('basic-memory', note)).toMatchObject({ stored: 1 });
  });
});

describe('the store of agentsview', () => {
  const id = 'aaaa0000-0000-4000-8000-000000000001';

  it('becomes conversations, and memories of its recall entries', async () => {
    const { read, stored, skipped, kinds } = await importedTwice('agentsview', at('sessions.db'));
    expect({ read, stored, kinds }).toEqual({
      read: 19,
      stored: 13,
      kinds: { prompt: 4, text: 3, tool_use: 1, tool_result: 2, insight: 1, memory: 2 },
    });
    expect(skipped).toEqual({
      'message without text': 1,
      'in the trash of agentsview': 1,
      'message of an unknown role': 1,
      'session without content': 1,
      'figures of usage, which the sessions sum up': 1,
      'pin of a message': 1,
    });
    const rows = await rowsOf(lake, `agentsview:${id}`);
    expect(rows.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'assistant',
      'assistant',
      'system',
    ]);
    // A call of which no result is kept.
    expect(rows[5]?.metadata).toMatchObject({ kind: 'tool_use' });
    expect(rows[1]?.metadata).toMatchObject({ model: 'claude-opus-4-5', thinking: 'Lists are files.' });
    expect(rows[2]).toMatchObject({
      content: '1998.md\n2026.md',
      metadata: {
        tool: 'Bash',
        tool_use_id: 'toolu_1',
        imported_from: { input_json: { command: 'ls lists' } },
      },
    });
    expect(rows[3]?.content).not.toContain('own');
    const [told] = await lake.db.sql`
      select k.title, k.branch, c.project, c.metadata::text as metadata from capture_sources s
      join conversations c on c.id = s.conversation_id join conversation_catalogue k using (conversation_id)
      where s.key = ${`agentsview:${id}`}`;
    expect(told).toMatchObject({ title: 'Reading lists', branch: 'lists', project: '/home/ada/library' });
    expect(JSON.parse(told?.metadata).imported_from).toMatchObject({ agent: 'claude', starred: true });
    const [child] = await lake.db.sql`
      select c.metadata ->> 'parent_conversation_id' = p.conversation_id::text as linked from capture_sources s
      join conversations c on c.id = s.conversation_id, capture_sources p
      where s.key = 'agentsview:agent-list-1' and p.key = ${`agentsview:${id}`}`;
    expect(child).toEqual({ linked: true });
    expect(await memories()).toMatchObject([
      {
        type: 'decision',
        content: 'Lists are kept by year\nOne file for each year.\nWhen: a new list is made',
        confidence: 0.9,
        project: 'library',
      },
    ]);
  });

  it('adds no second copy of a session that was captured from its agent', async () => {
    await dewey('import', fixture('other-agents'));
    const { stored, skipped } = await imported('agentsview', at('sessions.db'));
    expect(stored).toBe(12);
    expect(skipped['captured from its agent already']).toBe(1);
    expect(await dewey('verify', at('sessions.db'))).toMatchObject({ code: 0, missing: 0 });
  });
});

describe('a long session of agentsview', () => {
  const id = '4b5e7457-00df-40fc-9952-7e5a4b1647ae';
  const long = async () =>
    databaseFrom(
      `${await readFile(memoriesFixture('agentsview.sql'), 'utf8')}
       insert into sessions (id, project, display_name, started_at, parent_session_id, relationship_type) values
         ('${id}', 'library', 'A long one', '2026-05-06T10:00:00Z', null, ''),
         ('agent-of-it', 'library', null, '2026-05-06T11:00:00Z', '${id}', 'subagent');
       with recursive n (i) as (select 0 union all select i + 1 from n where i < 449)
         insert into messages (session_id, ordinal, role, content) select '${id}', i, 'user', 'Prompt ' || i from n;
       insert into messages (session_id, ordinal, role, content) values ('agent-of-it', 0, 'user', 'Of the subagent')`,
      at('long.db'),
    );

  it('has its title, although that comes long after its first messages', async () => {
    const { read, stored } = await imported('agentsview', await long());
    expect({ read, stored }).toEqual({ read: 470, stored: 464 });
    const [row] = await lake.db.sql`
      select k.title from capture_sources s join conversation_catalogue k using (conversation_id)
      where s.key = ${`agentsview:${id}`}`;
    expect(row?.title).toBe('A long one');
    expect(await rowsOf(lake, `agentsview:${id}`)).toHaveLength(450);
  });

  it('is left out with its subagents when it was captured from its agent', async () => {
    await dewey('import', fixture('claude-code/session-two-turns.jsonl'));
    const path = await long();
    expect((await imported('agentsview', path)).skipped['captured from its agent already']).toBe(451);
    expect(await dewey('verify', path)).toMatchObject({ code: 0, missing: 0 });
    const [row] = await lake.db.sql`
      select count(*)::int as n from capture_sources where key in (${`agentsview:${id}`}, 'agentsview:agent-of-it')`;
    expect(row).toEqual({ n: 0 });
  });
});

describe('a dry run', () => {
  it('tells what would be stored, and stores nothing', async () => {
    const everything = [
      'memory.jsonl',
      'mem0-results.json',
      'sqlite_vec.db',
      'claude-mem.db',
      'basic-memory',
    ];
    const report = await dewey('import', '--dry-run', ...everything.map(at));
    expect(report.dryRun).toBe(true);
    const real = await dewey('import', ...everything.map(at));
    for (const [name, { read, stored, known, skipped }] of Object.entries<Product>(real.products))
      expect(report.products[name]).toMatchObject({ read, stored, known, skipped });
    expect(Object.keys(report.products)).toHaveLength(5);
  });

  it('knows what several files have in common, as an import does', async () => {
    const both = ['mem0-results.json', 'mem0-list.json'].map(at);
    const { products: tried } = await dewey('import', '--dry-run', ...both);
    const { products } = await dewey('import', ...both);
    expect(tried.mem0).toMatchObject({ known: 1, memories: products.mem0.memories });
    expect(tried.mem0).toMatchObject({ read: products.mem0.read, stored: products.mem0.stored });
  });

  it('writes no row', async () => {
    await dewey('import', '--dry-run', at('memory.jsonl'), at('claude-mem.db'));
    const [row] = await lake.db.sql`
      select (select count(*) from memories)::int + (select count(*) from messages)::int
        + (select count(*) from conversations)::int as rows`;
    expect(row).toEqual({ rows: 0 });
  });
});

describe('through the gateway of DEWEY_URL', () => {
  const server = useServer(lake, {
    DEWEY_API_KEYS: 'reader:read:secret-of-the-reader,writer:write:secret-of-the-writer',
  });
  const there = (who: string, ...args: string[]) =>
    run({ DEWEY_URL: server.url, DEWEY_API_KEY: `secret-of-the-${who}`, DEWEY_DATA_DIR: folder }, ...args);
  const everything = () =>
    [
      'memory.jsonl',
      'mem0-results.json',
      'mcp-memory-export.json',
      'claude-mem.db',
      'sessions.db',
      'basic-memory',
    ].map(at);

  it('stores the same as locally', async () => {
    const near = await dewey('import', ...everything());
    const before = await texts();
    await forget(lake);
    await lake.db.sql`delete from memories`;
    const far = await there('writer', 'import', ...everything());
    expect(far.products).toEqual(near.products);
    expect(await texts()).toEqual(before);
    expect(await there('reader', 'verify', at('claude-mem.db'))).toMatchObject({ code: 0, missing: 0 });
    const again = await there('writer', 'import', ...everything());
    for (const product of Object.values<Product>(again.products)) expect(product.stored).toBe(0);
  });

  it('says which right is missing, and stores nothing', async () => {
    await expect(there('reader', 'import', at('memory.jsonl'))).rejects.toThrow(
      'The key reader may not call store_captured',
    );
    expect(await texts()).toEqual([]);
  });
});
