import type { Logger } from 'pino';
import { coalesceAppends } from '../db/coalescer.ts';
import type { Database } from '../db/connect.ts';
import { createLoneSearch } from '../db/rank.ts';
import type { CalibrationCache, Deps } from '../handlers/deps.ts';
import { clock, newId, newSecret } from './clock-and-ids.ts';
import { documentsHere, documentsWith } from './documents/here.ts';
import type { Config } from './env.ts';
import { openFilesRoot } from './files.ts';
import { embedderOf } from './llm/embedder.ts';

export { createLog } from './log.ts';

/** What is opened to handlers beside the lake. */
export type Openings = Partial<Pick<Deps, 'search' | 'embedder' | 'files' | 'documents'>>;

/** What this configuration opens. */
export const openings = async (config: Config): Promise<Openings> => ({
  ...openFilesRoot(config),
  documents: documentsWith(config.chunks, config.worker.maxAttempts),
  embedder: await embedderOf(config.models, clock),
});

/** Builds what handlers are given. */
export function createDeps(db: Database, log: Logger, more: Openings = {}): Deps {
  const search = more.search ?? createLoneSearch(db.sql);
  const append = coalesceAppends(db.sql);
  return {
    db,
    append,
    clock,
    newId,
    newSecret,
    log,
    documents: documentsHere,
    calibrations: createCalibrationCache(),
    ...more,
    search,
  };
}

function createCalibrationCache(): CalibrationCache {
  let last: ReturnType<CalibrationCache['last']>;
  return {
    keep(calibrations, at) {
      last = { calibrations, at };
    },
    last: () => last,
  };
}
