import type { Child } from 'hono/jsx';
import type { Visit } from '../visit/visit.ts';
import { documentOf } from './document.tsx';

/** The pages in the order of the menu, each with a tool that a visitor must be allowed to call to see it there. */
const menu = [
  { name: 'Today', path: '/', tool: undefined },
  { name: 'Sessions', path: '/sessions', tool: 'dewey_list_conversations' },
  { name: 'Decisions', path: '/decisions', tool: 'membria_get_all_calibrations' },
  { name: 'Documents', path: '/documents', tool: 'event_search' },
  { name: 'Memory', path: '/memory', tool: 'dewey_list_startup_contexts' },
  { name: 'Care', path: '/care', tool: undefined },
] as const;

export type Layout = {
  title: string;
  /** The path of the menu entry that the page belongs to. */
  at: string;
  /** What the search box contains. */
  query?: string;
  charts?: boolean;
  /** A line about what was just done. */
  said?: Child | undefined;
};

const Masthead = ({ visit, at, query }: { visit: Visit; at: string; query: string | undefined }) => (
  <header class="masthead">
    <a class="skip" href="#main">
      Skip to the content
    </a>
    <a class="wordmark" href="/">
      Dewey
    </a>
    <nav aria-label="Pages">
      <ul>
        {menu
          .filter(({ tool }) => tool === undefined || visit.may(tool))
          .map(({ name, path }) => (
            <li>
              <a href={path} aria-current={path === at ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
      </ul>
    </nav>
    <search class="finder">
      <form action="/search" method="get">
        <label class="hidden" for="q">
          Search everything
        </label>
        <input
          id="q"
          type="search"
          name="q"
          value={query ?? ''}
          placeholder="Search"
          maxlength={2000}
          autocomplete="off"
        />
        <span class="hint" title="Press / to search">
          <kbd>/</kbd>
        </span>
      </form>
    </search>
  </header>
);

const Footer = ({ visit }: { visit: Visit }) => (
  <footer class="colophon">
    {visit.identity.keyId === undefined ? (
      <span>No keys in use: this page may do everything.</span>
    ) : (
      <span>
        Key <b>{visit.identity.keyId}</b>, scope {visit.identity.scope}.
      </span>
    )}
    {visit.loggedIn ? (
      <form method="post" action="/logout">
        <button type="submit" class="plain">
          Log out
        </button>
      </form>
    ) : null}
    <span class="keys">
      <kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> move <kbd>Enter</kbd> open
    </span>
  </footer>
);

/** A page with its masthead, as text. */
export const page = (
  visit: Visit,
  { title, at, query, charts = false, said }: Layout,
  content: Child,
): string =>
  documentOf(
    title,
    <>
      <Masthead visit={visit} at={at} query={query} />
      <main id="main" tabindex={-1}>
        {said === undefined ? null : (
          <div class="said" role="status">
            {said}
          </div>
        )}
        {content}
      </main>
      <Footer visit={visit} />
    </>,
    { charts },
  );
