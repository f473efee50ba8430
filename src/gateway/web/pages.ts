import { Hono } from 'hono';
import { ToolError } from '../../handlers/tool/errors.ts';
import { toToolError } from '../../handlers/tool/to-tool-error.ts';
import { liveRoute } from './live.ts';
import { carePage } from './pages/care.tsx';
import { contextPages } from './pages/contexts.tsx';
import { decisionPage } from './pages/decision.tsx';
import { decisionsPage } from './pages/decisions.tsx';
import { documentPage } from './pages/document.tsx';
import { documentsPage } from './pages/documents.tsx';
import { experiencePage } from './pages/experience.tsx';
import { memoryPage } from './pages/memory.tsx';
import { rawLinesPage } from './pages/raw-lines.tsx';
import { recordsPage } from './pages/records.tsx';
import { runsPage } from './pages/runs.tsx';
import { searchPage } from './pages/search.tsx';
import { sessionPages } from './pages/session.tsx';
import { sessionDeeds } from './pages/session-deeds.tsx';
import { sessionsPage } from './pages/sessions.tsx';
import { todayPage } from './pages/today.tsx';
import { failurePage } from './parts/failure.tsx';
import { keepDays } from './text/dates.ts';
import type { PageEnv, PageParts } from './visit/page-env.ts';

/** The pages as one app, whose requests have passed the gateway's guards. */
export function createPages(parts: PageParts): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  app.use(async (c, next) => {
    await next();
    if (c.res.headers.get('content-type')?.startsWith('text/html'))
      c.res = new Response(keepDays(await c.res.text()), c.res);
  });
  app.route('/', todayPage(parts));
  app.route('/live', liveRoute(parts.changes));
  app.route('/search', searchPage());
  for (const part of [sessionsPage(parts), sessionDeeds(parts), rawLinesPage(), sessionPages()])
    app.route('/sessions', part);
  for (const part of [decisionsPage(), decisionPage()]) app.route('/decisions', part);
  for (const part of [documentsPage(), documentPage()]) app.route('/documents', part);
  for (const part of [memoryPage(parts.sessionStart), contextPages(), experiencePage()])
    app.route('/memory', part);
  app.route('/runs', runsPage());
  app.route('/records', recordsPage(parts));
  app.route('/care', carePage(parts));
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
