import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { runHere } from '../support/command.ts';
import { useDataDirs } from '../support/datadir.ts';
import { useLake } from '../support/lake.ts';
import { dewey, type Running, serve } from '../support/process.ts';
import { eventually } from '../support/waiting.ts';

const lake = useLake();
const dataDir = useDataDirs();
let folder: string;
let orchestrator: WebSocketServer;
let proxy: Running;
let address: string;
let server: Running & { url: string };

const prompt = 'Who may grant a longer loan of the astrolabe?';
const answers = {
  'gpt-5': 'The director alone may.\n',
  'vendor/deepseek-r1': 'Any librarian may, for a week.\n',
};
const fileOf = (model: string) => `${model.replace('/', '_')}.md`;

/** What the orchestrator tells of its run, of which the answers are files on its machine. */
const results = Object.keys(answers).map((model, i) => ({
  model,
  status: 'success',
  output_file: `/app/output/20261120_100000_a1b2c3d4/${fileOf(model)}`,
  duration: 1.5 + i,
  tokens: { prompt: 12, completion: 5 + i },
}));
const told = { status: 'success', correlation_id: 'a1b2c3d4', results, message: '2/2 models succeeded' };
/** What it writes beside the answers: it keeps no prompt. */
const summary = {
  correlation_id: 'a1b2c3d4',
  timestamp: '20261120_100000',
  prompt: `<redacted - ${prompt.length} chars>`,
  prompt_length: prompt.length,
  models: Object.keys(answers),
  results,
};

beforeAll(async () => {
  folder = await dataDir();
  orchestrator = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(orchestrator, 'listening');
  orchestrator.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { id } = JSON.parse(data.toString());
      const content = [{ type: 'text', text: JSON.stringify(told, null, 2) }];
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: { content } }));
    }),
  );
  const env = { DATABASE_URL: lake.url, DEWEY_DATA_DIR: folder };
  const { port } = orchestrator.address() as AddressInfo;
  proxy = dewey(['proxy'], {
    ...env,
    DEWEY_PROXY_PORT: '0',
    DEWEY_UPSTREAMS: `fiedler=ws://127.0.0.1:${port}`,
  });
  [, address = ''] = await proxy.says(/^The proxy is listening at http(\S+)$/m);
  server = await serve(env);
});
afterAll(async () => {
  await proxy.end();
  await server.end();
  orchestrator.close();
});

// biome-ignore lint/suspicious/noExplicitAny: the answer of a tool has the shape the test says
async function post(path: string, input: object): Promise<any> {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  });
  const body = await answer.json();
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return body;
}
const stored = (more: object = {}) =>
  post('/tools/dewey_get_fiedler_results', { correlation_id: 'a1b2c3d4', ...more });
const found = async (query: string) =>
  (await post('/tools/hybrid_search', { query, kinds: ['run'] })).results;
const run = async (...args: string[]) => {
  const { code, out, err } = await runHere([...args, '--json'], { DEWEY_URL: server.url });
  expect(code, err).toBe(0);
  return JSON.parse(out);
};

it('a run of two models is one set of answers, from the call to the purge', async () => {
  const client = new WebSocket(`ws${address}?upstream=fiedler&session_id=astrolabe`);
  await once(client, 'open');
  const params = { name: 'fiedler_send', arguments: { prompt, models: Object.keys(answers) } };
  client.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  await once(client, 'message');
  client.close();
  const called = await eventually(async () => {
    const page = await stored();
    return page.total === 2 && page;
  });
  const [{ conversation_id }] = called.results;
  for (const one of called.results) expect(one).toMatchObject({ prompt, output: null, conversation_id });
  const { messages } = await post('/tools/dewey_get_conversation', { conversation_id });
  expect(messages[0].content).toContain(prompt);

  const output = join(folder, '20261120_100000_a1b2c3d4');
  await mkdir(output);
  await writeFile(join(output, 'summary.json'), JSON.stringify(summary));
  for (const [model, text] of Object.entries(answers)) await writeFile(join(output, fileOf(model)), text);
  expect(await run('import', output)).toMatchObject({ runs: { stored: 0, completed: 2, failed: [] } });
  expect(await run('import', output)).toMatchObject({ runs: { stored: 0, completed: 0, known: 2 } });

  const pages = [await stored({ limit: 1 }), await stored({ limit: 1, offset: 1 })];
  const both = pages.flatMap((page) => page.results);
  expect(pages.map(({ total }) => total)).toEqual([2, 2]);
  for (const [model, text] of Object.entries(answers))
    expect(both.find((one) => one.model === model)).toMatchObject({
      ...{ prompt, output: text, tokens_prompt: 12, conversation_id, status: 'success' },
    });
  expect(await found('director alone')).toMatchObject([{ id: 'a1b2c3d4', title: 'gpt-5' }]);
  expect(await found('astrolabe')).toHaveLength(1);

  const html = await (
    await fetch(`${server.url}/runs/a1b2c3d4`, { headers: { Accept: 'text/html' } })
  ).text();
  expect(html).toMatch(/gpt-5[\s\S]*The director alone may\.[\s\S]*vendor\/deepseek-r1[\s\S]*Any librarian/);
  expect(html).toContain(`href="/sessions/${conversation_id}"`);

  const ids: string[] = both.map(({ id }) => id).sort();
  expect(await post('/records/result/delete', { ids })).toMatchObject({ deleted: ids });
  expect((await stored()).total).toBe(0);
  expect(await found('astrolabe')).toEqual([]);
  expect(await run('import', output)).toMatchObject({ runs: { stored: 0, deleted: 2 } });
  await lake.db.sql`
    update fiedler_results set deleted_at = now() - interval '31 days' where deleted_at is not null`;
  await run('retention', 'run');
  expect(await lake.db.sql`select from fiedler_results`).toHaveLength(0);
  expect(await lake.db.sql`select from search_postings where term = 'astrolab' and shelf = 7`).toHaveLength(
    0,
  );
}, 120_000);
