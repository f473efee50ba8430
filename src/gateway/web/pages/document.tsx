import { Hono } from 'hono';
import { raw } from 'hono/html';
import { decisionFrom } from '../../decisions/from-event.ts';
import { changesIn, RejectedEvents } from '../parts/correct-event.tsx';
import type { DocumentEvent } from '../parts/document-event.ts';
import { EventEntry } from '../parts/events.tsx';
import { documentHtml } from '../parts/in-thread.ts';
import { page } from '../parts/layout.tsx';
import { MarkedText } from '../parts/marked-text.tsx';
import { Difference } from '../parts/tool-call.tsx';
import { link, number, OutLink, plural, Time } from '../parts/words.tsx';
import { isMarkdown } from '../text/is-markdown.ts';
import { passagesOf } from '../text/passages.ts';
import { oneLine, visible } from '../text/visible.ts';
import { rejectedEventsTool } from '../tools/shelves.ts';
import { formOf } from '../visit/form.ts';
import type { PageEnv } from '../visit/page-env.ts';
import type { Visit } from '../visit/visit.ts';

type Document = {
  artifact_uid: string;
  artifact_type: string;
  source_system: string;
  source_id?: string;
  source_url?: string;
  title?: string;
  author?: string;
  participants: string[];
  sensitivity: string;
  visibility_scope: string;
  revision_id: string;
  characters: number;
  document_date?: string;
  ingested_at: string;
  content?: string;
  next_char_offset?: number;
  revisions: { revision_id: string; is_latest: boolean; characters: number; ingested_at: string }[];
};

type Job = {
  status: string;
  attempts: number;
  max_attempts: number;
  last_error_message: string | null;
  jobs_ahead?: number;
};

const pageCharacters = 60_000;

const textOf = (visit: Visit, id: string, revision: string | undefined, offset = 0) =>
  visit.call<Document>('artifact_get', {
    artifact_id: id,
    include_content: true,
    max_chars: pageCharacters,
    char_offset: offset,
    ...(revision === undefined ? {} : { revision_id: revision }),
  });

const JobState = ({ visit, id, job }: { visit: Visit; id: string; job: Job }) => (
  <>
    <dt>Extraction</dt>
    <dd>
      <span class={job.status === 'FAILED' ? 'warning' : undefined}>
        {job.status.toLowerCase()}
        {job.status === 'DONE' ? '' : `, attempt ${job.attempts} of ${job.max_attempts}`}
      </span>
      {job.last_error_message === null ? null : <span>{oneLine(job.last_error_message, 300)}</span>}
      {visit.may('event_reextract') ? (
        <form method="post" action={`/documents/${encodeURIComponent(id)}/extract`}>
          <button type="submit" class="plain">
            Extract again
          </button>
        </form>
      ) : null}
    </dd>
  </>
);

const People = ({ names }: { names: readonly string[] }) =>
  names.length === 0 ? null : (
    <>
      <dt>People</dt>
      <dd>
        {names.slice(0, 20).map((name) => (
          <bdi>{oneLine(name, 80)}</bdi>
        ))}
      </dd>
    </>
  );

const Head = ({ visit, document, job }: { visit: Visit; document: Document; job: Job | undefined }) => (
  <header class="session-head">
    <h1>
      <bdi>{oneLine(document.title ?? '', 200) || 'Untitled'}</bdi>
    </h1>
    <dl class="facts">
      <dt>Source</dt>
      <dd>
        <span>
          {document.artifact_type}, {visible(document.source_system)}
        </span>
        {document.source_url === undefined ? null : <OutLink url={document.source_url} />}
      </dd>
      <People
        names={[...(document.author === undefined ? [] : [document.author]), ...document.participants]}
      />
      <dt>Stored</dt>
      <dd>
        <Time at={document.ingested_at} />
        <span class="quiet">{plural(document.characters, 'character')}</span>
      </dd>
      <dt>Seen by</dt>
      <dd>
        {document.visibility_scope}, {document.sensitivity.replace('_', ' ')}
      </dd>
      {job === undefined ? null : <JobState visit={visit} id={document.artifact_uid} job={job} />}
    </dl>
  </header>
);

const Revisions = ({ document }: { document: Document }) => (
  <nav class="versions" aria-label="Revisions">
    {document.revisions.map((one, i) => (
      <a
        href={`/documents/${encodeURIComponent(document.artifact_uid)}?revision=${encodeURIComponent(one.revision_id)}`}
        aria-current={one.revision_id === document.revision_id ? 'page' : undefined}
      >
        {document.revisions.length - i} <span class="quiet">{one.ingested_at.slice(0, 10)}</span>
      </a>
    ))}
  </nav>
);

const notes: Readonly<Record<string, string>> = {
  queued: 'The extraction is queued.',
  confirm: 'Confirmed.',
  edit: 'Saved. It stays so when the document is extracted again.',
  reject: 'It is no longer an event. It is listed below the events, to bring it back.',
  undo: 'It is as it was extracted.',
  unchanged: 'Nothing was changed.',
};

