import { pipeline } from 'node:stream/promises';
import { Hono } from 'hono';
import { ToolError } from '../../../handlers/tool/errors.ts';
import { type ExportFormat, rendered } from '../../export/render.ts';
import { page } from '../parts/layout.tsx';
import { plural } from '../parts/words.tsx';
import type { PageEnv, PageParts } from '../visit/page-env.ts';
import { needsOneOf } from '../visit/visit.ts';

const formats: Readonly<Record<string, { format: ExportFormat; type: string }>> = {
  'export.md': { format: 'markdown', type: 'text/markdown; charset=utf-8' },
  'export.json': { format: 'json', type: 'application/json' },
};

const isId = (id: string): boolean => /^[0-9a-f-]{36}$/i.test(id);

/** What can be done with a session: export, delete, undo. */
export function sessionDeeds({ exportOf }: PageParts): Hono<PageEnv> {
  return new Hono<PageEnv>()
    .get('/:id/:file{export\\.(?:md|json)}', async (c) => {
      const { id, file } = c.req.param();
      const found = formats[file];
      if (!found || !isId(id)) throw new ToolError('not_found', 'There is no such export.');
      const items = await exportOf(c.env.visit, id);
      return c.env.download({
        name: 'export of a session',
        headers: {
          'Content-Type': found.type,
          'Content-Disposition': `attachment; filename="session-${id}${file.slice('export'.length)}"`,
        },
        write: (out, signal) => pipeline(rendered(items, found.format), out, { signal }),
      });
    })
    .get('/:id/delete', async (c) => {
      const { visit } = c.env;
      const id = c.req.param('id');
      needsOneOf(visit, 'dewey_delete_conversation');
      const { total_messages: turns } = await visit.call<{ total_messages: number }>(
        'dewey_get_conversation',
        {
          conversation_id: id,
          limit: 1,
          max_chars: 1,
        },
      );
      return c.html(
        page(
          visit,
          { title: 'Delete a session', at: '/sessions' },
          <section class="question">
            <h1>Delete this session?</h1>
            <p>
              {plural(turns, 'turn')} disappear for every reader. Imports do not bring them back. Until they
              are purged, the deletion can be undone here and on the page Care.
            </p>
            <form class="deeds" method="post" action={`/sessions/${id}/delete`}>
              <button type="submit" class="primary">
                Delete it
              </button>
              <a href={`/sessions/${id}`}>Keep it</a>
            </form>
          </section>,
        ),
      );
    })
    .post('/:id/delete', async (c) => {
      const id = c.req.param('id');
      await c.env.visit.call('dewey_delete_conversation', { conversation_id: id, force: true });
      return c.redirect(`/sessions?deleted=${encodeURIComponent(id)}`, 303);
    })
    .post('/:id/restore', async (c) => {
      const id = c.req.param('id');
      await c.env.visit.call('restore_deleted', { conversation_id: id });
      return c.redirect(`/sessions/${encodeURIComponent(id)}?said=restored`, 303);
    });
}
