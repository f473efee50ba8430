import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that start processes take longest: they come first, so that no worker is left alone with one in the end. */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ project, moduleId }: TestSpecification) =>
      relative(project.config.root, moduleId).startsWith('test/e2e/');
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
