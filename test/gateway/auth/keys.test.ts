import { describe, expect, it } from 'vitest';
import { restClient } from '../../support/clients.ts';
import { runHere } from '../../support/command.ts';
import { useServer } from '../../support/gateway.ts';
import { bearer, keys, openWith } from '../../support/keys.ts';
import { useLake } from '../../support/lake.ts';
import { modern, openSession, post, rpc } from '../../support/mcp.ts';
import { eventually } from '../../support/waiting.ts';

const lake = useLake();
// Many wrong keys come from one address here.
const env = { DEWEY_LIMITS: 'failures=off' };
const server = useServer(lake, env);
const strict = useServer(lake, { ...env, DEWEY_REQUIRE_KEY: 'on' });

const status = (secret: string | undefined, path = '/tools', url = server.url) =>
  fetch(url + path, { headers: bearer(secret) }).then((response) => response.status);
/** Resolves when a request with this secret gets this status; key changes take a moment to arrive. */
const answers = (secret: string | undefined, wanted: number, url = server.url) =>
  eventually(async () => (await status(secret, '/tools', url)) === wanted, 5000);
const problem = async (secret: string): Promise<string> => {
  const response = await fetch(`${server.url}/tools`, { headers: bearer(secret) });
  return ((await response.json()) as { error: { data: { problem: string } } }).error.data.problem;
};

