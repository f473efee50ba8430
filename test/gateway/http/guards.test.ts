import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { catalog } from '../../../src/handlers/index.ts';
import type { Effect } from '../../../src/handlers/tool/effect.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const open = useServer(lake, {
  DEWEY_ALLOWED_HOSTS: 'dewey.lan, librarian',
  DEWEY_ALLOWED_ORIGINS: 'https://notes.example.org',
});
const secrets = {
  read: 'read-secret-0123456789',
  write: 'write-secret-0123456789',
  admin: 'admin-secret-0123456789',
};
const locked = useServer(lake, {
  DEWEY_LIMITS: 'failures=off', // each tool is called with a wrong key
  DEWEY_API_KEYS: Object.entries(secrets)
    .map(([scope, secret]) => `${scope}-key:${scope}:${secret}`)
    .join(','),
});

const paths = [
  '/',
  '/ws',
  '/mcp',
  '/tools',
  '/tools/dewey_search',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/no',
];
const upgrades = ['/', '/ws', '/mcp'];

/** `fetch` sets Host and Origin itself; a hostile client does not. */
async function status(url: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
  const sent = request(url, { method, headers });
  sent.end();
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

/** `open`, or the status of the refused upgrade. */
async function upgrade(url: string, headers: Record<string, string>): Promise<'open' | number> {
  const socket = new WebSocket(url.replace('http', 'ws'), 'mcp', { headers });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('unexpected-response', (_, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.on('open', () => {
      socket.close();
      resolve('open');
    });
  });
}

describe('a request that was not meant for this server', () => {
  const strangers = ['evil.example', 'evil.example:9020', '127.0.0.1.evil.example', 'localhost.evil.example'];

  it('is refused on every path by its Host, whatever the method', async () => {
    for (const path of paths)
      for (const host of strangers)
        for (const method of ['GET', 'POST', 'OPTIONS'])
          expect([path, host, method, await status(open.url + path, { host }, method)]).toEqual([
            path,
            host,
            method,
            403,
          ]);
  });

  it('is refused if it names no host', async () => {
    const { hostname, port } = new URL(open.url);
    const answerTo = async (lines: string) => {
      const socket = connect(Number(port), hostname);
      socket.write(`${lines}\r\n\r\n`);
      return (await text(socket)).split('\r\n')[0];
    };
    expect(await answerTo('GET /tools HTTP/1.1\r\nHost:\r\nConnection: close')).toMatch(/ 40[03] /);
    expect(await answerTo('GET /tools HTTP/1.1\r\nConnection: close')).toMatch(/ 400 /);
    expect(
      await answerTo('GET http://evil.example/tools HTTP/1.1\r\nHost: evil.example\r\nConnection: close'),
    ).toMatch(/ 403 /);
  });

  it('is refused on every path by its Origin', async () => {
    for (const path of paths)
      for (const origin of [
        'https://evil.example',
        'null',
        'http://localhost:1',
        'https://notes.example.org.evil',
      ])
        expect([path, origin, await status(open.url + path, { origin }, 'POST')]).toEqual([
          path,
          origin,
          403,
        ]);
  });

  it('is refused when a browser says that another site asked for it, as for an image', async () => {
    for (const site of ['cross-site', 'same-site'])
      for (const path of [...paths, '/backup', '/export/lake', '/metrics', '/live', '/sessions']) {
        const image = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
        expect([path, await status(open.url + path, { ...image, accept: 'text/html' })]).toEqual([path, 403]);
        const frame = {
          ...image,
          'sec-fetch-mode': 'navigate',
          'sec-fetch-dest': 'iframe',
          accept: 'text/html',
        };
        expect([path, await status(open.url + path, frame)]).toEqual([path, 403]);
      }
    const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html,*/*' };
    for (const path of ['/backup', '/export/lake', '/metrics', '/live'])
      expect([path, await status(open.url + path, { ...link, 'sec-fetch-site': 'cross-site' })]).toEqual([
        path,
        403,
      ]);
  });

  it('is refused before a WebSocket is opened', async () => {
    for (const path of upgrades) {
      expect(await upgrade(open.url + path, { host: 'evil.example' })).toBe(403);
      expect(await upgrade(open.url + path, { origin: 'https://evil.example' })).toBe(403);
      expect(await upgrade(open.url + path, { origin: 'null' })).toBe(403);
    }
  });

  it('names the setting that would allow it', async () => {
    const response = await fetch(`${open.url}/tools`, { headers: { origin: 'https://evil.example' } });
    expect(await response.json()).toMatchObject({
      error: { kind: 'forbidden', data: { suggestion: expect.stringContaining('DEWEY_ALLOWED_ORIGINS') } },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a request that was meant for this server', () => {
  it('passes with loopback names and the allowed ones, on any port', async () => {
    const { port } = new URL(open.url);
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      'LOCALHOST',
      '[::1]:9020',
      'dewey.lan',
      'Librarian:80',
    ])
      expect([host, await status(`${open.url}/tools`, { host })]).toEqual([host, 200]);
    expect(await upgrade(`${open.url}/mcp`, { host: 'librarian' })).toBe('open');
  });

  it('passes without an Origin, from its own and from an allowed one', async () => {
    for (const origin of [open.url, 'https://notes.example.org', 'HTTPS://Notes.Example.org']) {
      expect([origin, await status(`${open.url}/tools`, { origin })]).toEqual([origin, 200]);
      expect([origin, await upgrade(`${open.url}/ws`, { origin })]).toEqual([origin, 'open']);
    }
    for (const path of upgrades) expect(await upgrade(open.url + path, {})).toBe('open');
  });

  it('passes when a person follows a link to a page, and from its own and allowed pages', async () => {
    const link = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      accept: 'text/html,*/*',
    };
    for (const path of ['/', '/sessions', '/search?q=loan'])
      expect([path, await status(open.url + path, link)]).toEqual([path, 200]);
    for (const site of ['same-origin', 'none'])
      expect(await status(`${open.url}/tools`, { ...link, 'sec-fetch-site': site })).toBe(200);
    const allowed = {
      origin: 'https://notes.example.org',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'cors',
    };
    expect(await status(`${open.url}/tools`, allowed)).toBe(200);
    expect(await status(`${open.url}/healthz`, {})).toBe(200);
  });
});

