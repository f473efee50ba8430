import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { type ProjectName, testFiles } from './projects.ts';

const order: readonly ProjectName[] = ['source', 'process', 'lake', 'unit'];

/**
 * The expressions of the source take long to time, and files that start processes take long, too: they run first, so
 * that no worker is left with one at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const all = testFiles();
    const places = new Map(order.flatMap((name, place) => all[name].map((path) => [path, place])));
    const placeOf = ({ moduleId }: TestSpecification): number =>
      places.get(relative(this.ctx.config.root, moduleId)) ?? order.length;
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
