import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { connect } from '../../src/db/postgres/connect.ts';
import { CallFailed, mcpClient, restClient } from '../support/clients.ts';
import { cloneDatabase, useDatabase } from '../support/lake.ts';
import { dewey, serve } from '../support/process.ts';
import { eventually } from '../support/waiting.ts';
import { wayTo } from '../support/way.ts';

// Real processes start and stop here, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const database = useDatabase();

// Each waits for its own processes most of the time.
describe.concurrent('dewey serve with an external database', () => {
  it('that is down at the start waits for it, and becomes ready without a restart', async () => {
    const empty = await cloneDatabase('template0');
    const way = await wayTo(empty.url);
    const server = dewey(['serve'], { DATABASE_URL: way.url, DEWEY_MCP_PORT: '0' });
    const [, url = ''] = await server.says(/"url":"(http:[^"]+)"/, 'err');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    await expect(
      restClient(url).call('dewey_store_message', { role: 'user', content: 'x' }),
    ).rejects.toMatchObject({
      body: { error: { kind: 'unavailable', data: { retry_after: expect.any(Number) } } },
    });
    expect(server.out()).toBe('');

    await way.mend();
    await server.says(/^Dewey is ready at /m);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await restClient(url).call('dewey_store_message', { role: 'user', content: 'x' })).toMatchObject({
      turn_number: 1,
    });
    expect(await server.end()).toBe(0);
    way.cut();
    await empty.drop();
  });

  it('that is down at the start can be stopped', async () => {
    const way = await wayTo(database.url);
    const server = dewey(['serve'], { DATABASE_URL: way.url, DEWEY_MCP_PORT: '0' });
    await server.says(/trying again/, 'err');
    expect(await server.end('SIGTERM')).toBe(0);
    expect(server.out()).toBe('');
  });

  it('that holds foreign tables exits with a message about them', async () => {
    const other = await cloneDatabase('template0');
    const db = connect(other.url);
    await db.sql`create table conversations (id integer)`;
    await db.close();
    const server = dewey(['serve'], { DATABASE_URL: other.url, DEWEY_MCP_PORT: '0' });
    expect(await server.ended).toBe(1);
    expect(server.err()).toMatch(
      /^dewey: The database has a table named conversations .* was not created by Dewey\./m,
    );
    await other.drop();
  });

  it('that goes down reports so to every client, and recovers when it is back; nothing is stored twice or lost', async () => {
    const way = await wayTo(database.url);
    await way.mend();
    const server = await serve({ DATABASE_URL: way.url, DEWEY_LOG_LEVEL: 'fatal' });
    const clients = [
      restClient(server.url),
      await mcpClient('http', server.url),
      await mcpClient('ws', server.url),
    ];
    const { conversation_id } = await restClient(server.url).call('dewey_begin_conversation', {});
    const stored = new Map<string, number>();
    const failures: unknown[] = [];
    const writers = clients.map(async (client, c) => {
      for (let n = 0; n < 30; n += 1) {
        const external_id = `${c}-${n}`;
        const message = { conversation_id, role: 'user', content: external_id, external_id };
        await eventually(async () => {
          try {
            stored.set(external_id, (await client.call('dewey_store_message', message)).turn_number);
            return true;
          } catch (error) {
            failures.push(error);
            return false;
          }
        });
        if (c === 0 && n === 10) {
          way.cut();
          expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
          await eventually(() => failures.length > 3);
          await way.mend();
        }
      }
    });
    await Promise.all(writers);
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(CallFailed);
      expect(failure).toMatchObject({
        body: {
          error: {
            code: -32001,
            kind: 'unavailable',
            // A client cut off in the middle of a store is not promised that nothing was stored: that is unknown.
            message: expect.stringMatching(
              /^The database cannot be reached\.|^The connection to the database was lost/,
            ),
            data: { retry_after: expect.any(Number) },
          },
        },
      });
    }
    expect(JSON.stringify(failures.map((failure) => (failure as CallFailed).body))).toContain(
      'Nothing was stored',
    );
    const { messages } = await restClient(server.url).call('dewey_get_conversation', { conversation_id });
    expect(messages).toHaveLength(90);
    for (const [content, turn] of stored) expect(messages[turn - 1]).toMatchObject({ turn, content });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await Promise.all(clients.map((client) => client.close()));
    expect(await server.end()).toBe(0);
    way.cut();
  });

  it('that hangs cannot keep the server from stopping', async () => {
    const way = await wayTo(database.url);
    await way.mend();
    const server = await serve({ DATABASE_URL: way.url, DEWEY_LOG_LEVEL: 'fatal' });
    way.stall();
    const call = restClient(server.url).call('dewey_store_message', { role: 'user', content: 'x' });
    const unanswered = expect(call).rejects.toThrow();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect(await server.end()).toBe(0);
    await unanswered;
    way.cut();
  });

  it('tolerates clients that vanish in the middle of calls', async () => {
    const server = await serve({ DATABASE_URL: database.url });
    const { conversation_id } = await restClient(server.url).call('dewey_begin_conversation', {});
    for (let n = 0; n < 5; n += 1) {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, 'mcp');
      await once(socket, 'open');
      for (let id = 1; id <= 20; id += 1)
        socket.send(
          JSON.stringify({
            jsonrpc: '2.0',
            id,
            method: 'tools/call',
            params: {
              name: 'dewey_store_message',
              arguments: { conversation_id, role: 'user', content: `${n}/${id}` },
            },
          }),
        );
      await once(socket, 'message');
      socket.terminate();
    }
    const { messages } = await restClient(server.url).call('dewey_get_conversation', { conversation_id });
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.map((m: { turn: number }) => m.turn)).toEqual(
      Array.from({ length: messages.length }, (_, i) => i + 1),
    );
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.end()).toBe(0);
    expect(server.err()).not.toMatch(/"level":[56]0/);
  });
});