describe('keys of the database', () => {
  it('are required from the first one on, and anonymous connections are closed', async () => {
    expect(await status(undefined)).toBe(200);
    expect(await status(undefined, '/tools', strict.url)).toBe(401);
    const { socket, closed } = await openWith(server.url, undefined);
    expect(socket.readyState).toBe(socket.OPEN);

    const { secret } = await keys(lake.url, 'add', 'first', '--scope', 'admin');
    expect(secret).toMatch(/^dewey_[A-Za-z0-9_-]{43}$/);
    expect(await closed).toEqual({ code: 4401, reason: 'a key is required from now on' });
    await answers(undefined, 401);
    expect([await status(secret), await status(secret, '/tools', strict.url)]).toEqual([200, 200]);
    const [row] = await lake.db.sql`select * from api_keys`;
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  it('are accepted by every transport, according to their rights', async () => {
    const { secret: admin } = await keys(lake.url, 'add', 'admin', '--scope', 'admin');
    const { secret: read } = await keys(lake.url, 'add', 'reader', '--scope', 'read');
    await answers(read, 200);
    await expect(restClient(server.url, read).call('dewey_begin_conversation', {})).rejects.toMatchObject({
      body: { error: { kind: 'forbidden', message: expect.stringContaining('The key reader') } },
    });
    const headers = await openSession(server.url, bearer(read));
    const call = rpc('tools/call', { name: 'dewey_begin_conversation', arguments: {} });
    const { result } = await (await post(server.url, call, headers)).json();
    expect(result).toMatchObject({ isError: true });
    expect(result.content[0].text).toContain('needs the scope write');
    const key = (name: string) =>
      fetch(`${server.url}/admin/${name}`, { method: 'POST', headers: bearer(read) });
    expect((await key('keys_list')).status).toBe(403);
    const listed = await fetch(`${server.url}/admin/keys_list`, { method: 'POST', headers: bearer(admin) });
    expect(await listed.json()).toMatchObject({ keys: expect.arrayContaining([]) });
    const { keys: all } = await keys(lake.url, 'list');
    expect(all.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
      ['first', 'active'],
      ['admin', 'active'],
      ['reader', 'active'],
    ]);
  });

  it('end at once when they are revoked: sockets with 4401, sessions, streams', async () => {
    const { secret } = await keys(lake.url, 'add', 'lost-laptop');
    await answers(secret, 200);
    const sockets = await Promise.all(['/', '/ws', '/mcp'].map((path) => openWith(server.url, secret, path)));
    const session = await openSession(server.url, bearer(secret));
    const stream = await fetch(`${server.url}/mcp`, { headers: { ...session, accept: 'text/event-stream' } });
    expect(stream.status).toBe(200);
    const listen = await modern(
      server.url,
      'subscriptions/listen',
      { notifications: { resourceSubscriptions: ['dewey://contexts/active'] } },
      undefined,
      bearer(secret),
    );
    expect([listen.status, listen.headers.get('content-type')]).toEqual([200, 'text/event-stream']);

    await keys(lake.url, 'revoke', 'lost-laptop');
    for (const { closed } of sockets)
      expect(await closed).toEqual({ code: 4401, reason: 'the key was revoked' });
    await stream.text();
    expect(await listen.text()).toContain(': the key was revoked');
    expect(await status(secret)).toBe(401);
    expect(await problem(secret)).toBe('the key was revoked');
    const after = await post(server.url, rpc('tools/list'), session);
    expect(after.status).toBe(401);
    await expect(keys(lake.url, 'add', 'lost-laptop')).rejects.toThrow(
      'The name lost-laptop is already taken',
    );
    expect(await keys(lake.url, 'remove', 'lost-laptop')).toMatchObject({ removed: true });
    expect(await keys(lake.url, 'add', 'lost-laptop')).toMatchObject({ state: 'active' });
  });

  it('end by themselves when they expire', async () => {
    const { secret, expires_at } = await keys(lake.url, 'add', 'visitor', '--expires', '2s');
    await answers(secret, 200);
    const { closed } = await openWith(server.url, secret);
    expect(await closed).toEqual({ code: 4401, reason: 'the key has expired' });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires_at));
    expect(Date.now()).toBeLessThan(Date.parse(expires_at) + 1000);
    expect(await problem(secret)).toBe('the key has expired');
  });

  it('are rotated at once, or with a grace period in which both secrets are valid', async () => {
    const { secret: first } = await keys(lake.url, 'add', 'rotating');
    await answers(first, 200);
    const open = await openWith(server.url, first);
    const { secret: second } = await keys(lake.url, 'rotate', 'rotating', '--grace', '1h');
    await answers(second, 200);
    expect([await status(first), open.socket.readyState]).toEqual([200, open.socket.OPEN]);
    const later = await openWith(server.url, second);

    const { secret: third } = await keys(lake.url, 'rotate', 'rotating');
    expect(await later.closed).toEqual({ code: 4401, reason: 'the key was given a new secret' });
    expect((await open.closed).code).toBe(4401);
    await answers(third, 200);
    expect([await status(first), await status(second)]).toEqual([401, 401]);
    await expect(keys(lake.url, 'rotate', 'nobody')).rejects.toThrow('There is no key named nobody');
  });

  it('see only documents up to a sensitivity, where one is set', async () => {
    const low = await keys(lake.url, 'add', 'low', '--max-sensitivity', 'normal');
    const { secret: full } = await keys(lake.url, 'add', 'full');
    expect(low).toMatchObject({ name: 'low', max_sensitivity: 'normal' });
    await answers(low.secret, 200);
    await answers(full, 200);
    const document = {
      artifact_type: 'note',
      source_system: 's',
      content: 'Secret',
      sensitivity: 'sensitive',
    };
    const { artifact_id } = await restClient(server.url, full).call('artifact_ingest', document);
    const get = (secret: string) => restClient(server.url, secret).call('artifact_get', { artifact_id });
    expect(await get(full)).toMatchObject({ artifact_id });
    await expect(get(low.secret)).rejects.toMatchObject({ body: { error: { kind: 'not_found' } } });
    expect((await fetch(`${server.url}/metrics`, { headers: bearer(low.secret) })).status).toBe(403);
  });

  it('reach only the toolsets they are limited to, in listings too', async () => {
    const { secret } = await keys(lake.url, 'add', 'librarian', '--toolsets', 'contexts', '--scope', 'admin');
    await answers(secret, 200);
    const client = restClient(server.url, secret);
    expect(await client.call('dewey_list_startup_contexts', {})).toHaveProperty('contexts');
    await expect(client.call('dewey_list_conversations', {})).rejects.toMatchObject({
      body: {
        error: {
          kind: 'forbidden',
          data: { problem: expect.stringContaining('only the toolsets contexts') },
        },
      },
    });
    const session = await openSession(server.url, bearer(secret));
    const listed = await (await post(server.url, rpc('tools/list'), session)).json();
    const names = listed.result.tools.map((tool: { name: string }) => tool.name);
    expect(names).toContain('dewey_set_startup_context');
    expect(names).not.toContain('dewey_search');
    const rest = (await (await fetch(`${server.url}/tools`, { headers: bearer(secret) })).json()) as {
      tools: { name: string }[];
    };
    expect(rest.tools.map((tool) => tool.name)).toEqual(names);
    expect([await status(secret, '/metrics'), await status(secret, '/mcp?toolsets=conversations')]).toEqual([
      403, 400,
    ]);
    await expect(keys(lake.url, 'add', 'typo', '--toolsets', 'convarsations')).rejects.toThrow('toolsets');
  });
});

