import { inArray } from 'drizzle-orm';
import { artifactIdOf } from '../../db/artifacts/ids.ts';
import { searchDocuments } from '../../db/artifacts/search.ts';
import { searchMessages } from '../../db/conversations/search.ts';
import { similarDecisions } from '../../db/decisions/similar.ts';
import { rankExperiences } from '../../db/experience/search.ts';
import { experiences } from '../../db/schema/index.ts';
import { searchOf } from '../shared/search.ts';
import type { Deps } from '../tool/deps.ts';
import { readerOf, sees } from '../tool/rights.ts';
import { cut } from '../tool/text.ts';
import type { Source } from './domain/context.ts';

/** Sources of context in the lake; a toolset contributes by adding one function to the list below. */
type Finder = (query: string, deps: Deps) => Promise<Source[]>;

const mostOfEach = 12;
const sure = 0.8;
const mostCharacters = 8000;

const findExperiences: Finder = async (query, deps) => {
  const { db } = deps;
  const { ranked } = await rankExperiences(db.sql, searchOf(deps), query, {}, mostOfEach);
  const ids = ranked.slice(0, mostOfEach).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db.select().from(experiences).where(inArray(experiences.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const text = `Situation: ${row.situation}\nApproach: ${row.approach}\nOutcome: ${row.outcome}\nReasoning: ${row.reasoning}`;
    const priority = (row.confidence ?? 0) >= sure ? 'critical' : 'high';
    return [
      {
        kind: 'experience',
        id: String(id),
        title: `${row.domain}, ${row.type}`,
        text: cut(text, mostCharacters),
        priority,
      },
    ];
  });
};

const findDecisions: Finder = async (query, deps) => {
  const found = await similarDecisions(deps.db.sql, searchOf(deps), {
    statement: query,
    ignore: [],
    completed: false,
    limit: mostOfEach,
  });
  return found.map(({ id, statement, domain, status, confidence, score, finalStatus, lessons }) => {
    const came = finalStatus === null ? 'not yet known' : `${finalStatus} (${score})`;
    const lines = [
      `Decision: ${statement}`,
      `Confidence: ${confidence}`,
      `Outcome: ${came}`,
      ...lessons.map((lesson) => `Lesson: ${lesson}`),
    ];
    return {
      kind: 'decision',
      id,
      title: `${domain}, ${status}`,
      text: cut(lines.join('\n'), mostCharacters),
      // An outcome is more informative than an intention.
      priority: finalStatus === null ? 'medium' : 'high',
    };
  });
};

const findMessages: Finder = async (query, deps) => {
  const { hits } = await searchMessages(deps.db.sql, searchOf(deps), {
    query,
    mode: 'auto',
    limit: mostOfEach,
    offset: 0,
    maxCharacters: mostCharacters,
    explain: false,
  });
  return hits.map((hit) => ({
    kind: 'message',
    id: hit.messageId,
    title: `${hit.role}, turn ${hit.turn} of conversation ${hit.conversationId}, ${hit.createdAt}`,
    text: hit.content,
    priority: 'medium',
  }));
};

const findDocuments: Finder = async (query, deps) => {
  const { hits } = await searchDocuments(deps.db.sql, searchOf(deps), {
    query,
    limit: mostOfEach,
    reader: readerOf(deps),
  });
  return hits.map((hit) => ({
    kind: 'artifact',
    id: artifactIdOf(hit.artifactUid),
    title: `${hit.title ?? 'untitled'}, ${hit.artifactType} from ${hit.sourceSystem}`,
    text: cut(hit.text, mostCharacters),
    priority: 'medium',
  }));
};

const finders: readonly { toolset: string; find: Finder }[] = [
  { toolset: 'experience', find: findExperiences },
  { toolset: 'decisions', find: findDecisions },
  { toolset: 'artifacts', find: findDocuments },
  { toolset: 'conversations', find: findMessages },
];

/** Everything in the lake related to the problem that the caller may see, best first within each kind. */
export async function searchLake(query: string, deps: Deps): Promise<Source[]> {
  const within = finders.filter(({ toolset }) => sees(deps, toolset));
  return (await Promise.all(within.map(({ find }) => find(query, deps)))).flat();
}
