import { Hono } from 'hono';
import { page } from '../parts/layout.tsx';
import { number, Time } from '../parts/words.tsx';
import { oneLine, visible } from '../text/visible.ts';
import { sessionStartTool } from '../tools/shelves.ts';
import { formOf } from '../visit/form.ts';
import type { PageEnv } from '../visit/page-env.ts';
import type { Visit } from '../visit/visit.ts';

type Context = {
  name: string;
  is_active: boolean;
  version: number;
  updated_at: string;
  author?: string;
  waiting?: { version: number; author?: string; written_at: string }[];
};
type Memory = {
  memory_id: string;
  type: string;
  content: string;
  confidence: number;
  project?: string;
  created_at: string;
};
type Experience = {
  id: number;
  type: string;
  domain: string;
  situation: string;
  approach: string;
  created_at: string;
};
type Given = { text: string | null; tokens: number };

const Contexts = ({ visit, contexts }: { visit: Visit; contexts: readonly Context[] }) => (
  <section aria-labelledby="contexts">
    <h2 id="contexts">Startup contexts</h2>
    {contexts.length === 0 ? <p class="empty">There is none: sessions begin without a text.</p> : null}
    <ol class="hits">
      {contexts.map((one) => (
        <li data-item>
          <a class="title" href={`/memory/contexts/${encodeURIComponent(one.name)}`}>
            <bdi>{oneLine(one.name, 200)}</bdi>
          </a>
          <p class="about">
            <span>{one.is_active ? 'active' : 'not active'}</span>
            <span>version {number(one.version)}</span>
            <Time at={one.updated_at} />
            {one.author === undefined ? null : <span>by {visible(one.author)}</span>}
            {one.waiting?.length ? (
              <span class="warning">{one.waiting.length} waiting for approval</span>
            ) : null}
          </p>
        </li>
      ))}
    </ol>
    {visit.may('dewey_set_startup_context') ? (
      <p class="more">
        <a href="/memory/new">Write a new one</a>
      </p>
    ) : null}
  </section>
);

const NextSession = ({ given }: { given: Given }) => (
  <section aria-labelledby="given">
    <h2 id="given">What the next session is given</h2>
    {given.text === null ? (
      <p class="empty">Nothing: no context is active.</p>
    ) : (
      <>
        <p class="quiet">Word for word; {number(given.tokens)} tokens.</p>
        <pre dir="auto">{visible(given.text)}</pre>
      </>
    )}
  </section>
);

const Memories = ({
  visit,
  memories,
  total,
  offset,
}: {
  visit: Visit;
  memories: readonly Memory[];
  total: number;
  offset: number;
}) => (
  <section aria-labelledby="memories">
    <h2 id="memories">Memories</h2>
    {total === 0 ? <p class="empty">None.</p> : null}
    <ol class="hits">
      {memories.map((one) => (
        <li id={`m-${one.memory_id}`} data-item>
          <bdi class="title">{visible(one.content.slice(0, 2000))}</bdi>
          <p class="about">
            <span>{one.type}</span>
            <span>confidence {one.confidence.toFixed(2)}</span>
            <Time at={one.created_at} form="day" />
            {visit.may('memory_delete') ? (
              <form method="post" action={`/memory/memories/${one.memory_id}/delete`}>
                <button type="submit" class="plain">
                  Delete
                </button>
              </form>
            ) : null}
          </p>
        </li>
      ))}
    </ol>
    {offset + memories.length < total && memories.length > 0 ? (
      <p class="more">
        <a href={`/memory?offset=${offset + memories.length}#memories`}>Older memories</a>
      </p>
    ) : null}
  </section>
);

const Experiences = ({ query, found }: { query: string; found: readonly Experience[] | undefined }) => (
  <section aria-labelledby="experience">
    <h2 id="experience">Experience</h2>
    <form class="filters" method="get" action="/memory#experience">
      <label>
        Situation <input type="search" name="experience" value={query} maxlength={2000} />
      </label>
      <button type="submit">Find</button>
    </form>
    {found?.length === 0 ? <p class="empty">No experience matches.</p> : null}
    <ol class="hits">
      {(found ?? []).map((one) => (
        <li data-item>
          <a class="title" href={`/memory/experiences/${one.id}`}>
            <bdi>{oneLine(one.situation, 240)}</bdi>
          </a>
          <p class="about">
            <span>{one.type}</span>
            <span>{one.domain}</span>
            <Time at={one.created_at} form="day" />
          </p>
        </li>
      ))}
    </ol>
  </section>
);

/** `/memory`: what sessions are told at their start, and what was learned. */
export function memoryPage(): Hono<PageEnv> {
  return new Hono<PageEnv>()
    .get('/', async (c) => {
      const { visit } = c.env;
      const query = c.req.query('experience')?.trim().slice(0, 2000) ?? '';
      const given = c.req.query('offset') ?? '';
      const offset = /^\d{1,6}$/.test(given) ? Number(given) : 0;
      const [contexts, next, memories, experiences] = await Promise.all([
        visit.ifAllowed<{ contexts: Context[] }>('dewey_list_startup_contexts', {}),
        visit.ifAllowed<Given>(sessionStartTool, {}),
        visit.ifAllowed<{ memories: Memory[]; total: number }>('memory_list', { limit: 30, offset }),
        query === ''
          ? undefined
          : visit.ifAllowed<{ results: Experience[] }>('search_experiences', { query, limit: 30 }),
      ]);
      const said = c.req.query('said') === 'deleted' ? 'The memory is deleted.' : undefined;
      return c.html(
        page(
          visit,
          { title: 'Memory', at: '/memory', said },
          <>
            <div class="heading">
              <h1>Memory</h1>
            </div>
            <div class="halves">
              <div>
                {contexts === undefined ? null : <Contexts visit={visit} contexts={contexts.contexts} />}
                {next === undefined ? null : <NextSession given={next} />}
              </div>
              <div>
                {memories === undefined ? null : <Memories visit={visit} {...memories} offset={offset} />}
                {visit.may('search_experiences') ? (
                  <Experiences query={query} found={experiences?.results} />
                ) : null}
              </div>
            </div>
          </>,
        ),
      );
    })
    .post('/memories/:id/delete', async (c) => {
      await formOf(c);
      await c.env.visit.call('memory_delete', { memory_id: c.req.param('id') });
      return c.redirect('/memory?said=deleted', 303);
    })
    .get('/experiences/:id', async (c) => {
      const { visit } = c.env;
      const one = await visit.call<Record<string, unknown>>('get_experience', {
        id: Number(c.req.param('id')),
      });
      const { situation, newer_versions: newer, previous_version: previous, ...rest } = one;
      const links = [previous, ...(Array.isArray(newer) ? newer : [])].filter((id) => typeof id === 'number');
      return c.html(
        page(
          visit,
          { title: 'Experience', at: '/memory' },
          <article>
            <h1>
              <bdi>{visible(String(situation))}</bdi>
            </h1>
            <dl class="facts">
              {Object.entries(rest)
                .filter(([, value]) => value !== null && String(value) !== '')
                .map(([name, value]) => (
                  <>
                    <dt>{name.replaceAll('_', ' ')}</dt>
                    <dd>
                      <bdi>{visible(Array.isArray(value) ? value.join(', ') : String(value))}</bdi>
                    </dd>
                  </>
                ))}
            </dl>
            {links.map((id) => (
              <p>
                <a href={`/memory/experiences/${id}`}>Another version: {id}</a>
              </p>
            ))}
          </article>,
        ),
      );
    });
}
