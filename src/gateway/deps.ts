import type { Logger } from 'pino';
import { ownerNames } from '../db/admin/keys.ts';
import { coalesceAppends } from '../db/conversations/batch-append.ts';
import { createLoneSearch } from '../db/conversations/search.ts';
import type { Database } from '../db/postgres/connect.ts';
import type { CalibrationCache, Deps } from '../handlers/tool/deps.ts';
import type { Config } from './config/env.ts';
import { documentsHere, documentsWith } from './documents/inline.ts';
import { embedderOf } from './llm/embedder.ts';
import { createRedact } from './redaction/redactor.ts';
import { clock, newId, newSecret } from './runtime/clock-and-ids.ts';
import { openFilesRoot } from './runtime/files.ts';
import { hookProgramOf } from './runtime/own-program.ts';
import { searchInCluster } from './search/in-cluster.ts';

export { createLog } from './runtime/log.ts';

/** Optional services for handlers, besides the database. */
export type Openings = Partial<
  Pick<
    Deps,
    | 'search'
    | 'embedder'
    | 'dangerByMeaning'
    | 'markOptions'
    | 'files'
    | 'documents'
    | 'redact'
    | 'hookProgram'
  >
>;

/** The services this configuration enables. */
export const openings = async (config: Config, { sql }: Database): Promise<Openings> => ({
  ...openFilesRoot(config),
  hookProgram: hookProgramOf(config.dataDir),
  ...(config.search.cluster ? { search: searchInCluster(sql, config.search, config.search.cluster) } : {}),
  documents: documentsWith(config.chunks, config.worker.maxAttempts),
  embedder: await embedderOf(config.models, clock),
  dangerByMeaning: config.models.localModel
    ? (await import('./llm/local/danger.ts')).dangerByMeaning
    : undefined,
  markOptions: config.models.localModel ? (await import('./llm/local/options.ts')).markOptions : undefined,
  redact: createRedact(config.redaction).redact,
});

/** Builds the deps that handlers are given. */
export function createDeps(db: Database, log: Logger, options: Openings = {}): Deps {
  const search = options.search ?? createLoneSearch(db.sql);
  const append = coalesceAppends(db.sql);
  return {
    db,
    append,
    clock,
    newId,
    newSecret,
    log,
    documents: documentsHere,
    redact: createRedact('on').redact,
    calibrations: createCalibrationCache(),
    ownerNames: (owners) => ownerNames(db.sql, owners),
    ...options,
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
