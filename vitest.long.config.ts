import { defineConfig } from 'vitest/config';

/** Many rounds, much data: minutes, not part of `npm test`. */
export default defineConfig({
  test: {
    include: ['test/long/**/*.test.ts'],
    globalSetup: ['test/support/cluster.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
