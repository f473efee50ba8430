import { defineConfig } from 'vitest/config';
import { citusMissing, hasCitus } from './test/citus/servers.ts';

const found = await hasCitus();
if (!found) process.stdout.write(`Skipped: ${citusMissing}\n`);
process.env.DEWEY_TEST_ON = 'citus';

/**
 * The tests of a single PostgreSQL again, unchanged, each on a lake that Citus spreads over two nodes beside its
 * coordinator; and those of Citus alone.
 */
export default defineConfig({
  test: {
    include: found
      ? [
          'test/citus/**/*.test.ts',
          'test/db/{artifacts,backup,conversations,jobs,retention,search}/**/*.test.ts',
          'test/db/postgres/adopt.test.ts',
          'test/handlers/{artifacts,events,conversations,memory,fiedler,contexts,decisions}/**/*.test.ts',
          'test/gateway/{capture,documents,jobs,records,retention,search}/**/*.test.ts',
          'test/gateway/cli/{import,import-runs,scan}.test.ts',
          'test/e2e/{every-command,events,events-walk,events-trouble,forget,orchestrated-run,purge-deleted,reextract,restore-documents,retention,retention-documents}.test.ts',
        ]
      : [],
    passWithNoTests: true,
    globalSetup: found ? ['test/support/cluster.ts'] : [],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
