import type { MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie } from 'hono/cookie';
import { pageRequest } from '../../db/admin/audit.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import { toToolError } from '../../handlers/tool/to-tool-error.ts';
import type { Tool } from '../../handlers/tool/tool.ts';
import type { Keyring } from '../auth/keyring.ts';
import type { Dispatcher } from '../calls/dispatch.ts';
import { callerOf, setResponseHeader, type Variables } from '../http/context.ts';
import type { Download, SendDownload } from '../http/downloads.ts';
import type { Refusals } from '../http/refusals.ts';
import { endingWith, isStream } from '../http/streams.ts';
import type { Clients } from '../limits/clients.ts';
import { assetAt } from './assets/assets.ts';
import { createPages } from './pages.ts';
import { failurePage } from './parts/failure.tsx';
import { answerLogin, cookieName } from './session/login.tsx';
import { createLogins } from './session/logins.ts';
import type { PageEnv, PageParts } from './visit/page-env.ts';
import { isForPage, ownPath, pageHeaders, wantOwnOrigin } from './visit/request.ts';
import { createVisit } from './visit/visit.ts';

export type ViewerOptions = PageParts & {
  dispatcher: Dispatcher;
  keys: Keyring;
  refusals: Refusals | undefined;
  admin: ReadonlyMap<string, Tool>;
  /** Limits the number of open streams. */
  clients: Pick<Clients, 'connect'> | undefined;
  /** Sends what is read page by page. */
  send: SendDownload;
  newSecret: () => string;
};

type Middleware = MiddlewareHandler<{ Variables: Variables }>;

/** The pages for people, as three parts of the gateway. Each leaves requests of API clients alone. */
export type Viewer = {
  /** Before keys are checked: assets, the login page, and the identity of those who have logged in. */
  enter: Middleware;
  /** After keys and limits: the pages. */
  pages: Middleware;
  /** The page for a failure; undefined for a request that wants no page. */
  failed(thrown: unknown, c: Parameters<Middleware>[0]): Response | undefined;
};

/** How long a page waits for the keys to be known. */
const keysTimeoutMs = 1000;

export function createViewer(options: ViewerOptions): Viewer {
  const { dispatcher, keys, refusals, admin, clients, clock, send, newSecret } = options;
  const logins = createLogins(() => clock().getTime(), newSecret);
  const pages = createPages(options);

  const enter: Middleware = async (c, next) => {
    if (!isForPage(c)) return next();
    const { path, method } = c.req;
    if (path.startsWith('/assets/')) return assetAt(path) ?? next();
    for (const [name, value] of Object.entries(pageHeaders)) c.header(name, value);
    if (method === 'POST') wantOwnOrigin(c);
    else {
      // What a person looks at can be told in the audit log from what agents read.
      c.set('requestId', pageRequest + c.get('requestId'));
      setResponseHeader(c, 'X-Request-Id', c.get('requestId'));
    }
    const cookie = getCookie(c, cookieName);
    if (path === '/logout' && method === 'POST') {
      if (cookie !== undefined) logins.end(cookie);
      deleteCookie(c, cookieName, { path: '/' });
      return c.redirect('/login', 303);
    }
    if (!keys.known()) await keys.settled(keysTimeoutMs);
    if (path === '/login') return answerLogin(c, { keys, refusals, logins });
    if (c.req.header('authorization') !== undefined || keys.anonymous()) return next();
    const identity = cookie === undefined ? undefined : logins.find(cookie);
    if (identity) {
      c.set('identity', identity);
      return next();
    }
    if (!keys.known() || method !== 'GET' || path === '/live') return next();
    const target = ownPath(path + new URL(c.req.url).search);
    return c.redirect(target === '/' ? '/login' : `/login?next=${encodeURIComponent(target)}`, 303);
  };

  return {
    enter,
    async pages(c, next) {
      if (!isForPage(c)) return next();
      const identity = c.get('identity');
      const caller = callerOf(c);
      const loggedIn = keys.anonymous() === undefined && c.req.header('authorization') === undefined;
      const visit = createVisit({ dispatcher, admin, caller, identity, loggedIn });
      const answer = await pages.fetch(c.req.raw, {
        visit,
        requestId: c.get('requestId'),
        download: (what: Download) => send(c, what),
      } satisfies PageEnv['Bindings']);
      const headers = new Headers(answer.headers);
      for (const [name, value] of [...Object.entries(pageHeaders), ...c.get('responseHeaders')])
        headers.set(name, value);
      const response = new Response(answer.body, { status: answer.status, headers });
      const owner = c.get('rateLimitKey');
      return isStream(response)
        ? endingWith(identity, response, owner === undefined ? undefined : clients?.connect(owner))
        : response;
    },
    failed(thrown, c) {
      if (!isForPage(c) || c.req.path.startsWith('/assets/')) return undefined;
      const { error } = toToolError(thrown, c.get('requestId'));
      if (!(thrown instanceof ToolError) && error.kind === 'internal') return undefined;
      const headers = { ...pageHeaders, 'Content-Type': 'text/html; charset=utf-8' };
      return new Response(failurePage(error), { status: error.status, headers });
    },
  };
}
