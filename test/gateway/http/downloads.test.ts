import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect as openDatabase } from '../../../src/db/postgres/connect.ts';
import { useServer } from '../../support/gateway.ts';
import { keys } from '../../support/keys.ts';
import { useLake } from '../../support/lake.ts';
import { eventually } from '../../support/waiting.ts';

const lake = useLake();
const server = useServer(lake, { DEWEY_API_KEYS: 'keeper:admin:the-key-of-the-keeper' }, undefined, {
  downloads: { stallMs: 1500 },
});
const two = useServer(lake, { DEWEY_API_KEYS: 'keeper:admin:the-key-of-the-keeper' }, undefined, {
  downloads: { most: 2 },
});
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const admin = bearer('the-key-of-the-keeper');
const sockets: Socket[] = [];

const paths = ['/export/lake', '/backup'];
const viewerExports = ['md', 'json'].map(
  (type) => `/sessions/11111111-1111-4111-8111-111111111111/export.${type}`,
);

beforeAll(async () => {
  // More than fits into the buffers between PostgreSQL and a client that stops reading, even compressed.
  await lake.db.sql.unsafe(`
    insert into conversations (id) values ('11111111-1111-4111-8111-111111111111');
    insert into conversation_heads (conversation_id, last_turn, message_count) values ('11111111-1111-4111-8111-111111111111', 3000, 3000);
    insert into messages (conversation_id, turn_number, role, content)
    select '11111111-1111-4111-8111-111111111111', n, 'user',
           (select string_agg(md5(n::text || '-' || m::text), ' ') from generate_series(1, 400) m)
    from generate_series(1, 3000) n`);
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** Sends a request and reads only the first bytes of the answer. */
async function askOnly(
  path: string,
  secret = 'the-key-of-the-keeper',
  method = 'GET',
  { url } = server,
): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined); // the server closes it
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nAuthorization: Bearer ${secret}\r\n\r\n`,
  );
  return socket;
}

const statusOf = async (socket: Socket): Promise<number> => {
  const [head] = await once(socket, 'data');
  socket.pause();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(head))?.[1]);
};

/** Connections of downloads, and open transactions. */
const held = async (): Promise<number> => {
  const [row] = await lake.db.sql<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name in ('dewey export', 'dewey backup')`;
  return row?.n ?? 0;
};
const nothingHeld = () => eventually(async () => (await held()) === 0);

describe('downloads of everything', () => {
  it('are complete when they are read', async () => {
    const response = await fetch(`${server.url}/export/lake`, { headers: admin });
    const lines = (await response.text()).trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ end: true, rows: { messages: 3000 } });
    await nothingHeld();
  });

  it('are not started by HEAD; 200 HEAD requests leave nothing behind', async () => {
    for (const path of [...paths, '/export/conversations', '/metrics', '/capture', '/mcp']) {
      const one = await fetch(server.url + path, { method: 'HEAD', headers: admin });
      expect([path, one.status, one.headers.get('allow')]).toEqual([
        path,
        405,
        expect.stringMatching(/GET|POST/),
      ]);
    }
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        fetch(`${server.url}${paths[i % 2]}`, { method: 'HEAD', headers: admin }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([405]));
    expect(await held()).toBe(0);
    expect((await fetch(`${server.url}/healthz`, { method: 'HEAD' })).status).toBe(200);
  });

  it('are limited in number, and end for a client that stops reading', async () => {
    const clients = await Promise.all(Array.from({ length: 50 }, (_, i) => askOnly(paths[i % 2] ?? '')));
    const statuses = await Promise.all(clients.map(statusOf));
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 503)).toHaveLength(46);
    const refused = await fetch(`${server.url}/backup`, { headers: admin });
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await refused.json()).toMatchObject({ error: { kind: 'unavailable', data: { retry_after: 10 } } });
    const search = await fetch(`${server.url}/tools/dewey_list_conversations`, {
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(search.status).toBe(200);
    await nothingHeld();
    for (const client of clients) client.destroy();
    expect((await fetch(`${server.url}/export/lake`, { headers: admin })).status).toBe(200);
  });

  it.each(paths)('%s releases its resources when its client disconnects', async (path) => {
    const client = await askOnly(path);
    expect(await statusOf(client)).toBe(200);
    expect(await held()).toBeGreaterThan(0);
    client.destroy();
    await nothingHeld();
  });

  it.each([...paths, ...viewerExports, '/export/conversations'])(
    '%s ends when its key is revoked',
    async (path) => {
      const name = `reader-${path.replaceAll('/', '-').slice(-40)}`;
      const { secret } = await keys(lake.url, 'add', name, '--scope', 'admin');
      const method = path === '/export/conversations' ? 'POST' : 'GET';
      const client = await eventually(async () => {
        const one = await askOnly(path, secret, method);
        return (await statusOf(one)) === 200 && one;
      });
      const closed = once(client, 'close');
      await keys(lake.url, 'revoke', name);
      client.resume();
      await closed;
      await nothingHeld();
    },
  );

  it.each(viewerExports)('%s counts as one of the downloads of conversations', async (path) => {
    const ask = () => askOnly(path, undefined, undefined, two);
    const clients = [await ask(), await ask()];
    expect(await Promise.all(clients.map(statusOf))).toEqual([200, 200]);
    expect(await statusOf(await ask())).toBe(503);
    for (const client of clients) client.destroy();
    const whole = await eventually(async () => {
      const response = await fetch(two.url + path, { headers: { ...admin, accept: 'text/html' } });
      return response.ok && response;
    });
    expect(whole.headers.get('content-disposition')).toContain('attachment; filename="session-11111111');
    expect((await whole.text()).length).toBeGreaterThan(3000 * 400 * 32);
  });
});

it('an idle transaction is ended', async () => {
  const db = openDatabase(lake.url, { max: 1, applicationName: 'a forgetful one', idleTransactionMs: 300 });
  const open = async () => {
    const rows = await lake.db.sql`select from pg_stat_activity
      where datname = current_database() and application_name = 'a forgetful one' and xact_start is not null`;
    return rows.length;
  };
  let goOn = () => {};
  let begun = 0;
  const forgotten = db.sql.begin(async (tx) => {
    begun = (await tx`select 1`).length;
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await tx`select 2`;
  });
  const outcome = expect(forgotten).rejects.toThrow();
  // A slow machine may first look when the transaction has been ended already.
  await eventually(() => begun === 1);
  await eventually(async () => (await open()) === 0);
  goOn();
  await outcome;
  expect(await db.sql`select 3 as n`).toEqual([{ n: 3 }]);
  await db.close();
});
