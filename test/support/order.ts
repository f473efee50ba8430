import { BaseSequencer, type TestSpecification } from 'vitest/node';

const order = ['source', 'process', 'lake', 'unit'];

/**
 * The expressions of the source take a minute to time, and files that start processes take long, too: they run first, so
 * that no worker is left with one at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => order.indexOf(a.project.name) - order.indexOf(b.project.name));
  }
}
