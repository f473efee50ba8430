import { inArray } from 'drizzle-orm';
import { artifactIdOf, uidOf } from '../../db/artifacts/ids.ts';
import { searchDocuments } from '../../db/artifacts/search.ts';
import { type QueryVector, type Search, searchMessages, searchTexts } from '../../db/conversations/search.ts';
import { similarDecisions } from '../../db/decisions/similar.ts';
import { rankExperiences } from '../../db/experience/search.ts';
import { memories } from '../../db/memory/collection.ts';
import { memoriesByDocNo } from '../../db/memory/memories.ts';
import { meaningsOf } from '../../db/reasoning/likeness.ts';
import { decisions, experiences } from '../../db/schema/index.ts';
import { queryVectorOf } from '../shared/query-vector.ts';
import { searchOf } from '../shared/search.ts';
import type { Deps } from '../tool/deps.ts';
import { readerOf, sees } from '../tool/rights.ts';
import { cut } from '../tool/text.ts';
import type { Ranked } from './domain/ranking.ts';

/** Candidates of context in the lake, by kind; ranking and selection are in `domain/ranking.ts`. */

export const lakeKinds = ['experience', 'decision', 'memory', 'artifact', 'message'] as const;
export type LakeKind = (typeof lakeKinds)[number];

export type Wanted = {
  kinds?: readonly LakeKind[] | undefined;
  /** Leaves out what belongs to another project. */
  project?: string | undefined;
  /** Leaves out what is older. */
  since?: string | undefined;
};

export type Candidate = Ranked & {
  kind: LakeKind;
};

type Finder = (query: string, wanted: Wanted, deps: Deps) => Promise<Candidate[]>;

const mostOfEach = 30;
/** Of which some will be left out, as of another project or older. */
const mostNarrowed = 100;
const most = ({ project, since }: Wanted): number =>
  project === undefined && since === undefined ? mostOfEach : mostNarrowed;

/** Whether two names mean one project: the same, or the path of a folder and its last part. */
const isSameProject = (a: string, b: string): boolean => a === b || lastPart(a) === b || a === lastPart(b);
const lastPart = (path: string): string => /[^\\/]*$/.exec(path.replace(/[\\/]$/, ''))?.[0] ?? path;

const mostCharacters = 8000;

const findExperiences: Finder = async (query, wanted, deps) => {
  const { db } = deps;
  const { ranked } = await rankExperiences(db.sql, searchOf(deps), query, {}, most(wanted));
  const ids = ranked.slice(0, most(wanted)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db.select().from(experiences).where(inArray(experiences.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ranked.flatMap(({ id, confirmations, contradictions, uses }) => {
    const row = byId.get(id);
    if (!row) return [];
    const { situation, approach, outcome, reasoning, type, proof } = row;
    const facts = [
      row.domain,
      type,
      proof === 'confirmed' ? undefined : proof === 'unproven' ? 'unproven: no outcome is known yet' : proof,
      confirmations > 0 ? `confirmed ${confirmations}×` : undefined,
      contradictions > 0 ? `contradicted ${contradictions}×` : undefined,
      uses > 0 ? `used ${uses}×` : undefined,
    ];
    const text = `Situation: ${situation}\nApproach: ${approach}\nOutcome: ${outcome}\nReasoning: ${reasoning}`;
    return [
      {
        kind: 'experience' as const,
        id: String(id),
        title: facts.filter((fact) => fact !== undefined).join(', '),
        text: cut(text, mostCharacters),
        evidence:
          proof !== 'confirmed' || contradictions > confirmations
            ? ('none' as const)
            : confirmations > 0
              ? ('strong' as const)
              : ('some' as const),
        weight: row.confidence ?? 0.5,
        lesson: { situation, type },
        project: row.project,
        createdAt: row.createdAt,
      },
    ];
  });
};

const findDecisions: Finder = async (query, wanted, deps) => {
  const found = await similarDecisions(deps.db.sql, searchOf(deps), {
    statement: query,
    ignore: [],
    completed: false,
    limit: most(wanted),
  });
  const rows = await deps.db
    .select({ id: decisions.id, project: decisions.project, createdAt: decisions.createdAt })
    .from(decisions)
    .where(
      inArray(
        decisions.id,
        found.map(({ id }) => id),
      ),
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
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
      evidence: finalStatus === null ? 'none' : 'some',
      weight: finalStatus === null ? 0.4 : 0.6,
      project: byId.get(id)?.project ?? null,
      ...createdOf(byId.get(id)),
    };
  });
};

const createdOf = (row: { createdAt: string } | undefined) => (row ? { createdAt: row.createdAt } : {});

const findMemories: Finder = async (text, wanted, deps) => {
  const query = { text, mode: 'any' as const, filter: { minConfidence: 0 }, limit: most(wanted), offset: 0 };
  const { hits } = await searchTexts(deps.db.sql, searchOf(deps), memories, query);
  const rows = await memoriesByDocNo(
    deps.db.sql,
    hits.map(({ docNo }) => docNo),
  );
  return hits.flatMap(({ docNo }) => {
    const row = rows.get(docNo);
    if (!row) return [];
    const { memoryId: id, type, content, project, createdAt } = row;
    const title = `memory, ${type}`;
    return [
      {
        kind: 'memory' as const,
        id,
        title,
        text: content,
        evidence: 'none' as const,
        weight: 0.5,
        project,
        createdAt,
      },
    ];
  });
};

const findMessages: Finder = async (query, { project, since }, deps) => {
  const { hits } = await searchMessages(deps.db.sql, searchOf(deps), {
    query,
    mode: 'auto',
    project,
    startDate: since,
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
    evidence: 'none',
    weight: 0.2,
    createdAt: hit.createdAt,
  }));
};

