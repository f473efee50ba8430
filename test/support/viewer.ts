import { expect } from 'vitest';
import type { RunningServer } from '../../src/gateway/server.ts';

const browser = { accept: 'text/html,application/xhtml+xml;q=0.9', 'user-agent': 'Browser' };

/** Asks for a page as a browser does. */
export function pageOf(
  server: RunningServer,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(server.url + path, { headers: { ...browser, ...headers }, redirect: 'manual' });
}

/** The text of a page that must be there. */
export async function shownAt(
  server: RunningServer,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await pageOf(server, path, headers);
  const text = await response.text();
  expect([path, response.status, response.status === 200 ? '' : text.slice(0, 2000)]).toEqual([
    path,
    200,
    '',
  ]);
  return text;
}

/** Sends a form from a page of the server itself, unless the headers say otherwise. */
export function sendForm(
  server: RunningServer,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(server.url + path, {
    method: 'POST',
    headers: { ...browser, origin: server.url, 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

/** Logs in with a key and returns the headers that carry the cookie. */
export async function loggedIn(server: RunningServer, secret: string): Promise<{ cookie: string }> {
  const response = await sendForm(server, '/login', { key: secret });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  return { cookie };
}
