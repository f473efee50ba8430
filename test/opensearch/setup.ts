import type { TestProject } from 'vitest/node';
import { classPath, startNodes } from './node.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of a running OpenSearch; absent in a run without one. */
    openSearch: string;
    /** The class path to start nodes with; absent where the cluster is not ours. */
    openSearchClassPath: string;
  }
}

/** An OpenSearch for a test run: the one that `OPENSEARCH_URL` names, or a node that is started. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.OPENSEARCH_URL;
  if (given) {
    project.provide('openSearch', given);
    return async () => {};
  }
  const path = await classPath();
  const { urls, stop } = await startNodes(path, 1);
  project.provide('openSearch', urls.join(','));
  project.provide('openSearchClassPath', path);
  return stop;
}
