import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/order.ts';
import { type ProjectName, testFiles } from './test/support/projects.ts';

const files = testFiles();
const project = (name: ProjectName, globalSetup: string[] = []) => ({
  extends: true as const,
  test: { name, include: files[name], globalSetup },
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
      project('unit'),
      project('source'),
      project('lake', ['test/support/cluster.ts']),
      project('process', ['test/support/cluster.ts']),
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Machines may have two cores; a third file uses them while others wait for processes, sockets and time limits.
    maxWorkers: 3,
    // Loading the code anew takes longer than most files take to run.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}'],
      // What the tests run as programs of their own, in a thread or in another runtime: V8 counts this process alone.
      exclude: [
        'src/main.ts',
        'src/gateway/cli/**',
        'src/gateway/edge/**',
        'src/gateway/search/thread.ts',
        'src/gateway/documents/chunk-thread.ts',
        'src/gateway/jobs/extraction-thread.ts',
        'src/gateway/capture/hooks/command.ts',
        'src/gateway/capture/hooks/forward.ts',
        'src/gateway/capture/transcripts/import.ts',
        'src/gateway/redaction/stored/scan.ts',
      ],
      reporter: ['text-summary'],
      thresholds: { lines: 90, statements: 90 },
    },
  },
});
