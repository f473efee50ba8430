import type { Client } from '@opensearch-project/opensearch';

/**
 * Why a request failed.
 *
 * - `unreachable`: no node answers; it may work later
 * - `busy`: the cluster answers that it cannot now
 * - `missing`: the index is not there
 * - `refused`: this request will never work
 */
export class ClusterError extends Error {
  readonly kind: 'unreachable' | 'busy' | 'missing' | 'refused';

  /** The client's own errors hold whole requests, with texts: they are not kept. */
  constructor(kind: ClusterError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
export type Ask = {
  body?: unknown;
  /** Lines of JSON instead of a body. */
  lines?: readonly unknown[];
  query?: Record<string, string | number | boolean>;
  timeoutMs?: number;
};

/** An OpenSearch cluster: several nodes, of which each may be gone for a while. */
export type Cluster = {
  /** @throws ClusterError */
  ask<Reply>(method: Method, path: string, ask?: Ask): Promise<Reply>;
  close(): Promise<void>;
};

const usualTimeoutMs = 30_000;
/** Statuses that pass. */
const busy = new Set([408, 429, 500, 502, 503, 504]);

/** Opens connections to the nodes of a cluster. The client's code is only loaded here. */
export async function openCluster(nodes: readonly string[]): Promise<Cluster> {
  const { Client, errors } = await import('@opensearch-project/opensearch');
  const client: Client = new Client({
    nodes: [...nodes],
    // As many attempts as nodes: a dead one is skipped, and tried again later.
    maxRetries: Math.max(2, nodes.length),
    requestTimeout: usualTimeoutMs,
  });
  const explain = (error: unknown): unknown => {
    if (error instanceof errors.ResponseError) {
      const status = error.statusCode ?? 0;
      const reason = reasonOf(error.body) ?? `status ${status}`;
      if (status === 404) return new ClusterError('missing', reason);
      return new ClusterError(busy.has(status) ? 'busy' : 'refused', reason);
    }
    if (error instanceof errors.OpenSearchClientError) return new ClusterError('unreachable', error.message);
    return error;
  };
  return {
    async ask<Reply>(method: Method, path: string, ask: Ask = {}): Promise<Reply> {
      try {
        const response = await client.transport.request(
          {
            method,
            path,
            ...(ask.query ? { querystring: ask.query } : {}),
            ...(ask.lines ? { bulkBody: ask.lines as Record<string, unknown>[] } : {}),
            ...(ask.body === undefined ? {} : { body: ask.body as Record<string, unknown> }),
          },
          { requestTimeout: ask.timeoutMs ?? usualTimeoutMs },
        );
        return response.body as Reply; // of this request, as OpenSearch documents it
      } catch (error) {
        throw explain(error);
      }
    },
    close: () => client.close(),
  };
}

/** The reason in an error reply. */
function reasonOf(body: unknown): string | undefined {
  const error = (body as { error?: { reason?: string; type?: string } | string } | null)?.error;
  if (typeof error === 'string') return error;
  return error?.reason ?? error?.type;
}
