import type { Context } from 'hono';
import { ToolError } from '../../../handlers/tool/errors.ts';

/** The viewer's own paths. Everything else belongs to clients of the API. */
const own =
  /^\/(?:(?:search|sessions|decisions|documents|memory|runs|records|care|login|logout|live|import)(?:\/|$)|$)/;

/**
 * Whether this request is a browser's, for a page: programs that ask the same addresses get the JSON they always got.
 */
export function isForPage(c: Context): boolean {
  const { method, path } = c.req;
  if (path.startsWith('/assets/')) return method === 'GET';
  if ((method !== 'GET' && method !== 'POST') || !own.test(path)) return false;
  if (c.req.header('upgrade') !== undefined) return false;
  if (path === '/live') return method === 'GET';
  return c.req.header('hx-request') === 'true' || /\btext\/html\b/.test(c.req.header('accept') ?? '');
}

/**
 * Admits a change only from a page of this very server: a page of another site can make a browser send a form here, but it
 * cannot choose the header `Origin`. Origins in `DEWEY_ALLOWED_ORIGINS` may use the API, not these forms.
 *
 * @throws ToolError `forbidden`.
 */
export function wantOwnOrigin(c: Context): void {
  const host = c.req.header('host') ?? new URL(c.req.url).host;
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  const isOwn = origin === `http://${host}` || origin === `https://${host}`;
  if (isOwn && (site === undefined || site === 'same-origin')) return;
  throw new ToolError('forbidden', 'This form was not sent by a page of this server.', {
    problem: origin === undefined ? 'no Origin header' : 'another Origin',
    suggestion: 'Open the page again and repeat the change there.',
  });
}

/** Headers of every page. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** The path to return to after a login: only one of this server. */
export const ownPath = (path: string | undefined): string =>
  path !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/';
