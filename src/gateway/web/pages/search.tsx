import { Hono } from 'hono';
import { page } from '../parts/layout.tsx';
import { type Asked, askedOf, Facets, isNarrow, kinds, narrowsMessages } from '../parts/search-facets.tsx';
import { type Hit, Hits } from '../parts/search-hits.tsx';
import { type Other, Others } from '../parts/search-others.tsx';
import { link, nextDay, plural } from '../parts/words.tsx';
import { visible } from '../text/visible.ts';
import { searchOfAgentTool } from '../tools/search.ts';
import type { PageEnv } from '../visit/page-env.ts';
import type { Visit } from '../visit/visit.ts';

type Found = {
  results: Hit[];
  total: number;
  total_is_exact: boolean;
  /** The query with known words in place of unknown ones; `corrected`: these are its results. */
  did_you_mean?: string;
  corrected?: boolean;
  next_offset?: number;
};

const pageSize = 20;

const messagesOf = (visit: Visit, asked: Asked): Promise<Found | undefined> =>
  visit.ifAllowed<Found>(asked.agent === undefined ? 'dewey_search' : searchOfAgentTool, {
    query: asked.q,
    ...(asked.agent === undefined ? {} : { agent: asked.agent }),
    project: asked.project,
    role: asked.role,
    conversation_id: asked.conversation,
    start_date: asked.from === undefined ? undefined : `${asked.from}T00:00:00Z`,
    end_date: asked.to === undefined ? undefined : `${nextDay(asked.to)}T00:00:00Z`,
    explain: asked.why,
    detail: 'full',
    max_chars: 400,
    limit: pageSize,
    offset: asked.offset,
  });

/** The kinds of things that are not messages, each with a tool that a visitor must be allowed to call to find them. */
const shelves = [
  ['artifact', 'artifact_search'],
  ['event', 'event_search'],
  ['memory', 'memory_search'],
  ['decision', 'membria_get_decision'],
  ['experience', 'search_experiences'],
  ['run', 'dewey_get_fiedler_results'],
] as const;

async function othersOf(visit: Visit, { q, project }: Asked): Promise<Other[]> {
  const kinds = shelves.flatMap(([kind, tool]) => (visit.may(tool) ? [kind] : []));
  if (kinds.length === 0) return [];
  const found = await visit.ifAllowed<{ results: Other[] }>('hybrid_search', {
    query: q,
    kinds,
    project,
    limit: 16,
  });
  return found?.results ?? [];
}

/** What the nearest known words are, where the lake does not know those of the query. */
const Meant = ({ found, href }: { found: Found; href: (query: string) => string }) =>
  found.did_you_mean === undefined ? null : (
    <p class="quiet">
      {found.corrected === true ? 'Nothing has these words. Shown instead: ' : 'Did you mean '}
      <a href={href(found.did_you_mean)}>
        <bdi>{visible(found.did_you_mean)}</bdi>
      </a>
      {found.corrected === true ? null : '?'}
    </p>
  );

/** `/search?q=`: one box over all shelves; its address is the search. */
export function searchPage(): Hono<PageEnv> {
  return new Hono<PageEnv>().get('/', async (c) => {
    const { visit } = c.env;
    const asked = askedOf(c.req.query());
    const wide = asked.kind !== 'messages' && asked.conversation === undefined && asked.offset === 0;
    const [found, others] =
      asked.q === ''
        ? [undefined, undefined]
        : await Promise.all([
            asked.kind === 'shelves' ? undefined : messagesOf(visit, asked),
            wide ? othersOf(visit, asked) : undefined,
          ]);
    const here = (change: Partial<Record<keyof Asked, string | number | undefined>>) =>
      link('/search', {
        ...asked,
        why: asked.why ? 1 : undefined,
        offset: undefined,
        kind: asked.kind === 'all' ? undefined : asked.kind,
        ...change,
      });
    const isWide = others !== undefined && asked.kind === 'all';
    const content = (
      <>
        <div class="heading">
          <h1>{asked.q === '' ? 'Search' : <bdi>{asked.q.slice(0, 200)}</bdi>}</h1>
          {found === undefined ? null : (
            <p class="quiet">
              {plural(found.total, 'message')}
              {found.total_is_exact ? '' : ' or more'}
              {asked.conversation === undefined ? '' : ' in one session'}
            </p>
          )}
          <p class="tabs">
            {kinds.map(([name, label]) => (
              <a
                href={here({ kind: name === 'all' ? undefined : name })}
                aria-current={name === asked.kind ? 'page' : undefined}
              >
                {label}
              </a>
            ))}
          </p>
        </div>
        <Facets asked={asked} />
        {asked.q === '' ? (
          <p class="empty">
            Type a question or some words. <code>"two words"</code> finds a phrase, <code>-word</code> leaves
            a word out, and <code>or</code> between words finds either.
          </p>
        ) : null}
        <div class={isWide ? 'search-columns' : undefined}>
          {found === undefined ? null : (
            <section
              aria-labelledby={isWide ? 'messages' : undefined}
              aria-label={isWide ? undefined : 'Messages'}
            >
              {isWide ? <h2 id="messages">Messages</h2> : null}
              <Meant found={found} href={(q) => here({ q })} />
              <Hits
                hits={found.results}
                query={found.corrected === true ? (found.did_you_mean ?? asked.q) : asked.q}
              />
              {found.results.length === 0 ? (
                <p class="empty">
                  No message matches.{' '}
                  {isNarrow(asked) ? (
                    <a href={link('/search', { q: asked.q })}>Search without filters</a>
                  ) : null}
                </p>
              ) : null}
              <p class="more">
                {found.next_offset !== undefined ? (
                  <a href={here({ offset: found.next_offset })}>More messages</a>
                ) : null}
                {found.results.length === 0 ? null : (
                  <a href={here({ why: asked.why ? undefined : 1, offset: asked.offset || undefined })}>
                    {asked.why ? 'Without reasons' : 'Why are these here?'}
                  </a>
                )}
              </p>
            </section>
          )}
          {others === undefined ? null : (
            <Others found={others} query={asked.q} wider={narrowsMessages(asked)} />
          )}
        </div>
      </>
    );
    const title = asked.q === '' ? 'Search' : `Search: ${asked.q.slice(0, 60)}`;
    return c.html(page(visit, { title, at: '/search', query: asked.q }, content));
  });
}
