import type { Pool } from '../../db/postgres/connect.ts';
import { feedFigures } from '../../db/search/feed/figures.ts';
import { targetsOf } from '../../db/search/feed/targets.ts';
import type { Config } from '../config/env.ts';
import { type Finding, failed, fine, messageOf, warning } from './finding.ts';

/** Further behind than this, nothing seems to feed the cluster. */
const longLagSeconds = 300;

/** Checks the search cluster: whether it answers, how far it is behind, and what it refused. */
export async function checkSearchCluster(sql: Pool, { search }: Config): Promise<Finding[]> {
  const targets = await targetsOf(sql);
  if (!search.cluster)
    return targets.length === 0
      ? []
      : [
          failed(
            'search cluster',
            'one holds the search index, but DEWEY_SEARCH_URL is not set: new texts are not indexed; set it, or run "dewey search reindex" to search with the embedded engine again',
          ),
        ];
  const [{ askHealth }, { mappingVersion }] = await Promise.all([
    import('../search/opensearch/health.ts'),
    import('../search/opensearch/mapping.ts'),
  ]);
  const found: Finding[] = [];
  try {
    const { version, nodes, status } = await askHealth(search.cluster);
    const about = `OpenSearch ${version}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}, ${status}`;
    if (status === 'red')
      found.push(failed('search cluster', `${about}: parts of indexes are missing; bring the nodes back`));
    else found.push(fine('search cluster', about));
  } catch (error) {
    found.push(
      failed(
        'search cluster',
        `${messageOf(error)}; stores are not affected, and searches read the texts in the database until it answers`,
      ),
    );
  }
  const { waiting, lagSeconds, undeleted, refused } = await feedFigures(sql);
  const number = (n: number) => n.toLocaleString('en');
  const behind = `${number(waiting)} texts and ${number(undeleted)} deletions waiting, the oldest for ${number(Math.round(lagSeconds))} s`;
  found.push(
    lagSeconds > longLagSeconds
      ? warning('search feed', `${behind}; "dewey serve" feeds the cluster while it runs`)
      : fine('search feed', behind),
  );
  if (refused > 0)
    found.push(
      warning(
        'search refusals',
        `the cluster refused ${number(refused)} texts, which no search finds; see the table search_dead_letters for the reasons, then run "dewey search reindex"`,
      ),
    );
  if (targets.some(({ version }) => version < mappingVersion))
    found.push(
      warning(
        'search indexes',
        'made by an older version of Dewey; run "dewey search reindex" to renew them',
      ),
    );
  else if (targets.some(({ live }) => !live)) found.push(fine('search indexes', 'a new one is being filled'));
  return found;
}
