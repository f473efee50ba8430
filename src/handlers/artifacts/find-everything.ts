import { artifactIdOf } from '../../db/artifacts/ids.ts';
import { type DocumentHit, searchDocuments } from '../../db/artifacts/search.ts';
import {
  type FoundText,
  type QueryVector,
  searchMessages,
  searchTexts,
} from '../../db/conversations/search.ts';
import { decisions } from '../../db/decisions/collection.ts';
import { decisionsByDocNo } from '../../db/decisions/similar.ts';
import { searchEvents } from '../../db/events/search.ts';
import { experiences } from '../../db/experience/collection.ts';
import { experiencesByDocNo } from '../../db/experience/search.ts';
import { results } from '../../db/fiedler/collection.ts';
import { resultsByDocNo } from '../../db/fiedler/search.ts';
import { memories } from '../../db/memory/collection.ts';
import { memoriesByDocNo } from '../../db/memory/memories.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import type { Role } from '../../db/schema/vocabulary.ts';
import type { Collection } from '../../db/search/collection/collection.ts';
import { projectsMeant } from '../shared/project-name.ts';
import { readOnAt } from '../shared/read-on.ts';
import { searchOf } from '../shared/search.ts';
import { titleOf } from '../shared/title.ts';
import type { Deps } from '../tool/deps.ts';
import { readerOf, sees } from '../tool/rights.ts';

/** What can be found, in the order in which equal ranks are listed. */
export const kinds = ['artifact', 'event', 'memory', 'message', 'decision', 'experience', 'run'] as const;
export type Kind = (typeof kinds)[number];

/** A result of one kind; the names are those of the reply. */
export type Found = {
  kind: Kind;
  id: string;
  artifact_id?: string;
  conversation_id?: string;
  turn?: number;
  role?: Role;
  project?: string | undefined;
  title?: string | undefined;
  agent?: string | undefined;
  created_at?: string;
  char_offset?: number;
  neighbour?: true;
  snippet: string;
  places: FoundText['places'];
  document?: DocumentHit;
};

type Asked = {
  query: string;
  limit: number;
  project: string | undefined;
  queryVector: QueryVector | undefined;
};

/** Each kind's search, and the toolset whose rows it reads. */
const searches: Record<Kind, { toolset: string; find(asked: Asked, deps: Deps): Promise<Found[]> }> = {
  artifact: { toolset: 'artifacts', find: findDocuments },
  event: { toolset: 'events', find: findEvents },
  memory: { toolset: 'memory', find: findMemories },
  message: { toolset: 'conversations', find: findMessages },
  decision: { toolset: 'decisions', find: findDecisions },
  experience: { toolset: 'experience', find: findExperiences },
  run: { toolset: 'fiedler', find: findResults },
};

/** The best results of each of these kinds that the caller may see, best first. */
export const findIn = (wanted: readonly Kind[], asked: Asked, deps: Deps): Promise<Found[][]> =>
  Promise.all(
    kinds
      .filter((kind) => wanted.includes(kind) && sees(deps, searches[kind].toolset))
      .map((kind) => searches[kind].find(asked, deps)),
  );

async function findDocuments(asked: Asked, deps: Deps): Promise<Found[]> {
  const { query, limit, queryVector, project: within } = asked;
  const { hits } = await searchDocuments(deps.db.sql, searchOf(deps), {
    ...{ query, limit, queryVector, within },
    reader: readerOf(deps),
  });
  return hits.map((document) => ({
    kind: 'artifact',
    id: artifactIdOf(document.artifactUid),
    artifact_id: artifactIdOf(document.artifactUid),
    title: document.title ?? undefined,
    snippet: document.snippet,
    places: document.places,
    document,
  }));
}

async function findEvents(asked: Asked, deps: Deps): Promise<Found[]> {
  const filter = { allRevisions: false, within: asked.project, reader: readerOf(deps) };
  const { query, limit, queryVector } = asked;
  const { hits } = await searchEvents(deps.db.sql, searchOf(deps), filter, {
    ...{ query, limit, queryVector },
    offset: 0,
  });
  return hits.map(({ event, snippet, places }) => ({
    kind: 'event',
    id: event.eventId,
    artifact_id: artifactIdOf(event.artifactUid),
    title: event.category,
    snippet,
    places,
  }));
}

