import { Hono } from 'hono';
import { Editor, Restore } from '../parts/context-editor.tsx';
import { contextPath } from '../parts/context-path.ts';
import { page } from '../parts/layout.tsx';
import { Difference } from '../parts/tool-call.tsx';
import { number, Time } from '../parts/words.tsx';
import { visible } from '../text/visible.ts';
import { formOf } from '../visit/form.ts';
import type { PageEnv } from '../visit/page-env.ts';
import type { Visit } from '../visit/visit.ts';

type Text = {
  name: string;
  project?: string;
  content: string;
  version: number;
  is_active: boolean;
  written_at?: string;
  updated_at: string;
  author?: string;
  pending_approval?: boolean;
};

const mostCharacters = 1_000_000;
const versionsShown = 20;

const textOf = (visit: Visit, name: string, version?: number) =>
  visit.call<Text | null>('dewey_get_startup_context', {
    name,
    max_chars: mostCharacters,
    ...(version === undefined ? {} : { version }),
  });

/** A startup context to read, compare and edit. */
export function contextPages(): Hono<PageEnv> {
  return new Hono<PageEnv>()
    .get('/new', (c) =>
      c.html(
        page(
          c.env.visit,
          { title: 'New startup context', at: '/memory' },
          <>
            <h1>New startup context</h1>
            <Editor name="" content="" active={true} />
          </>,
        ),
      ),
    )
    .post('/contexts', async (c) => {
      const { name = '', project = '', content, version, active, deactivate } = await formOf(c);
      const change =
        deactivate !== undefined
          ? { content, deactivate: true }
          : version === undefined
            ? {
                content: content?.replaceAll('\r\n', '\n'),
                set_active: active === '1',
                ...(project.trim() === '' ? {} : { project: project.trim() }),
              }
            : { version: Number(version) };
      const { pending_approval: pending } = await c.env.visit.call<{ pending_approval?: boolean }>(
        'dewey_set_startup_context',
        { name, ...change },
      );
      return c.redirect(contextPath(name, { said: pending ? 'pending' : 'stored' }), 303);
    })
    .on('GET', ['/contexts', '/contexts/:name'], async (c) => {
      const { visit } = c.env;
      const name = c.req.param('name') ?? c.req.query('name') ?? '';
      const current = await textOf(visit, name);
      if (!current) return c.redirect('/memory', 303);
      const asked = Number(c.req.query('version') ?? current.version);
      const shown = asked === current.version ? current : ((await textOf(visit, name, asked)) ?? current);
      const against = Number(c.req.query('against') ?? asked - 1);
      const before = against > 0 ? await textOf(visit, name, against) : null;
      const mayChange = visit.may('dewey_set_startup_context');
      const notes: Record<string, string> = {
        stored: 'Stored.',
        pending:
          'Stored. It needs the approval of an admin key or of its author before sessions are given it.',
      };
      const first = Math.max(1, current.version - versionsShown + 1);
      const listed = Array.from({ length: current.version - first + 1 }, (_, i) => current.version - i);
      return c.html(
        page(
          visit,
          { title: name.slice(0, 80), at: '/memory', said: notes[c.req.query('said') ?? ''] },
          <>
            <div class="heading">
              <h1>
                <bdi>{visible(name)}</bdi>
              </h1>
              <p class="quiet">
                {current.project === undefined ? 'for every session' : `for ${visible(current.project)}`},{' '}
                {current.is_active ? 'active' : 'not active'}, version {number(shown.version)}
                {shown.author === undefined ? '' : `, by ${visible(shown.author)}`}
              </p>
              <p class="quiet">
                <Time at={shown.written_at ?? shown.updated_at} />
              </p>
            </div>
            <nav class="versions" aria-label="Versions">
              {listed.map((version) => (
                <a
                  href={contextPath(name, { version })}
                  aria-current={version === shown.version ? 'page' : undefined}
                >
                  {version}
                </a>
              ))}
            </nav>
            <div class="halves">
              <section aria-labelledby="text">
                <h2 id="text">{shown.version === current.version && mayChange ? 'Edit' : 'Text'}</h2>
                {shown.version === current.version && mayChange ? (
                  <Editor name={name} content={current.content} active={current.is_active} />
                ) : (
                  <>
                    <pre dir="auto">{visible(shown.content)}</pre>
                    {mayChange ? <Restore name={name} version={shown.version} /> : null}
                  </>
                )}
              </section>
              <section aria-labelledby="difference">
                <h2 id="difference">Changed since version {number(Math.max(0, against))}</h2>
                {current.version > 2 ? (
                  <nav class="versions" aria-label="Compare with another version">
                    {listed
                      .filter((version) => version !== shown.version)
                      .map((version) => (
                        <a
                          href={contextPath(name, { version: shown.version, against: version })}
                          aria-current={version === against ? 'page' : undefined}
                        >
                          {version}
                        </a>
                      ))}
                  </nav>
                ) : null}
                <Difference before={before?.content ?? ''} after={shown.content} />
              </section>
            </div>
          </>,
        ),
      );
    });
}
