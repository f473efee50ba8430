import { Hono } from 'hono';
import { AgentFilter } from '../parts/agent-filter.tsx';
import { page } from '../parts/layout.tsx';
import { Projects } from '../parts/projects.tsx';
import { type Conversation, NothingStored, SessionRows, treesOf } from '../parts/session-rows.tsx';
import { SessionTabs } from '../parts/session-tabs.tsx';
import { link, nextDay, Project, plural } from '../parts/words.tsx';
import { type Digest, digestsTool, type ProjectTotal, projectsTool } from '../tools/overview.ts';
import { sessionsTool } from '../tools/sessions.ts';
import type { PageEnv, PageParts } from '../visit/page-env.ts';
import type { Visit } from '../visit/visit.ts';

type Listed = { conversations: Conversation[]; total: number; next_cursor?: string };

const pageSize = 40;

/** `/sessions`: every conversation by day or by project, filtered, in pages. */
export function sessionsPage({ clock }: PageParts): Hono<PageEnv> {
  return new Hono<PageEnv>().get('/', async (c) => {
    const { visit } = c.env;
    const query = c.req.query('q')?.slice(0, 500) || undefined;
    const project = c.req.query('project')?.slice(0, 500) || undefined;
    const agent = c.req.query('agent')?.slice(0, 100) || undefined;
    const session = c.req.query('session')?.slice(0, 500) || undefined;
    const from = dayOf(c.req.query('from'));
    const to = dayOf(c.req.query('to'));
    if (c.req.query('by') === 'project') {
      const { projects } = await visit.call<{ projects: ProjectTotal[] }>(projectsTool, {});
      const content = <Projects visit={visit} projects={projects} now={clock()} />;
      return c.html(page(visit, { title: 'Projects', at: '/sessions' }, content));
    }
    const listed = await visit.call<Listed>(sessionsTool, {
      query,
      project,
      agent,
      session_id: session,
      since: from === undefined ? undefined : `${from}T00:00:00Z`,
      until: to === undefined ? undefined : `${nextDay(to)}T00:00:00Z`,
      limit: pageSize,
      cursor: c.req.query('cursor'),
    });
    const { conversations } = listed;
    const ids = conversations.map(({ id }) => id);
    const { digests } = await visit.call<{ digests: Digest[] }>(digestsTool, { ids });
    const more =
      listed.next_cursor === undefined
        ? undefined
        : link('/sessions', { q: query, project, agent, session, from, to, cursor: listed.next_cursor });
    const rows = <SessionRows trees={treesOf(conversations, digests)} digests={digests} more={more} />;
    return c.html(
      page(
        visit,
        { title: 'Sessions', at: '/sessions', said: deletedNote(visit, c.req.query('deleted')) },
        <>
          <div class="heading">
            <h1>Sessions</h1>
            <p class="quiet">
              {plural(listed.total, 'session')}
              {project === undefined ? null : (
                <>
                  {' '}
                  in <Project name={project} />
                </>
              )}
            </p>
            <SessionTabs visit={visit} at="/sessions" />
          </div>
          <form class="filters" method="get" action="/sessions">
            <label>
              Title, project or metadata <input type="text" name="q" value={query ?? ''} maxlength={500} />
            </label>
            {project === undefined ? null : (
              <label>
                Project <input type="text" name="project" value={project} maxlength={500} />
              </label>
            )}
            <AgentFilter at={agent} />
            <label>
              From <input type="date" name="from" value={from ?? ''} />
            </label>
            <label>
              To <input type="date" name="to" value={to ?? ''} />
            </label>
            <button type="submit">Filter</button>
          </form>
          {conversations.length > 0 || more !== undefined ? (
            rows
          ) : (query ?? project ?? agent ?? session ?? from ?? to) === undefined ? (
            <NothingStored />
          ) : (
            <p class="empty">
              No session matches. <a href="/sessions">All sessions</a>
            </p>
          )}
        </>,
      ),
    );
  });
}

/** A date, if it is one. */
const dayOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** Confirms a deletion and offers to undo it. */
function deletedNote(visit: Visit, id: string | undefined) {
  if (id === undefined || !/^[0-9a-f-]{36}$/i.test(id)) return undefined;
  return (
    <>
      The session is deleted.{' '}
      {visit.may('restore_deleted') ? (
        <form method="post" action={`/sessions/${id}/restore`}>
          <button type="submit" class="plain">
            Undo
          </button>
        </form>
      ) : null}
    </>
  );
}
