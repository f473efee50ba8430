import { BaseSequencer, type TestSpecification } from 'vitest/node';

const order = ['process', 'lake', 'source', 'unit'];

/** Files that start processes take longest, so they run first: no worker is left with one at the end. */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => order.indexOf(a.project.name) - order.indexOf(b.project.name));
  }
}
