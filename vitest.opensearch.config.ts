import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Against a real OpenSearch: the one that `OPENSEARCH_URL` names, or nodes that are started (needs `mvn` and Java 17). */
export default defineConfig({
  ...(base.resolve ? { resolve: base.resolve } : {}),
  test: {
    // What tools promise of search is tested on the embedded engine, and holds here as well.
    include: [
      'test/opensearch/**/*.test.ts',
      'test/handlers/*/*search*.test.ts',
      'test/handlers/{decisions/contradictions,decisions/get-decision-context,reasoning/gather-context}.test.ts',
    ],
    globalSetup: ['test/support/cluster.ts', 'test/opensearch/setup.ts'],
    // Nodes start in seconds, but on a busy machine in minutes.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    maxWorkers: 1,
  },
});
