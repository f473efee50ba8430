import { openCluster } from './cluster.ts';

const timeoutMs = 5000;

/** Asks a cluster for its version and state. @throws ClusterError */
export async function askHealth(
  nodes: readonly string[],
): Promise<{ version: string; nodes: number; status: 'green' | 'yellow' | 'red' }> {
  const cluster = await openCluster(nodes);
  try {
    const about = await cluster.ask<{ version: { number: string } }>('GET', '/', { timeoutMs });
    const health = await cluster.ask<{ number_of_nodes: number; status: 'green' | 'yellow' | 'red' }>(
      'GET',
      '/_cluster/health/dewey-*',
      { timeoutMs },
    );
    return { version: about.version.number, nodes: health.number_of_nodes, status: health.status };
  } finally {
    await cluster.close();
  }
}
