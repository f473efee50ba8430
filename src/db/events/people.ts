import type { Sql } from '../postgres/connect.ts';
import { isSpread } from '../postgres/spread.ts';
import type { Fragment } from '../search/collection/collection.ts';
import { renumber } from '../search/spread-rows.ts';

type Actor = { ref: string; role: string };

/** How the people of a project are named in full: the short names, and actors with them replaced. */
export type NamePeople = {
  fullNames(names: Iterable<string>): Map<string, string>;
  underFullNames(actors: readonly Actor[], meant: ReadonlyMap<string, string>): Actor[];
};

const mostNames = 5000;

/**
 * Names the actors of a project's events in full where the project knows one person by that name: as participant or author of
 * a document, or as actor of another event. Names come from documents that everybody may read, for they are shown in others. What
 * a person corrected stays.
 */
export async function joinPeople(tx: Sql, project: string, people: NamePeople): Promise<void> {
  const names = await tx<{ name: string }[]>`
    with own as (
      select artifact_uid, author, participants from artifacts
      where project = ${project} and deleted_at is null and visibility_scope <> 'me' and sensitivity = 'normal')
    select name from own, unnest(participants || author) as name where name is not null
    union
    select who ->> 'ref' from own join semantic_events e using (artifact_uid), jsonb_array_elements(e.actors_json) who
    limit ${mostNames}`;
  const meant = people.fullNames(names.map(({ name }) => name));
  if (meant.size === 0) return;
  const named: Fragment = tx`
    a.project = ${project} and a.deleted_at is null and e.verdict is distinct from 'corrected'
    and exists (select 1 from jsonb_array_elements(e.actors_json) who
      where lower(who ->> 'ref') = any(${[...meant.keys()]}::text[]))`;
  if (!(await isSpread(tx))) return nameActors(tx, named, people, meant);
  // One document at a time: rows of several nodes cannot be locked by one statement.
  const documents = await tx<{ uid: string }[]>`
    select distinct e.artifact_uid as uid from semantic_events e join artifacts a using (artifact_uid)
    where ${named} order by 1`;
  for (const { uid } of documents) await nameActors(tx, named, people, meant, uid);
}

async function nameActors(
  tx: Sql,
  meantEvents: Fragment,
  people: NamePeople,
  meant: ReadonlyMap<string, string>,
  artifactUid?: string,
): Promise<void> {
  const own = artifactUid === undefined ? tx`` : tx`and e.artifact_uid = ${artifactUid}`;
  const events = await tx<{ eventId: string; actors: string; docNo: number }[]>`
    select e.event_id, e.actors_json::text as actors, e.doc_no
    from semantic_events e join artifacts a using (artifact_uid)
    where ${meantEvents} ${own}
    order by e.event_id for update of e`;
  if (events.length === 0) return;
  const named = events.map(({ actors }) => JSON.stringify(people.underFullNames(JSON.parse(actors), meant)));
  // The narrative is set, too, because that is what makes the search read an event again.
  await tx`
    update semantic_events e set actors_json = n.actors::jsonb, narrative = e.narrative
    from unnest(${events.map(({ eventId }) => eventId)}::uuid[], ${named}::text[]) as n (event_id, actors)
    where e.event_id = n.event_id ${own}`;
  if (artifactUid !== undefined) await renumber(tx, 'semantic_events', artifactUid, events);
}