/** Searches the texts of one collection; `item` makes a result of a row that was not deleted meanwhile. */
async function findTexts<Filter, Row>(
  { query: text, limit, queryVector }: Asked,
  deps: Deps,
  collection: Collection<Filter>,
  filter: Filter,
  rowsOf: (sql: Sql, docs: number[]) => Promise<ReadonlyMap<number, Row>>,
  item: (row: Row) => Omit<Found, 'snippet' | 'places'>,
): Promise<Found[]> {
  const { sql } = deps.db;
  const query = { text, mode: 'auto' as const, filter, limit, offset: 0, queryVector };
  const { hits } = await searchTexts(sql, searchOf(deps), collection, query);
  const docs = hits.map((hit) => hit.docNo);
  const rows = await rowsOf(sql, docs);
  return hits.flatMap(({ docNo, snippet, places }) => {
    const row = rows.get(docNo);
    return row === undefined ? [] : [{ ...item(row), snippet, places }];
  });
}

async function findMemories(asked: Asked, deps: Deps): Promise<Found[]> {
  const within = await projectsMeant(asked.project, 'memories', deps);
  const filter = { minConfidence: 0, within };
  return findTexts(asked, deps, memories, filter, memoriesByDocNo, ({ memoryId, type, project }) => ({
    kind: 'memory',
    id: memoryId,
    ...(project === null ? {} : { project }),
    title: type,
  }));
}

async function findDecisions(asked: Asked, deps: Deps): Promise<Found[]> {
  const within = await projectsMeant(asked.project, 'decisions', deps);
  const filter = { elsewhere: false, concluded: false, within };
  return findTexts(asked, deps, decisions, filter, decisionsByDocNo, ({ id, domain, status, project }) => ({
    kind: 'decision',
    id,
    ...(project === null ? {} : { project }),
    title: `${domain}, ${status}`,
  }));
}

async function findExperiences(asked: Asked, deps: Deps): Promise<Found[]> {
  const projects = await projectsMeant(asked.project, 'experiences', deps);
  const filter = { projects };
  return findTexts(asked, deps, experiences, filter, experiencesByDocNo, ({ id, type, domain, project }) => ({
    kind: 'experience',
    id: String(id),
    ...(project === null ? {} : { project }),
    title: `${domain}, ${type}`,
  }));
}

/** A run by its best answer; its id is what its answers are asked for with. */
async function findResults(asked: Asked, deps: Deps): Promise<Found[]> {
  const projects = await projectsMeant(asked.project, 'fiedler_results', deps);
  const found = await findTexts(asked, deps, results, { projects }, resultsByDocNo, (row) => ({
    kind: 'run',
    id: row.correlationId,
    title: row.model,
    conversation_id: row.conversationId ?? undefined,
    created_at: row.createdAt,
  }));
  return found.filter(({ id }, i) => found.findIndex((other) => other.id === id) === i);
}

async function findMessages({ query, limit, project, queryVector }: Asked, deps: Deps): Promise<Found[]> {
  const { hits } = await searchMessages(deps.db.sql, searchOf(deps), {
    query,
    mode: 'auto',
    project,
    limit,
    offset: 0,
    maxCharacters: 1,
    explain: true,
    queryVector,
  });
  return hits.map((hit) => ({
    kind: 'message',
    id: hit.messageId,
    conversation_id: hit.conversationId,
    turn: hit.turn,
    role: hit.role,
    project: hit.project ?? undefined,
    title: titleOf(hit) ?? undefined,
    agent: hit.agent ?? undefined,
    created_at: hit.createdAt,
    ...readOnAt(hit),
    ...(hit.neighbour ? { neighbour: true as const } : {}),
    snippet: hit.snippet,
    places: hit.explanation?.legs,
  }));
}
