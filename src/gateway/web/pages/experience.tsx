import { Hono } from 'hono';
import { page } from '../parts/layout.tsx';
import { visible } from '../text/visible.ts';
import type { PageEnv } from '../visit/page-env.ts';

/** `/memory/experiences/:id`: one experience in full, with links to its other versions. */
export function experiencePage(): Hono<PageEnv> {
  return new Hono<PageEnv>().get('/experiences/:id', async (c) => {
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
