import { Hono } from 'hono';
import { categories } from '../../../handlers/events/extraction/domain/event.ts';
import type { DocumentEvent } from '../parts/document-event.ts';
import { Commitments, Timeline } from '../parts/events.tsx';
import { page } from '../parts/layout.tsx';
import { categoryName, link, plural, Time } from '../parts/words.tsx';
import { oneLine, visible } from '../text/visible.ts';
import { documentsTool, type ListedDocument } from '../tools/shelves.ts';
import type { PageEnv } from '../visit/page-env.ts';
import { needsOneOf } from '../visit/visit.ts';

const pageSize = 40;
const types = ['email', 'doc', 'chat', 'transcript', 'note'];

const Rows = ({ documents, more }: { documents: readonly ListedDocument[]; more: string | undefined }) => (
  <section aria-labelledby="list">
    <h2 id="list">Documents</h2>
    {documents.length === 0 ? (
      <p class="empty">
        None. <code>dewey import &lt;file&gt;</code> stores documents, and agents do with{' '}
        <code>artifact_ingest</code>.
      </p>
    ) : null}
    <ol class="hits">
      {documents.map((one) => (
        <li data-item>
          <a class="title" href={`/documents/${encodeURIComponent(one.artifactUid)}`}>
            <bdi>{oneLine(one.title ?? '', 200) || 'Untitled'}</bdi>
          </a>
          <p class="about">
            <span>{one.artifactType}</span>
            <span>{visible(one.sourceSystem)}</span>
            {one.author === null ? null : <span>{oneLine(one.author, 80)}</span>}
            <span>{plural(one.revisions, 'revision')}</span>
            <Time at={one.updatedAt} />
          </p>
        </li>
      ))}
    </ol>
    {more === undefined ? null : (
      <p class="more">
        <a href={more}>Older documents</a>
      </p>
    )}
  </section>
);

const Select = ({
  name,
  label,
  values,
  chosen,
}: {
  name: string;
  label: string;
  values: readonly string[];
  chosen: string;
}) => (
  <label>
    {label}
    <select name={name}>
      {['', ...values].map((value) => (
        <option value={value} selected={value === chosen}>
          {categoryName(value) || 'any'}
        </option>
      ))}
    </select>
  </label>
);

/** `/documents`: the documents, what happened in them by time and person, and what was promised. */
export function documentsPage(): Hono<PageEnv> {
  return new Hono<PageEnv>().get('/', async (c) => {
    const { visit } = c.env;
    needsOneOf(visit, documentsTool, 'event_search');
    const { type = '', category = '', person = '', offset: given = '' } = c.req.query();
    const offset = /^\d{1,6}$/.test(given) ? Number(given) : 0;
    const who = person.trim() === '' ? {} : { actor: person.trim().slice(0, 200) };
    const promised = (state: 'overdue' | 'open' | 'done') =>
      visit.ifAllowed<{ events: DocumentEvent[] }>('event_search', {
        ...who,
        state,
        include_evidence: false,
        limit: 50,
      });
    const [listed, events, ...promises] = await Promise.all([
      visit.ifAllowed<{ documents: ListedDocument[] }>(documentsTool, {
        ...(types.includes(type) ? { type } : {}),
        limit: pageSize,
        offset,
      }),
      visit.ifAllowed<{ events: DocumentEvent[] }>('event_search', {
        ...((categories as readonly string[]).includes(category) ? { category } : {}),
        ...who,
        include_evidence: false,
        limit: 100,
      }),
      promised('overdue'),
      promised('open'),
      promised('done'),
    ]);
    const documents = listed?.documents ?? [];
    const more =
      documents.length === pageSize
        ? link('/documents', { type, category, person, offset: offset + pageSize })
        : undefined;
    return c.html(
      page(
        visit,
        { title: 'Documents', at: '/documents' },
        <>
          <div class="heading">
            <h1>Documents</h1>
          </div>
          <form class="filters" method="get" action="/documents">
            <Select name="type" label="Kind of document" values={types} chosen={type} />
            <Select name="category" label="Kind of event" values={categories} chosen={category} />
            <label>
              Person <input type="text" name="person" value={person.slice(0, 200)} maxlength={200} />
            </label>
            <button type="submit">Filter</button>
          </form>
          <div class="halves">
            <div>
              {listed === undefined ? null : <Rows documents={documents} more={more} />}
              {events === undefined ? null : (
                <Commitments commitments={promises.flatMap((found) => found?.events ?? [])} />
              )}
            </div>
            {events === undefined ? null : <Timeline events={events.events} />}
          </div>
        </>,
      ),
    );
  });
}
