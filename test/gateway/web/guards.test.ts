import { describe, expect, it } from 'vitest';
import { useServer } from '../../support/gateway.ts';
import { openWith } from '../../support/keys.ts';
import { useLake } from '../../support/lake.ts';
import { loggedIn, pageOf, sendForm, shownAt } from '../../support/viewer.ts';
import { eventually } from '../../support/waiting.ts';

const reader = 'secret-of-the-reader-0123456789';
const admin = 'secret-of-the-admin-0123456789';

describe('without keys', () => {
  const server = useServer(useLake());

  it('serves a page at / that runs no inline script and loads nothing from elsewhere', async () => {
    const response = await pageOf(server, '/');
    expect(response.status).toBe(200);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(response.headers.get('x-request-id')).toMatch(/^page-[0-9a-f-]{36}$/);
    const text = await response.text();
    expect(text).toMatch(/^<!doctype html>/);
    expect(text).not.toMatch(/ style="| on\w+="|<script>|<style/);
    const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
    expect(loaded.filter((url) => !url.startsWith('/') && !url.startsWith('#'))).toEqual([]);
  });

  it('serves assets under names that change with their content', async () => {
    const text = await shownAt(server, '/');
    const assets = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, url = '']) => url);
    expect(assets.length).toBeGreaterThan(3);
    for (const asset of assets) {
      const response = await fetch(server.url + asset);
      expect([asset, response.status]).toEqual([asset, 200]);
      expect(response.headers.get('cache-control')).toContain('immutable');
    }
    expect((await fetch(`${server.url}/assets/viewer-000000000000.css`)).status).toBe(404);
  });

  it('leaves API clients what they had: JSON at / and at unknown paths, WebSockets at /', async () => {
    for (const path of ['/', '/sessions', '/nowhere']) {
      const response = await fetch(server.url + path, { headers: { accept: 'application/json' } });
      expect([response.status, ((await response.json()) as { error: { kind: string } }).error.kind]).toEqual([
        404,
        'not_found',
      ]);
    }
    const { socket } = await openWith(server.url, undefined, '/');
    socket.close();
  });

  it('answers an unknown page and an unknown session with a page', async () => {
    for (const path of ['/sessions/00000000-0000-4000-8000-000000000000', '/search/deeper']) {
      const response = await pageOf(server, path);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=UTF-8',
      ]);
    }
  });

  it('says on empty pages what to do next', async () => {
    const next = {
      '/sessions': 'Nothing is stored yet.',
      '/sessions?q=quay': '<a href="/sessions">All sessions</a>',
      '/sessions?by=project': '<a href="/runs">Runs of models</a>',
      '/runs': 'dewey_store_fiedler_result',
      '/decisions': 'membria_capture_decision',
      '/documents': 'artifact_ingest',
      '/memory': 'memory_store',
      '/search?q=quay&role=user': '<a href="/search?q=quay">Search without filters</a>',
    };
    for (const [path, words] of Object.entries(next))
      expect([path, await (await pageOf(server, path)).text()]).toEqual([
        path,
        expect.stringContaining(words),
      ]);
    expect(await (await pageOf(server, '/search?q=quay')).text()).not.toContain('Why are these here?');
  });

  it('refuses unknown hosts, and forms of other pages', async () => {
    const { host } = new URL(server.url);
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://${host}`, 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) expect((await sendForm(server, '/logout', {}, headers)).status).toBe(403);
    const bare = await fetch(`${server.url}/logout`, { method: 'POST', headers: { accept: 'text/html' } });
    expect(bare.status).toBe(403);
  });
});

describe('with keys in use', () => {
  const lake = useLake();
  const server = useServer(lake, {
    DEWEY_API_KEYS: `reader:read:${reader},admin:admin:${admin}`,
    DEWEY_ALLOWED_ORIGINS: 'https://app.example',
  });

  it('asks for a key, returns to the page asked for, and keeps API clients at 401', async () => {
    const response = await pageOf(server, '/search?q=a');
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/login?next=%2Fsearch%3Fq%3Da',
    ]);
    expect(await shownAt(server, '/login?next=%2Fsearch%3Fq%3Da')).toContain('value="/search?q=a"');
    expect((await fetch(`${server.url}/sessions`)).status).toBe(401);
    expect((await pageOf(server, '/live')).status).toBe(401);
  });

  it('exchanges a key for a cookie that scripts cannot read', async () => {
    const wrong = await sendForm(server, '/login', { key: 'not-a-key-at-all' });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('set-cookie')).toBeNull();
    const right = await sendForm(server, '/login', { key: reader, next: '//evil.example' });
    expect(right.headers.get('location')).toBe('/');
    const cookie = right.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(cookie).not.toContain(reader);
    expect(await shownAt(server, '/', await loggedIn(server, reader))).toContain('<b>reader</b>');
  });

  it('the cookie opens pages only, and ends with a log-out', async () => {
    const headers = await loggedIn(server, admin);
    expect((await fetch(`${server.url}/tools`, { headers })).status).toBe(401);
    const origin = { origin: 'https://app.example' };
    expect((await sendForm(server, '/logout', {}, { ...headers, ...origin })).status).toBe(403);
    expect((await pageOf(server, '/', headers)).status).toBe(200);
    expect((await sendForm(server, '/logout', {}, headers)).status).toBe(303);
    expect((await pageOf(server, '/', headers)).status).toBe(303);
  });

  it('the cookie ends with its key', async () => {
    const administer = async (name: string, input: object): Promise<{ secret?: string }> => {
      const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' };
      const body = JSON.stringify(input);
      const response = await fetch(`${server.url}/admin/${name}`, { method: 'POST', headers, body });
      expect(response.status).toBe(200);
      return (await response.json()) as { secret?: string };
    };
    const { secret = '' } = await administer('keys_add', { name: 'ends', scope: 'read' });
    await eventually(async () => (await sendForm(server, '/login', { key: secret })).status === 303);
    const headers = await loggedIn(server, secret);
    expect((await pageOf(server, '/', headers)).status).toBe(200);
    await administer('keys_revoke', { name: 'ends' });
    await eventually(async () => (await pageOf(server, '/', headers)).status === 303);
  });

  it('a program may ask for pages with its key', async () => {
    expect(await shownAt(server, '/sessions', { authorization: `Bearer ${reader}` })).toContain(
      '<h1>Sessions',
    );
  });
});

describe('DEWEY_VIEWER=off', () => {
  const server = useServer(useLake(), { DEWEY_VIEWER: 'off' });

  it('serves no pages', async () => {
    expect((await pageOf(server, '/')).status).toBe(404);
    expect((await pageOf(server, '/login')).status).toBe(404);
  });
});
