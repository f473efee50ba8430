import { Hono } from 'hono';
import { ToolError } from '../../handlers/tool/errors.ts';
import { toToolError } from '../../handlers/tool/to-tool-error.ts';
import { liveRoute } from './live.ts';
import { searchPage } from './pages/search.tsx';
import { sessionPages } from './pages/session.tsx';
import { sessionsPage } from './pages/sessions.tsx';
import { todayPage } from './pages/today.tsx';
import { failurePage } from './parts/failure.tsx';
import type { PageEnv, PageParts } from './visit/page-env.ts';

/** The pages as one app, whose requests have passed the gateway's guards. */
export function createPages(parts: PageParts): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  app.route('/', todayPage(parts));
  app.route('/live', liveRoute(parts.changes));
  app.route('/search', searchPage());
  app.route('/sessions', sessionsPage(parts));
  app.route('/sessions', sessionPages());
  app.notFound(() => {
    throw new ToolError('not_found', 'There is no such page.');
  });
  app.onError((thrown, c) => {
    const { error, unexpected } = toToolError(thrown, c.env.requestId);
    if (unexpected) parts.log.error({ err: thrown, requestId: c.env.requestId }, 'a page failed');
    return c.html(failurePage(error), error.status);
  });
  return app;
}
