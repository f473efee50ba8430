import type { Context, MiddlewareHandler } from 'hono';
import { ToolError } from '../../handlers/tool/errors.ts';
import { isLoopback } from '../config/env.ts';

export type HostRules = {
  /** Host names accepted in addition to loopback names, without port. */
  allowedHosts: readonly string[];
  /** Origins accepted in addition to the server's own, as in `https://example.org`. */
  allowedOrigins: readonly string[];
};

/** Every port makes a different host name, so the cache must be bounded. */
const mostRemembered = 100;

/**
 * Admits only requests meant for this server, upgrades included. A web page can make a browser send requests to a
 * loopback address (DNS rebinding, cross-site WebSockets), but it can forge neither Host nor Origin. Agents send no
 * Origin.
 *
 * @param isPage whether a request is for a page, which a link of another site may lead to.
 */
export function hostGuard(
  rules: HostRules,
  isPage: (c: Context) => boolean = () => false,
): MiddlewareHandler {
  // Nearly all requests name the same few hosts, and parsing a URL is expensive.
  const accepted = new Set<string>();
  const accept = (host: string): boolean => {
    if (accepted.has(host)) return true;
    if (!hostAllowed(host, rules)) return false;
    if (accepted.size < mostRemembered) accepted.add(host);
    return true;
  };
  return (c, next) => {
    const host = c.req.header('host') ?? new URL(c.req.url).host;
    if (!accept(host))
      throw new ToolError('forbidden', `The host ${host} is not served here.`, {
        problem: 'unknown Host header',
        suggestion: 'Connect by 127.0.0.1 or localhost, or add the name to DEWEY_ALLOWED_HOSTS.',
      });
    const origin = c.req.header('origin');
    if (origin !== undefined && !originAllowed(origin, host, rules))
      throw new ToolError('forbidden', `The origin ${origin} may not use this server.`, {
        problem: 'unknown Origin header',
        suggestion: 'Add the origin to DEWEY_ALLOWED_ORIGINS if it is yours.',
      });
    const header = (name: string) => c.req.header(name);
    if (origin === undefined && isFromElsewhere(header) && !(isNavigation(c.req.method, header) && isPage(c)))
      throw new ToolError('forbidden', 'A page of another site may not use this server.', {
        problem: 'Sec-Fetch-Site names another site',
        suggestion: 'Have the page send its Origin, and add it to DEWEY_ALLOWED_ORIGINS if it is yours.',
      });
    return next();
  };
}

export function hostAllowed(host: string, { allowedHosts }: HostRules): boolean {
  const name = hostname(`http://${host}`);
  return (
    name !== undefined && (isLoopback(name) || allowedHosts.some((allowed) => allowed.toLowerCase() === name))
  );
}

export function originAllowed(origin: string, host: string, { allowedOrigins }: HostRules): boolean {
  return (
    origin === `http://${host}` ||
    origin === `https://${host}` ||
    allowedOrigins.some((allowed) => allowed.toLowerCase() === origin.toLowerCase())
  );
}

type Header = (name: string) => string | undefined;

/**
 * Whether a browser says that a page of another site, or of another port or name of this one, made it send a request:
 * one to load an image or a script has no Origin. Programs other than browsers do not say where they were asked from.
 */
export const isFromElsewhere = (header: Header): boolean =>
  /^(?:cross|same)-site$/.test(header('sec-fetch-site') ?? '');

/** Whether a person follows a link: the page that has it sees nothing of the answer. */
const isNavigation = (method: string, header: Header): boolean =>
  method === 'GET' && header('sec-fetch-mode') === 'navigate' && header('sec-fetch-dest') === 'document';

const hostname = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).hostname.toLowerCase() : undefined;