describe('dewey keys', () => {
  it('goes through a gateway with DEWEY_URL and an admin key, and reports what it did', async () => {
    const { secret } = await keys(lake.url, 'add', 'operator', '--scope', 'admin');
    const { secret: limited } = await keys(
      lake.url,
      'add',
      'half-operator',
      '--scope',
      'admin',
      '--project',
      'ledger',
    );
    await answers(limited, 200);
    const run = (key: string, ...args: string[]) =>
      runHere(['keys', ...args], { DEWEY_URL: server.url, DEWEY_API_KEY: key });
    const added = await run(secret, 'add', 'remote', '--expires', '90d', '--toolsets', 'contexts');
    expect(added.out).toMatch(/^Added remote \(write, toolsets contexts, until 20\S+\)\.\nSecret .*: dewey_/);
    expect((await run(secret, 'rotate', 'remote')).out).toContain('The old secret is no longer valid');
    expect((await run(secret, 'revoke', 'remote')).out).toContain('Revoked remote');
    expect((await run(secret, 'list')).out).toMatch(/^remote \(.*\); revoked; never used$/m);
    expect((await run(secret, 'remove', 'remote')).out).toContain('Removed remote');
    const wrong: [args: string[], code: number, says: RegExp][] = [
      [['add', 'no blanks'], 2, /name: must be 1 to 64 letters/],
      [['add', 'x', '--expires', 'soon'], 2, /^dewey: expires: must be a duration such as .*00Z\.\n$/],
      // It would be dead at birth, and require a key of everybody.
      [['add', 'x', '--expires', '0d'], 2, /expires: must be a duration/],
      [['add', 'x', '--expires', '2020-01-01T00:00:00Z'], 2, /expires/],
      [['add', 'operator'], 1, /The name operator is already taken.*Choose another name/],
      [['revoke', 'nobody'], 1, /There is no key named nobody/],
      [['remove', 'operator'], 1, /revoke it first/],
    ];
    for (const [args, code, says] of wrong)
      expect(await run(secret, ...args)).toMatchObject({ code, err: expect.stringMatching(says) });
    expect((await run(secret, 'rotate', 'half-operator', '--grace', '0s')).code).toBe(0);
    expect(await run(limited, 'list')).toMatchObject({
      code: 1,
      err: expect.stringContaining('The key half-operator may not administer this server'),
    });
    expect(await run('wrong', 'list')).toMatchObject({
      code: 1,
      err: expect.stringContaining('rejected this key (unknown key)'),
    });
    expect(await runHere(['keys', 'list'], { DEWEY_URL: 'http://127.0.0.1:1' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('DEWEY_URL: http://127.0.0.1:1 cannot be reached'),
    });
    const rows = await lake.db
      .sql`select tool, key_id from audit_log where tool = 'keys_add' and client = 'dewey keys'`;
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('a key of one project', () => {
  it('neither finds, reads nor changes anything of another project', async () => {
    const { secret: all } = await keys(lake.url, 'add', 'unlimited', '--scope', 'admin');
    const { secret } = await keys(lake.url, 'add', 'ledger', '--scope', 'admin', '--project', 'ledger');
    await answers(secret, 200);
    const boss = restClient(server.url, all);
    const client = restClient(server.url, secret);
    const other = await boss.call('dewey_store_message', {
      project: 'payroll',
      session_id: 'shared',
      role: 'user',
      content: 'The salaries are secret',
      external_id: 'known',
    });
    const own = await client.call('dewey_store_message', { role: 'user', content: 'The ledger is balanced' });

    expect(await client.call('dewey_list_conversations', {})).toMatchObject({
      total: 1,
      conversations: [{ id: own.conversation_id, project: 'ledger' }],
    });
    expect(await client.call('dewey_search', { query: 'salaries ledger', explain: true })).toMatchObject({
      total: 1,
      results: [{ conversation_id: own.conversation_id }],
    });
    const id = other.conversation_id;
    const refused: [tool: string, input: object, kind: string][] = [
      ['dewey_search', { query: 'salaries', project: 'payroll' }, 'forbidden'],
      ['dewey_list_conversations', { project: 'payroll' }, 'forbidden'],
      ['dewey_begin_conversation', { project: 'payroll' }, 'forbidden'],
      ['dewey_get_conversation', { conversation_id: id }, 'not_found'],
      ['dewey_get_conversation', { conversation_id: id.toUpperCase() }, 'not_found'],
      ['dewey_get_conversation', { conversation_id: `{${id}}` }, 'invalid_input'],
      ['dewey_store_message', { conversation_id: id, role: 'user', content: 'x' }, 'not_found'],
      [
        'dewey_store_message',
        { session_id: 'shared', external_id: 'known', role: 'user', content: 'x' },
        'forbidden',
      ],
      [
        'dewey_store_messages_bulk',
        { session_id: 'shared', messages: [{ external_id: 'known', role: 'user', content: 'x' }] },
        'forbidden',
      ],
      ['dewey_begin_conversation', { session_id: 'shared', external_id: 'known' }, 'forbidden'],
      ['dewey_update_conversation', { conversation_id: id, project: 'ledger' }, 'not_found'],
      [
        'dewey_update_conversation',
        { conversation_id: own.conversation_id, project: 'payroll' },
        'forbidden',
      ],
      ['dewey_delete_conversation', { conversation_id: id, force: true }, 'not_found'],
      ['membria_get_all_calibrations', {}, 'forbidden'],
      ['search_experiences', { query: 'salaries' }, 'forbidden'],
      ['dewey_get_startup_context', {}, 'forbidden'],
    ];
    for (const [tool, input, kind] of refused)
      await expect(client.call(tool, input), `${tool} ${JSON.stringify(input)}`).rejects.toMatchObject({
        body: { error: { kind } },
      });
    // A conversation of another project looks the same as one that never existed.
    const answer = (conversation_id: string) =>
      client
        .call('dewey_get_conversation', { conversation_id })
        .catch(({ body }) => JSON.stringify(body).replaceAll(conversation_id, 'ID'));
    expect(await answer(id)).toBe(await answer('00000000-0000-7000-8000-000000000000'));
    expect(await boss.call('dewey_get_conversation', { conversation_id: id })).toMatchObject({
      total_messages: 1,
    });
  });

  it('is shown only what can be scoped to its project, and no resources', async () => {
    const { secret } = await keys(lake.url, 'add', 'ledger-reader', '--scope', 'read', '--project', 'ledger');
    await answers(secret, 200);
    const session = await openSession(server.url, bearer(secret));
    const ask = async (method: string, params = {}) =>
      (await post(server.url, rpc(method, params), session)).json();
    const { result } = await ask('tools/list');
    expect(result.tools).toHaveLength(9);
    expect((await ask('resources/list')).result.resources).toEqual([]);
    expect((await ask('prompts/list')).result.prompts).toEqual([]);
    expect(await ask('resources/read', { uri: 'dewey://contexts/active' })).toHaveProperty('error');
    expect(await ask('resources/subscribe', { uri: 'dewey://contexts/active' })).toHaveProperty('error');
    const listening = await modern(
      server.url,
      'subscriptions/listen',
      { notifications: { resourceSubscriptions: ['dewey://contexts/active'] } },
      undefined,
      bearer(secret),
    );
    expect([listening.status, await listening.json()]).toEqual([400, expect.objectContaining({ id: 1 })]);
    expect(await status(secret, '/metrics')).toBe(403);
    expect(await status(secret, '/openapi.json')).toBe(200);
  });
});
