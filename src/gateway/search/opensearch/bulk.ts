import type { Receiver, Refusal, Sent } from '../../../db/search/feed/feed.ts';
import type { Target } from '../../../db/search/feed/targets.ts';
import { type Cluster, ClusterError } from './cluster.ts';
import { sourceOf } from './mapping.ts';

type Item = {
  _id: string;
  status: number;
  error?: { type?: string; reason?: string };
};
type BulkReply = { errors: boolean; items: { index?: Item; delete?: Item }[] };

/**
 * A document number is given once, so it has two versions: stored and deleted. The cluster refuses to go back from the
 * second to the first.
 */
const storedVersion = 1;
const deletedVersion = 2;

const conflict = 409;
const bulkTimeoutMs = 60_000;
const longestReason = 500;

/** The alias that a target is written by: a lost index must not be made anew by what is sent to it. */
export const writeAlias = (name: string): string => `${name}-feed`;

/** Sends documents to an OpenSearch cluster, all that it is given in one request for each target. */
export function bulkReceiver(cluster: Cluster): Receiver {
  /** @returns the items that failed for good. */
  async function bulk(target: Target, lines: readonly unknown[]): Promise<Item[]> {
    const { errors, items } = await cluster.ask<BulkReply>('POST', `/${writeAlias(target.name)}/_bulk`, {
      lines,
      query: { require_alias: true },
      timeoutMs: bulkTimeoutMs,
    });
    if (!errors) return [];
    const failed: Item[] = [];
    for (const { index, delete: removed } of items) {
      const item = index ?? removed;
      if (!item?.error || item.status === conflict) continue;
      if (item.status === 404)
        throw new ClusterError('missing', item.error.reason ?? `the index ${target.name} is gone`);
      if (item.status === 429 || item.status >= 500 || item.status === 403)
        throw new ClusterError('busy', item.error.reason ?? `status ${item.status}`);
      failed.push(item);
    }
    return failed;
  }

  const indexLines = (documents: readonly Sent[]) =>
    documents.flatMap((one) => [
      { index: { _id: String(one.docNo), version: storedVersion, version_type: 'external_gte' } },
      sourceOf(one),
    ]);

  return {
    async index(targets, documents) {
      const refused = new Map<number, Refusal>();
      const lines = indexLines(documents);
      for (const target of targets)
        for (const { _id, error } of await bulk(target, lines)) {
          const reason = `${error?.type ?? 'refused'}: ${error?.reason ?? ''}`.slice(0, longestReason);
          refused.set(Number(_id), { docNo: Number(_id), reason });
        }
      return [...refused.values()];
    },
    async remove(targets, docNos) {
      const lines = docNos.map((docNo) => ({
        delete: { _id: String(docNo), version: deletedVersion, version_type: 'external_gte' },
      }));
      for (const target of targets)
        for (const { error } of await bulk(target, lines))
          throw new ClusterError('refused', error?.reason ?? 'a deletion was refused');
    },
    async refresh(targets) {
      for (const { name } of targets) {
        const { _shards } = await cluster.ask<{ _shards: { failed: number } }>('POST', `/${name}/_refresh`, {
          timeoutMs: bulkTimeoutMs,
        });
        if (_shards.failed > 0) throw new ClusterError('busy', 'a part of the index could not be refreshed');
      }
    },
  };
}
