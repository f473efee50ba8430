import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/long/**', 'node_modules/**'],
    globalSetup: ['test/support/cluster.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two files at a time: every one talks to the same PostgreSQL, and machines may have two cores.
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/main.ts'],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 90, statements: 90 },
    },
  },
});