/** `/documents/:id`: a text with its quotes marked, its events, its revisions. */
export function documentPage(): Hono<PageEnv> {
  return new Hono<PageEnv>()
    .get('/:id', async (c) => {
      const { visit } = c.env;
      const id = c.req.param('id');
      const given = c.req.query('from') ?? '';
      const offset = /^\d{1,9}$/.test(given) ? Number(given) : 0;
      const document = await textOf(visit, id, c.req.query('revision'), offset);
      const correctable = visit.may('event_correct');
      const decidable = visit.may('membria_capture_decision');
      const which = { artifact_uid: document.artifact_uid, revision_id: document.revision_id };
      const [found, job, rejected] = await Promise.all([
        visit.ifAllowed<{ events: DocumentEvent[] }>('event_list_for_revision', {
          ...which,
          include_evidence: true,
        }),
        visit.ifAllowed<Job>('job_status', which),
        correctable ? visit.call<{ events: DocumentEvent[] }>(rejectedEventsTool, which) : undefined,
      ]);
      const events = found?.events ?? [];
      const index = document.revisions.findIndex((one) => one.revision_id === document.revision_id);
      const earlier = document.revisions[index + 1];
      const before =
        c.req.query('compare') === '1' && earlier ? await textOf(visit, id, earlier.revision_id) : undefined;
      const stretches = events.flatMap((event) =>
        (event.evidence ?? []).map(({ artifact_start_char: start, quote }) => ({
          start,
          end: start + Array.from(quote).length,
        })),
      );
      const content = document.content ?? '';
      const passages = passagesOf(content, stretches, offset);
      const mayRender = before === undefined && isMarkdown(document, content);
      const asWritten = c.req.query('as') === 'written';
      const html = mayRender && !asWritten ? await documentHtml(passages) : undefined;
      const here = `/documents/${encodeURIComponent(document.artifact_uid)}`;
      const at = (query: Readonly<Record<string, string | number | undefined>>) =>
        link(here, { revision: document.revision_id, ...query });
      const as = asWritten ? 'written' : undefined;
      const until = document.next_char_offset ?? Number.POSITIVE_INFINITY;
      const isHere = (place: number) => place >= offset && place < until;
      return c.html(
        page(
          visit,
          {
            title: oneLine(document.title ?? 'Document', 80),
            at: '/documents',
            said: notes[c.req.query('said') ?? ''],
          },
          <article class="session-page">
            <Head visit={visit} document={document} job={job} />
            {document.revisions.length > 1 ? <Revisions document={document} /> : null}
            <div class="reading">
              <section aria-labelledby="text">
                <h2 id="text">
                  {before === undefined ? 'Text' : 'Changes'}{' '}
                  {earlier === undefined ? null : (
                    <a class="aside" href={at({ compare: before === undefined ? 1 : undefined })}>
                      {before === undefined ? 'compare with the revision before' : 'show the text'}
                    </a>
                  )}
                  {html !== undefined || (mayRender && asWritten) ? (
                    <a
                      class="aside"
                      href={at({ from: offset || undefined, as: asWritten ? undefined : 'written' })}
                    >
                      {asWritten ? 'formatted' : 'as written'}
                    </a>
                  ) : null}
                </h2>
                {before !== undefined ? (
                  <Difference before={before.content ?? ''} after={content} />
                ) : html === undefined ? (
                  <MarkedText passages={passages} />
                ) : (
                  <div class="prose rendered" dir="auto">
                    {raw(html)}
                  </div>
                )}
                {document.next_char_offset === undefined ? null : (
                  <p class="more">
                    <a href={at({ from: document.next_char_offset, as })}>
                      The text from character {number(document.next_char_offset)} on
                    </a>
                  </p>
                )}
              </section>
              {found === undefined ? null : (
                <section aria-labelledby="events">
                  <h2 id="events">{plural(events.length, 'event')}</h2>
                  <ol class="hits">
                    {events.map((event) => (
                      <EventEntry
                        event={event}
                        correctable={correctable}
                        decidable={decidable}
                        formatted={html !== undefined}
                        placeOf={(place) => `${isHere(place) ? '' : at({ from: place, as })}#q-${place}`}
                      />
                    ))}
                  </ol>
                  <RejectedEvents events={rejected?.events ?? []} />
                </section>
              )}
            </div>
          </article>,
        ),
      );
    })
    .post('/:id/events', async (c) => {
      const { visit } = c.env;
      const form = await formOf(c);
      const { action, event: event_id, revision = '' } = form;
      const here = `/documents/${encodeURIComponent(c.req.param('id'))}?revision=${encodeURIComponent(revision)}`;
      const changes =
        action === 'edit'
          ? changesIn(form, await visit.call<DocumentEvent>('event_get', { event_id }))
          : undefined;
      const nothing = changes !== undefined && Object.keys(changes).length === 0;
      if (!nothing) await visit.call('event_correct', { event_id, action, ...changes });
      const said = nothing ? 'unchanged' : (action ?? '');
      return c.redirect(`${here}&said=${encodeURIComponent(said)}#e-${event_id}`, 303);
    })
    .post('/:id/events/decision', async (c) => {
      const { visit } = c.env;
      const { event: event_id, ...form } = await formOf(c);
      const event = await visit.call<DocumentEvent>('event_get', { event_id });
      const lines = (form.alternatives ?? '').split('\n').map((line) => line.trim());
      const alternatives = lines.filter((line) => line !== '');
      const confidence = Number(form.confidence) / 100;
      const given = decisionFrom(event, { confidence, alternatives });
      const { decision_id } = await visit.call<{ decision_id: string }>('membria_capture_decision', given);
      return c.redirect(`/decisions/${encodeURIComponent(decision_id)}`, 303);
    })
    .post('/:id/extract', async (c) => {
      const id = c.req.param('id');
      await c.env.visit.call('event_reextract', { artifact_uid: id });
      return c.redirect(`/documents/${encodeURIComponent(id)}?said=queued`, 303);
    });
}
