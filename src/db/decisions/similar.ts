import type { Sql } from '../postgres/connect.ts';
import type { FinalStatus } from '../schema/decisions.ts';
import type { RankedDocument } from '../search/engine.ts';
import { dot } from '../search/score/normalized.ts';
import { vectorsOf } from '../search/score/vectors.ts';
import type { Search } from '../search/search.ts';
import { stopWords } from '../search/text/stem.ts';
import { tokenize } from '../search/text/tokenize.ts';
import { decisions } from './collection.ts';
import type { StoredOption } from './options.ts';

export type SimilarQuery = {
  statement: string;
  /** Stems that say nothing about the subject of a statement. */
  ignore: readonly string[];
  /** Decisions of this domain come first; without it, no domain is preferred. */
  domain?: string | undefined;
  /** The decision to compare with, which is left out. */
  except?: string | undefined;
  /** Only decisions whose outcome is known. */
  completed: boolean;
  limit: number;
};

export type SimilarDecision = {
  id: string;
  statement: string;
  domain: string;
  status: string;
  confidence: number;
  /** Score of its outcome; null until there is one. */
  score: number | null;
  finalStatus: FinalStatus | null;
  lessons: string[];
  rank: number;
};

/**
 * The decisions with the most similar statements, those of the domain first: any word in common, ranked by the rarity
 * and frequency of the words. All matching of decisions by text happens here.
 */
export async function similarDecisions(
  sql: Sql,
  search: Search,
  query: SimilarQuery,
): Promise<SimilarDecision[]> {
  const text = telling(query.statement, new Set(query.ignore));
  const found = await ranked(search, query, text, false, query.limit);
  if (query.domain !== undefined && found.length < query.limit)
    found.push(...(await ranked(search, query, text, true, query.limit - found.length)));
  const rows = await sql<(Omit<SimilarDecision, 'rank'> & { docNo: number })[]>`
    select d.doc_no, d.id, d.statement, d.domain, d.status, d.confidence, o.score,
           o.final_status,
           coalesce((select array_agg(l.lesson order by l.position) from lessons l where l.outcome_id = o.id), '{}') as lessons
    from decisions d
    left join decision_outcomes o on o.decision_id = d.id and o.superseded_at is null
    where d.doc_no = any(${found.map(({ docNo }) => docNo)}::bigint[]) and d.deleted_at is null`;
  const byDocNo = new Map(rows.map(({ docNo, ...row }) => [docNo, row]));
  return found.flatMap(({ docNo, score }) => {
    const row = byDocNo.get(docNo);
    return row ? [{ ...row, rank: score }] : [];
  });
}

/** A decision that may be similar, with what is needed to compare it. */
export type Candidate = Omit<SimilarDecision, 'rank'> & {
  alternatives: string[];
  /** Null while they have not been read. */
  options: StoredOption[] | null;
  /** Undefined where an embedding is missing. */
  meaning?: Meaning | undefined;
};

/**
 * The cosines of a decision's embedding to that of the decision asked about, and to that of its alternatives as one text; and the
 * first of these by a model that was fitted to decisions on the same question, where there is one.
 */
export type Meaning = {
  decision: number;
  alternatives?: number | undefined;
  vector: Float32Array;
  question?: { decision: number; vector: Float32Array } | undefined;
};

/** The embeddings of what is asked about, of length 1, and the number of their model. */
export type QueryVectors = {
  model: number;
  decision: Float32Array;
  alternatives?: Float32Array | undefined;
  question?: { model: number; vector: Float32Array } | undefined;
};

export type CandidateQuery = Omit<SimilarQuery, 'limit'> & {
  /** Other spellings of its options, which are searched for as well. */
  spellings: readonly string[];
  /** Keys of the options of the decision to compare with. */
  options: readonly string[];
  /** What other decisions on the same matters are likely to name. */
  near: readonly string[];
  /** To compare meanings, and to find by meaning. */
  vectors?: Promise<QueryVectors | undefined> | undefined;
};

const mostByText = 60;
const mostElsewhere = 40;
const mostByOption = 40;
const mostByMatter = 40;
const mostByMeaning = 100;

/**
 * Decisions that share words or options with one, or are near in meaning: by the text index, its own domain apart from others,
 * by their options, the latest of its domain first, and by their embeddings.
 */
