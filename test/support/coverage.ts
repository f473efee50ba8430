import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import v8 from '@vitest/coverage-v8';
import type { CoverageProviderModule } from 'vitest/node';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the tests run as programs of their own, in a thread or in another runtime: V8 counts this process alone. */
export const notCounted = [
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
];

/** The same as the globs `src/**\/*.{ts,tsx}` without {@link notCounted}. */
export function isCounted(path: string): boolean {
  const name = relative(root, path);
  const excluded = (glob: string) =>
    glob.endsWith('/**') ? name.startsWith(glob.slice(0, -'**'.length)) : name === glob;
  return /^src\/.*\.tsx?$/.test(name) && !notCounted.some(excluded);
}

/**
 * The provider of V8's coverage without work that leaves the numbers as they are: Vitest would collect the tests'
 * modules as well, would compile all globs anew for each module, and would convert the counts of each project by itself,
 * though all load the same code.
 */
const provider: CoverageProviderModule = {
  ...v8,
  async takeCoverage(options) {
    const taken = (await v8.takeCoverage?.(options)) as { result: { url: string }[] };
    return { result: taken.result.filter(({ url }) => isCounted(fileURLToPath(url))) };
  },
  async getProvider() {
    const { V8CoverageProvider } = await import('@vitest/coverage-v8/dist/provider.js');
    return new (class extends V8CoverageProvider {
      override isIncluded(path: string): boolean {
        return isCounted(path);
      }

      override onAfterSuiteRun(
        meta: Parameters<InstanceType<typeof V8CoverageProvider>['onAfterSuiteRun']>[0],
      ) {
        super.onAfterSuiteRun({ ...meta, projectName: 'lake' });
      }
    })();
  },
};
export default provider;