const findDocuments: Finder = async (query, { project, since }, deps) => {
  const { hits } = await searchDocuments(deps.db.sql, searchOf(deps), {
    query,
    limit: most({ since }),
    within: project,
    reader: readerOf(deps),
  });
  return hits.map((hit) => ({
    kind: 'artifact',
    id: artifactIdOf(hit.artifactUid),
    title: `${hit.title ?? 'untitled'}, ${hit.artifactType} from ${hit.sourceSystem}`,
    text: cut(hit.text, mostCharacters),
    evidence: 'none',
    weight: 0.3,
    createdAt: hit.at,
  }));
};

const finders: Record<LakeKind, { toolset: string; find: Finder }> = {
  experience: { toolset: 'experience', find: findExperiences },
  decision: { toolset: 'decisions', find: findDecisions },
  memory: { toolset: 'memory', find: findMemories },
  artifact: { toolset: 'artifacts', find: findDocuments },
  message: { toolset: 'conversations', find: findMessages },
};

/** The toolset whose rows a kind of source is read from. */
export const toolsetOf = (kind: LakeKind): string => finders[kind].toolset;

/** What may be related to a problem, by its words or its meaning, of each kind that the caller may see. */
export async function candidatesIn(query: string, wanted: Wanted, given: Deps): Promise<Candidate[]> {
  const { queryVector } = await queryVectorOf(query, given);
  const deps = queryVector ? { ...given, search: byMeaningToo(searchOf(given), queryVector) } : given;
  const { kinds = lakeKinds, project, since } = wanted;
  const within = kinds.map((kind) => finders[kind]).filter(({ toolset }) => sees(deps, toolset));
  const isElsewhere = (one: Candidate) =>
    project !== undefined && one.project && !isSameProject(one.project, project);
  const isOlder = ({ createdAt }: Candidate) =>
    since !== undefined && createdAt !== undefined && Date.parse(createdAt) < Date.parse(since);
  const found = await Promise.all(within.map(({ find }) => find(query, wanted, deps)));
  const kept = found.map((ofKind) =>
    ofKind.filter((one) => !isElsewhere(one) && !isOlder(one)).slice(0, mostOfEach),
  );
  return queryVector
    ? (await Promise.all(kept.map((some) => withMeaning(some, queryVector, deps)))).flat()
    : kept.flat();
}

/** The same search, which also finds what is near in meaning. */
const byMeaningToo = (search: Search, queryVector: QueryVector): Search => ({
  find: (collection, query) => search.find(collection, { ...query, queryVector }),
  highlight: search.highlight,
});

/** Candidates of one kind, with their meaning where that is known. */
async function withMeaning(some: Candidate[], vector: QueryVector, { db }: Deps): Promise<Candidate[]> {
  const kind = some[0]?.kind;
  if (kind === undefined) return [];
  const meanings = await meaningsOf(
    db.sql,
    kind,
    some.map(({ id }) => keyOf(kind, id)),
    vector,
  );
  return some.map((one) => ({ ...one, ...meanings.get(keyOf(kind, one.id)) }));
}

const keyOf = (kind: LakeKind, id: string): string => (kind === 'artifact' ? uidOf(id) : id);