describe('where keys are in use', () => {
  const call = (tool: string, secret?: string) =>
    fetch(`${locked.url}/tools/${tool}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
      },
      // No tool has this field: an admitted request gets no further.
      body: '{"no_such_field":1}',
    });

  it('nothing but the health checks answers without one', async () => {
    for (const path of paths) {
      const expected = path === '/healthz' || path === '/readyz' ? 200 : 401;
      expect([path, await status(locked.url + path, {})]).toEqual([path, expected]);
      if (expected === 401) {
        expect(await status(locked.url + path, { authorization: 'Bearer wrong-secret-0123456789' })).toBe(
          401,
        );
        expect(await status(locked.url + path, { authorization: `Basic ${secrets.admin}` })).toBe(401);
        expect(await status(`${locked.url}${path}?key=${secrets.admin}&token=${secrets.admin}`, {})).toBe(
          401,
        );
      }
    }
    for (const path of upgrades) {
      expect(await upgrade(locked.url + path, {})).toBe(401);
      expect(await upgrade(locked.url + path, { authorization: 'Bearer wrong-secret-0123456789' })).toBe(401);
      expect(await upgrade(locked.url + path, { authorization: `Bearer ${secrets.read}` })).toBe('open');
    }
    const challenge = await fetch(`${locked.url}/mcp`);
    expect(challenge.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('each tool is open only to the scopes that its effect needs', async () => {
    const allowed: Record<Effect, string[]> = {
      read: ['read', 'write', 'admin'],
      add: ['write', 'admin'],
      change: ['write', 'admin'],
      delete: ['admin'],
    };
    for (const tool of catalog.tools) {
      expect([tool.name, (await call(tool.name)).status]).toEqual([tool.name, 401]);
      expect([tool.name, (await call(tool.name, 'wrong-secret-0123456789')).status]).toEqual([
        tool.name,
        401,
      ]);
      for (const [scope, secret] of Object.entries(secrets)) {
        const expected = allowed[tool.effect].includes(scope) ? 400 : 403;
        expect([tool.name, scope, (await call(tool.name, secret)).status]).toEqual([
          tool.name,
          scope,
          expected,
        ]);
      }
    }
  });

  it('a refusal names the key and the missing scope, never a secret', async () => {
    const response = await call('dewey_delete_conversation', secrets.write);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({
      error: {
        kind: 'forbidden',
        message: 'The key write-key may not call dewey_delete_conversation.',
        data: { suggestion: expect.stringContaining('admin') },
      },
    });
    expect(body).not.toContain(secrets.write);
  });
});
