import { Hono } from 'hono';
import { type RecordKind, recordKinds } from '../../../db/schema/records.ts';
import { ToolError } from '../../../handlers/tool/errors.ts';
import type { ShownRecord } from '../../records/list.ts';
import { type RecordTools, recordTools } from '../../records/tools.ts';
import { page } from '../parts/layout.tsx';
import { Filters, filterNames, heading, type Of, ofKind, RecordRows } from '../parts/records.tsx';
import { link, nextDay, plural } from '../parts/words.tsx';
import { formOf } from '../visit/form.ts';
import type { PageEnv, PageParts } from '../visit/page-env.ts';
import type { Visit } from '../visit/visit.ts';

type Listed = { records: ShownRecord[]; total: number; next_cursor: string | null };
type Query = Readonly<Record<string, string>>;

const pageSize = 40;

const notes: Readonly<Record<string, string>> = { deleted: 'It is deleted.', restored: 'It is back.' };

/** @throws ToolError for a kind that does not exist. */
function kindIn(name: string): { kind: RecordKind; tools: RecordTools } {
  const kind = recordKinds.find((one) => one === name);
  const tools = kind && recordTools.get(kind);
  if (!tools) throw new ToolError('not_found', 'There is no such page.');
  return { kind, tools };
}

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** What the address asks for; fields that are empty do not count. */
const inputOf = ({ card }: Of, query: Query) => ({
  ...Object.fromEntries(
    filterNames(card).flatMap((name) => {
      const value = query[name]?.trim().slice(0, 500);
      return value ? [[name, value]] : [];
    }),
  ),
  ...(isDay(query.from) ? { since: `${query.from}T00:00:00Z` } : {}),
  ...(isDay(query.to) ? { until: `${nextDay(query.to)}T00:00:00Z` } : {}),
  ...(query.cursor ? { cursor: query.cursor } : {}),
  deleted: query.deleted !== undefined,
});

/** The other kinds that this visitor may see. */
const Kinds = ({ visit, at }: { visit: Visit; at: RecordKind }) => (
  <nav class="tabs" aria-label="Kinds">
    {recordKinds
      .filter((kind) => visit.may(kindIn(kind).tools.list))
      .map((kind) => (
        <a href={`/records/${kind}`} aria-current={kind === at ? 'page' : undefined}>
          {heading(ofKind(kind).card.many)}
        </a>
      ))}
  </nav>
);

/** `/records/:kind`: everything of one kind without a query, with what can be restored, to delete and restore. */
export function recordsPage({ clock }: PageParts): Hono<PageEnv> {
  const pages = new Hono<PageEnv>().get('/:kind', async (c) => {
    const { visit } = c.env;
    const { kind, tools } = kindIn(c.req.param('kind'));
    const of = ofKind(kind);
    const query = c.req.query();
    const { said, cursor: _, ...filters } = query;
    const deleted = query.deleted !== undefined;
    const {
      records,
      total,
      next_cursor: next,
    } = await visit.call<Listed>(tools.list, {
      ...inputOf(of, query),
      limit: pageSize,
    });
    const mayChange = visit.may(deleted ? tools.restore : tools.delete);
    const { many, one } = of.card;
    return c.html(
      page(
        visit,
        { title: heading(many), at: '/memory', said: notes[said ?? ''] },
        <>
          <div class="heading">
            <h1>{deleted ? `Deleted ${many}` : heading(many)}</h1>
            <p class="quiet">{plural(total, one, many)}</p>
            <Kinds visit={visit} at={kind} />
          </div>
          <Filters of={of} query={filters} />
          {records.length === 0 ? (
            <p class="empty">
              {Object.values(filters).some((one) => one !== '') ? 'None match.' : 'There are none.'}
            </p>
          ) : null}
          <RecordRows of={of} records={records} mayChange={mayChange} now={clock()} />
          <p class="more">
            {next === null ? null : (
              <a href={link(`/records/${kind}`, { ...filters, cursor: next })}>
                {deleted ? 'Deleted earlier' : `Older ${many}`}
              </a>
            )}{' '}
            <a href={link(`/records/${kind}`, deleted ? {} : { deleted: '1' })}>
              {deleted ? `All ${many} that are not deleted` : 'Deleted ones'}
            </a>
          </p>
        </>,
      ),
    );
  });
  for (const verb of ['delete', 'restore'] as const)
    pages.post(`/:kind/${verb}`, async (c) => {
      const { kind, tools } = kindIn(c.req.param('kind'));
      const { id = '', back } = await formOf(c);
      await c.env.visit.call(tools[verb], { ids: [id] });
      const query = verb === 'delete' ? { said: 'deleted' } : { said: 'restored', deleted: '1' };
      return c.redirect(back === 'care' ? '/care?said=restored' : link(`/records/${kind}`, query), 303);
    });
  return pages;
}
