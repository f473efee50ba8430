import type { Pool } from '../../../db/postgres/connect.ts';
import { readSnapshot } from '../../../db/search/candidates/snapshot.ts';
import { Tail } from '../../../db/search/candidates/tail.ts';
import type { Collection, Language } from '../../../db/search/collection/collection.ts';
import type { Answer, Query } from '../../../db/search/query.ts';
import { Centres } from '../../../db/search/score/centre.ts';
import { byWords } from '../../../db/search/score/page.ts';
import { vectorFor } from '../../../db/search/score/vectors.ts';
import { Workspace } from '../../../db/search/score/workspace.ts';
import { type Cluster, ClusterError } from './cluster.ts';
import { correct } from './correct.ts';
import { findLexical } from './lexical.ts';
import { findNear } from './semantic.ts';
import { StatisticsCache } from './statistics.ts';
import { findWithout } from './without.ts';

export type ClusterEngineOptions = {
  /** The default language of documents. */
  language: Language;
  /** Statement timeout in milliseconds. */
  statementMs: number;
  /** Milliseconds a search spends on documents that the cluster does not have yet. */
  budgetMs: number;
};

/** After a failure to reach the cluster, searches do without it for so long. */
const restMs = 1000;

/**
 * Searches one collection in an OpenSearch cluster. The database says what the caller may see and which documents the
 * cluster does not have yet; the cluster finds candidates, and the ranking of the embedded engine puts them in order. So a
 * search finds everything committed before it. If the cluster does not answer, the database is searched, and the answer
 * says so.
 */
export class ClusterEngine<Filter> {
  private readonly tail: Tail;
  private readonly statistics = new StatisticsCache();
  private readonly workspace = new Workspace();
  private readonly centres: Centres;
  private restUntil = -Infinity;

  private readonly sql: Pool;
  private readonly cluster: Cluster;
  private readonly collection: Collection<Filter>;
  private readonly options: ClusterEngineOptions;

  constructor(sql: Pool, cluster: Cluster, collection: Collection<Filter>, options: ClusterEngineOptions) {
    this.sql = sql;
    this.cluster = cluster;
    this.collection = collection;
    this.options = options;
    this.centres = new Centres(collection.collectionId);
    this.tail = new Tail(collection, options.language, options.budgetMs);
  }

  async search(query: Query<Filter>): Promise<Answer> {
    const { sql, collection, options, workspace } = this;
    const lake = await readSnapshot(sql, collection, query.filter, this.tail, options.statementMs);
    const { alias } = lake;
    const found = { sql, collection, language: options.language, lake, workspace };
    if (alias === undefined)
      return findWithout(found, query, 'The index of the search cluster is not filled yet.');
    if (performance.now() < this.restUntil) return findWithout(found, query, silent);
    const asked = { ...found, cluster: this.cluster, alias, statistics: this.statistics };
    try {
      const queryVector = vectorFor(query.queryVector, collection);
      if (!queryVector) return await correct(asked, query, (text) => findLexical(asked, { ...query, text }));
      const deep = byWords(query, queryVector);
      const lexical = await correct(asked, query, (text) => findLexical(asked, { ...deep, text }));
      return await findNear(asked, query, queryVector, lexical, this.centres);
    } catch (error) {
      if (!(error instanceof ClusterError) || error.kind === 'refused') throw error;
      if (error.kind === 'unreachable') this.restUntil = performance.now() + restMs;
      return findWithout(found, query, error.kind === 'missing' ? lost : silent);
    }
  }
}

const silent = 'The search cluster does not answer.';
const lost = 'The search cluster has lost the index; it is being filled again.';
