import { defineConfig } from 'vitest/config';
import { testFiles } from './test/support/projects.ts';
import base from './vitest.config.ts';

const { projects: _, ...test } = base.test ?? {};

/**
 * All tests as one project, for `npm test`: each project would compile the source, load it into workers of its own and
 * have its coverage mapped back to the source, which takes a minute of each of two cores.
 */
export default defineConfig({
  ...base,
  test: { ...test, include: Object.values(testFiles()).flat(), globalSetup: ['test/support/cluster.ts'] },
});