export async function candidateDecisions(
  sql: Sql,
  search: Search,
  query: CandidateQuery,
): Promise<Candidate[]> {
  const asked: SimilarQuery = { ...query, limit: mostByText };
  const text = [telling(query.statement, new Set(query.ignore)), ...query.spellings].join(' ');
  const [byText, near, vectors] = await Promise.all([
    ranked(search, asked, text, false, mostByText),
    query.near.length === 0
      ? []
      : ranked(search, { ...asked, domain: undefined }, query.near.join(' '), false, mostByMatter),
    query.vectors,
  ]);
  // The text index knows most spellings, so these ways are for lakes and domains with few decisions of the kind.
  const [elsewhere, byOption] =
    byText.length >= mostByText
      ? [[], []]
      : await Promise.all([
          query.domain === undefined ? [] : ranked(search, asked, text, true, mostElsewhere),
          query.options.length === 0 ? [] : byOptions(sql, query),
        ]);
  const meant = vectors ? await byMeaning(search, query, vectors) : [];
  const docs = [
    ...new Set([...byText, ...elsewhere, ...byOption, ...near, ...meant].map(({ docNo }) => docNo)),
  ];
  const rowsFound = sql<
    (Omit<Candidate, 'options' | 'meaning'> & { options: string | null; docNo: number })[]
  >`
    select d.doc_no, d.id, d.statement, d.alternatives, d.domain, d.status, d.confidence, o.score, o.final_status,
      coalesce((select array_agg(l.lesson order by l.position) from lessons l where l.outcome_id = o.id), '{}') as lessons,
      case when d.options_from is not null then (
        select coalesce(json_agg(json_build_object('option', p.option, 'label', p.label, 'role', p.role,
          'direction', p.direction) order by p.position), '[]') from decision_options p where p.decision_id = d.id
      )::text end as options
    from decisions d
    left join decision_outcomes o on o.decision_id = d.id and o.superseded_at is null
    where d.doc_no = any(${docs}::bigint[]) and d.deleted_at is null`;
  const stored = async (by: { model: number } | undefined) => {
    const found = by ? await vectorsOf(sql, decisions.collectionId, by.model, docs) : [];
    return new Map(found.map(({ docNo, vector }) => [docNo, vector]));
  };
  const [rows, own, onQuestion] = await Promise.all([rowsFound, stored(vectors), stored(vectors?.question)]);
  return rows.map(({ docNo, ...row }) => {
    const vector = own.get(docNo);
    return {
      ...row,
      options: row.options === null ? null : JSON.parse(row.options),
      meaning: vector && vectors && meaningOf(vectors, vector, onQuestion.get(docNo)),
    };
  });
}

const meaningOf = (
  { decision, alternatives, question }: QueryVectors,
  vector: Float32Array,
  onQuestion: Float32Array | undefined,
): Meaning => ({
  decision: dot(decision, vector),
  alternatives: alternatives && dot(alternatives, vector),
  vector,
  question: question && onQuestion && { decision: dot(question.vector, onQuestion), vector: onQuestion },
});

const byMeaning = async (
  search: Search,
  { statement, except, completed }: CandidateQuery,
  { model, decision: vector }: QueryVectors,
): Promise<RankedDocument[]> => {
  const filter = { elsewhere: false, except, concluded: completed };
  const query = {
    text: statement,
    mode: 'any',
    filter,
    limit: mostByMeaning,
    offset: 0,
    queryVector: { model, vector, least: 0 },
  } as const;
  return (await search.find(decisions, query)).hits;
};

const byOptions = (sql: Sql, query: CandidateQuery) => sql<{ docNo: number }[]>`
  select d.doc_no from decisions d
  where d.id in (select decision_id from decision_options
                 where option = any(${[...query.options]}::text[]) and direction <> 'considered')
    and d.deleted_at is null and d.id <> ${query.except ?? ''} and (d.concluded or ${!query.completed})
  order by (d.domain = ${query.domain ?? ''}) desc, d.created_at desc limit ${mostByOption}`;

type FoundDecision = Pick<SimilarDecision, 'id' | 'domain' | 'status'> & { project: string | null };

/** Decisions by document number, without deleted ones. */
export async function decisionsByDocNo(
  sql: Sql,
  docs: readonly number[],
): Promise<Map<number, FoundDecision>> {
  const rows = await sql<(FoundDecision & { docNo: number })[]>`
    select doc_no, id, domain, status, project from decisions
    where doc_no = any(${[...docs]}::bigint[]) and deleted_at is null`;
  return new Map(rows.map((row) => [row.docNo, row]));
}

async function ranked(
  search: Search,
  { domain, except, completed }: SimilarQuery,
  text: string,
  elsewhere: boolean,
  limit: number,
): Promise<RankedDocument[]> {
  const filter = { domain, elsewhere, except, concluded: completed };
  return (await search.find(decisions, { text, mode: 'any', filter, limit, offset: 0 })).hits;
}

/** The significant words of a statement; all of them if none is. */
function telling(statement: string, ignore: ReadonlySet<string>): string {
  const words = statement.split(/\s+/).filter((word) => {
    let tells = false;
    tokenize(word, 'english', (term) => {
      if (!ignore.has(term) && !stopWords.has(term)) tells = true;
    });
    return tells;
  });
  return words.length > 0 ? words.join(' ') : statement;
}

/** A query for any of the significant stems of a text; for all its stems if none is. */
export const anyWord = (sql: Sql, text: string, ignore: readonly string[]) => sql`
  coalesce(
    (select string_agg(quote_literal(stem), ' | ') filter (where stem <> all(${[...ignore]}::text[]))::tsquery
     from unnest(tsvector_to_array(to_tsvector('english', ${text}))) stem),
    (select string_agg(quote_literal(stem), ' | ')::tsquery
     from unnest(tsvector_to_array(to_tsvector('english', ${text}))) stem),
    ''::tsquery)`;
