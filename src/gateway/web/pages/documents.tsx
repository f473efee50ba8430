import { Hono } from 'hono';
import type { DocumentEvent } from '../parts/document-event.ts';
import { Commitments, Timeline } from '../parts/events.tsx';
import { page } from '../parts/layout.tsx';
import { link, plural, Time } from '../parts/words.tsx';
import { oneLine, visible } from '../text/visible.ts';
import { documentsTool, type ListedDocument } from '../tools/shelves.ts';
import type { PageEnv, PageParts } from '../visit/page-env.ts';

const pageSize = 40;
const types = ['email', 'doc', 'chat', 'transcript', 'note'];
const categories = [
  'Commitment',
  'Execution',
  'Decision',
  'Collaboration',
  'QualityRisk',
  'Feedback',
  'Change',
  'Stakeholder',
];

const Rows = ({ documents, more }: { documents: readonly ListedDocument[]; more: string | undefined }) => (
  <section aria-labelledby="list">
    <h2 id="list">Documents</h2>
    {documents.length === 0 ? <p class="empty">None.</p> : null}
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
          {value || 'any'}
        </option>
      ))}
    </select>
  </label>
);

/** `/documents`: the documents, what happened in them by time and person, and what was promised. */
export function documentsPage({ clock }: PageParts): Hono<PageEnv> {
  return new Hono<PageEnv>().get('/', async (c) => {
    const { visit } = c.env;
    const { type = '', category = '', person = '', offset: given = '' } = c.req.query();
    const offset = /^\d{1,6}$/.test(given) ? Number(given) : 0;
    const [listed, events, commitments] = await Promise.all([
      visit.ifAllowed<{ documents: ListedDocument[] }>(documentsTool, {
        ...(types.includes(type) ? { type } : {}),
        limit: pageSize,
        offset,
      }),
      visit.ifAllowed<{ events: DocumentEvent[] }>('event_search', {
        ...(categories.includes(category) ? { category } : {}),
        include_evidence: false,
        limit: 100,
      }),
      visit.ifAllowed<{ events: DocumentEvent[] }>('event_search', {
        category: 'Commitment',
        include_evidence: true,
        limit: 100,
      }),
    ]);
    const executions = await visit.ifAllowed<{ events: DocumentEvent[] }>('event_search', {
      category: 'Execution',
      include_evidence: false,
      limit: 100,
    });
    const found = (events?.events ?? []).filter(
      (event) =>
        person === '' || event.actors.some(({ ref }) => ref.toLowerCase().includes(person.toLowerCase())),
    );
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
              {commitments === undefined ? null : (
                <Commitments
                  commitments={commitments.events}
                  executions={executions?.events ?? []}
                  now={clock()}
                />
              )}
            </div>
            {events === undefined ? null : <Timeline events={found} />}
          </div>
        </>,
      ),
    );
  });
}
