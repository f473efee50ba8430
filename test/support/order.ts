import { resolve } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { type Kind, testFiles } from './projects.ts';

const order: readonly Kind[] = ['source', 'process', 'lake', 'unit'];

/** Files that take more than twelve seconds, though they may be short; the longest first. */
const longest = [
  'test/regular-expressions.test.ts',
  'test/web/viewer.test.ts',
  'test/docs/examples.test.ts',
  'test/e2e/interrupted.test.ts',
  'test/e2e/every-command.test.ts',
  'test/e2e/workers.test.ts',
  'test/e2e/setup.test.ts',
  'test/e2e/backup.test.ts',
  'test/db/postgres/embedded/index.test.ts',
  'test/e2e/two-gateways.test.ts',
  'test/e2e/found-at-once.test.ts',
  'test/e2e/unknown-keys.test.ts',
  'test/e2e/outage.test.ts',
  'test/e2e/database-chaos.test.ts',
  'test/e2e/kill.test.ts',
  'test/gateway/cli/move-memories.test.ts',
  'test/gateway/cli/import-memories.test.ts',
  'test/gateway/cli/import-web-exports.test.ts',
  'test/gateway/cli/hostile-memories.test.ts',
  'test/handlers/bad-input.test.ts',
  'test/gateway/decisions/outage.test.ts',
  'test/gateway/http/downloads.test.ts',
  'test/gateway/authorization-ways.test.ts',
  'test/db/backup/backup.test.ts',
  'test/db/postgres/transport/transport.test.ts',
  'test/gateway/jobs/worker-thread.test.ts',
  'test/gateway/fuzz.test.ts',
  'test/gateway/redaction/text.test.ts',
];

/**
 * The expressions of the source take a minute to time, and files that start processes take long, too: they run first, so
 * that no worker is left with one at the end. Projects stay together, as a worker loads the code anew for each; files that
 * start processes share one with those that need a database.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const known = testFiles();
    const places = new Map(
      order.flatMap((kind, place) =>
        known[kind].map((name): [string, number] => [resolve(this.ctx.config.root, name), place]),
      ),
    );
    const placeOf = ({ moduleId }: TestSpecification) => places.get(moduleId) ?? order.length;
    const longer = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
      return place === -1 ? longest.length : place;
    };
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b) || longer(a) - longer(b));
  }
}
