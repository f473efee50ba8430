import { Hono } from 'hono';
import type { Tool } from '../../../handlers/tool/tool.ts';
import { recordTools } from '../../records/tools.ts';
import { page } from '../parts/layout.tsx';
import {
  type Context,
  Contexts,
  DeleteMemory,
  type Experience,
  Experiences,
  type Given,
  Memories,
  type Memory,
  NextSession,
} from '../parts/memory.tsx';
import { memoryTool } from '../tools/shelves.ts';
import { formOf } from '../visit/form.ts';
import type { PageEnv } from '../visit/page-env.ts';
import { needsOneOf } from '../visit/visit.ts';

/** What the page shows, beside the start of a session and the way to all records. */
const shown = ['dewey_list_startup_contexts', 'memory_list', 'search_experiences'];

/** `/memory`: what sessions are told at their start, and what was learned. */
export function memoryPage(sessionStart: Tool): Hono<PageEnv> {
  return new Hono<PageEnv>()
    .get('/', async (c) => {
      const { visit } = c.env;
      needsOneOf(visit, ...shown, sessionStart, ...[...recordTools.values()].map(({ list }) => list));
      const query = c.req.query('experience')?.trim().slice(0, 2000) ?? '';
      const folder = c.req.query('folder')?.trim().slice(0, 500) ?? '';
      const given = c.req.query('offset') ?? '';
      const offset = /^\d{1,6}$/.test(given) ? Number(given) : 0;
      const [contexts, next, memories, experiences] = await Promise.all([
        visit.ifAllowed<{ contexts: Context[] }>('dewey_list_startup_contexts', {}),
        visit.ifAllowed<Given>(sessionStart, folder === '' ? {} : { project: folder }),
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
              <p class="tabs">
                <a href="/records/experience">Browse everything kept</a>
              </p>
            </div>
            <div class="halves">
              <div>
                {contexts === undefined ? null : <Contexts visit={visit} contexts={contexts.contexts} />}
                {next === undefined ? null : <NextSession given={next} folder={folder} />}
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
    .get('/memories/:id/delete', async (c) => {
      const { visit } = c.env;
      needsOneOf(visit, 'memory_delete');
      const memory = await visit.call<Memory>(memoryTool, { memory_id: c.req.param('id') });
      return c.html(page(visit, { title: 'Delete a memory', at: '/memory' }, <DeleteMemory {...memory} />));
    })
    .post('/memories/:id/delete', async (c) => {
      await formOf(c);
      await c.env.visit.call('memory_delete', { memory_id: c.req.param('id') });
      return c.redirect('/memory?said=deleted', 303);
    });
}
