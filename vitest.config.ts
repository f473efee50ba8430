import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { notCounted } from './test/support/coverage.ts';
import { LongestFirst } from './test/support/order.ts';
import { testFiles } from './test/support/projects.ts';

const files = testFiles();
const project = (name: string, include: string[], globalSetup: string[] = []) => ({
  extends: true as const,
  test: { name, include, globalSetup },
});

export default defineConfig({
  resolve: {
    alias: [
      {
        // As the source names it; a test that means the real one says where it is.
        find: /^\.\.?\/start-thread\.ts$/,
        replacement: fileURLToPath(new URL('test/support/start-thread.ts', import.meta.url)),
      },
    ],
  },
  test: {
    projects: [
      project('unit', files.unit),
      project('source', files.source),
      // Together, as each worker loads the code anew for each project.
      project('lake', [...files.process, ...files.lake], ['test/support/cluster.ts']),
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Machines may have two cores; a third file uses them while others wait for processes, sockets and time limits.
    maxWorkers: 3,
    // Loading the code anew takes longer than most files take to run.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // One project finds what another has compiled, and so does the next run.
    experimental: { fsModuleCache: true },
    coverage: {
      provider: 'custom',
      customProviderModule: 'test/support/coverage.ts',
      include: ['src/**/*.{ts,tsx}'],
      exclude: notCounted,
      reporter: ['text-summary'],
      thresholds: { lines: 90, statements: 90 },
    },
  },
});
