import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyringOf } from '../../../src/gateway/auth/load-keys.ts';
import { type CaptureService, createCapture } from '../../../src/gateway/capture/service.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { type RunningServer, startServer } from '../../../src/gateway/server.ts';
import { catalog } from '../../../src/handlers/index.ts';
import { fixture, importFile } from '../../support/capture.ts';
import { mcpClient, restClient } from '../../support/clients.ts';
import { testConfig } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { eventually } from '../../support/waiting.ts';

const lake = useLake();
let dataDir: string;
let capture: CaptureService;
let server: RunningServer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dewey-told-'));
  const config = testConfig({ DEWEY_DATA_DIR: dataDir, DEWEY_WATCH: 'off', DEWEY_PROXY_PORT: 'off' });
  const { clock, newId } = lake.deps;
  const log = createLog('silent');
  capture = createCapture({
    config,
    keys: keyringOf(config, undefined, log),
    db: lake.db,
    log,
    newId,
    clock,
  });
  server = await startServer(catalog, lake.db, config, log, { capture });
  await capture.start();
});
afterAll(async () => {
  await server.stop();
  await capture.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** One sentence or setting of each class, and what must be stored nowhere. */
const told: [text: string, secret: string][] = [
  ['The router password, which at that time was Fernweh2019, still works.', 'Fernweh2019'],
  ['Passwort? Moment... Zaunkönig12, alles klein bis auf das Z', 'Zaunkönig12'],
  ['Perdón, me equivoqué con la del FTP, no era Limonada3 sino Limonada33', 'Limonada33'],
  ['El PIN de mi móvil es 773155 por si lo necesitas', '773155'],
  ['We get into the old box with Quokka_Parade_5 every time.', 'Quokka_Parade_5'],
  ["j'ai mis Grenouille4! comme mot de passe sur le NAS", 'Grenouille4!'],
  ['Ok, here goes the root pw\n\nKrokus!88', 'Krokus!88'],
  ['A one-off text, 604118, hurry before it times out', '604118'],
  ['[client]\nuser=app\npassword = graue Katze 12\n', 'graue Katze 12'],
  ['KEYPAD_PIN=90133\nMODE=1', '90133'],
];
const text = told.map(([line]) => line).join('\n\n---\n\n');
const left = (stored: string): string[] =>
  told.map(([, secret]) => secret).filter((secret) => stored.includes(secret));

/** Everything in every table, as text. */
async function everything(): Promise<string> {
  const tables = await lake.db.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const rows = [];
  for (const { name } of tables)
    rows.push(JSON.stringify(await lake.db.sql`select to_jsonb(t) as row from ${lake.db.sql(name)} t`));
  return rows.join('\n');
}

describe('secrets told in sentences', () => {
  it('are stored by no hook', async () => {
    const hook = { session_id: 'told', hook_event_name: 'UserPromptSubmit', prompt: text, cwd: '/project' };
    const answer = await fetch(`${server.url}/hooks/claude-code`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(hook),
    });
    expect(answer.status).toBe(200);
    const row = await eventually(async () => {
      const [found] = await lake.db.sql`select content from messages where content like 'The router%'`;
      return found;
    });
    expect(row?.content).toContain('[redacted:');
    expect(left(await everything())).toEqual([]);
  });

  it('are stored by no import of a transcript', async () => {
    const lines = (await readFile(fixture('claude-code/session-two-turns.jsonl'), 'utf8')).split('\n');
    const at = lines.findIndex((line) => /"role":"user","content":"[^"]/.test(line));
    const record = JSON.parse(lines[at] ?? '{}');
    record.message.content = text;
    lines[at] = JSON.stringify(record);
    const path = join(dataDir, 'told.jsonl');
    await writeFile(path, lines.join('\n'));
    await importFile(lake, path);
    const [row] = await lake.db.sql`select count(*)::int as n from messages where content like 'The router%'`;
    expect(row?.n).toBe(2);
    expect(left(await everything())).toEqual([]);
  });

  it.each([
    ['dewey_store_message', { session_id: 'told-tool', role: 'user', content: text }],
    ['memory_store', { content: text, type: 'fact', confidence: 1 }],
    ['artifact_ingest', { artifact_type: 'note', source_system: 'notes', source_id: 'told', content: text }],
  ])('are stored by %s neither over REST nor over MCP', async (tool, input) => {
    const value = await restClient(server.url).call(tool, input);
    expect(value).toMatchObject({ redacted: { secret_field: expect.any(Number) } });
    const client = await mcpClient('http', server.url);
    const again =
      'source_id' in input ? { ...input, source_id: 'told-mcp' } : { ...input, content: `Again. ${text}` };
    expect(await client.call(tool, again)).toMatchObject({ redacted: { secret_field: expect.any(Number) } });
    await client.close();
    expect(left(await everything())).toEqual([]);
  });
});
