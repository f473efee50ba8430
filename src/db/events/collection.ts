import { isSpread } from '../postgres/spread.ts';
import type { Collection } from '../search/collection/collection.ts';
import { collectionIds } from '../search/collection/ids.ts';
import { type EventFilter, matchingEvents } from './filter.ts';

/** Events, by their narrative, category, subject, if the text names one, and actors. */
export const events: Collection<EventFilter> = {
  name: 'events',
  collectionId: collectionIds.events,
  documents: (sql) => sql`
    select doc_no,
           concat_ws(E'\n', category || ': ' || narrative, nullif(subject_json ->> 'ref', 'unnamed'),
             (select string_agg(actor ->> 'ref', ', ') from jsonb_array_elements(actors_json) actor)) as text,
           0 as group_no, null::int as previous,
           extract(epoch from coalesce(event_time, created_at))::float8 * 1000 as at, 0 as kind, null::text as language
    from semantic_events where verdict is distinct from 'rejected'`,
  async scope(sql, filter) {
    const { allRevisions: _, reader: __, ...narrowing } = filter;
    const narrowed = Object.values(narrowing).some((value) => value !== undefined);
    const meant = sql`select e.doc_no ${matchingEvents(sql, filter, await isSpread(sql))}`;
    const [row] = await sql<{ docs: number[] | null }[]>`
      select array_agg(doc_no) as docs from ${
        narrowed ? sql`(${meant}) meant` : sql`semantic_events where doc_no not in (${meant})`
      }`;
    return narrowed ? { docs: row?.docs ?? [] } : { notDocs: row?.docs ?? [] };
  },
  secret: (sql) => sql`
    select e.doc_no from semantic_events e join artifacts a using (artifact_uid)
    where a.sensitivity = 'highly_sensitive' or a.deleted_at is not null`,
};
