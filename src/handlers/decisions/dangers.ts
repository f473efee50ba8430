import { antipatternsOf, type StoredAntipattern } from '../../db/decisions/antipatterns.ts';
import { dismissedRules } from '../../db/decisions/catches.ts';
import { isUnavailable } from '../../db/postgres/errors.ts';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import type { Deps } from '../tool/deps.ts';
import { type Known, knownCalibrations } from './calibrations.ts';
import type { Antipattern } from './domain/antipatterns.ts';
import { builtIn } from './domain/built-in.ts';
import { inTime } from './time-limit.ts';

/** What statements of a domain are checked against. */
export type Dangers = {
  antipatterns: readonly Antipattern[];
  /** Ids of rules that no longer warn. */
  dismissed: ReadonlySet<string>;
  /** The database is unavailable: only what comes with Dewey is known. */
  local: boolean;
};

const localDangers: Dangers = {
  antipatterns: builtIn.map((pattern) => ({ ...pattern, failures: 0, total: 0 })),
  dismissed: new Set(),
  local: true,
};

/** The dangers known in a domain; those that come with Dewey while the database is unavailable. */
export async function knownDangers({ db }: Pick<Deps, 'db'>, domain: string): Promise<Dangers> {
  try {
    const [antipatterns, dismissed]: [StoredAntipattern[], Set<string>] = await inTime(
      Promise.all([antipatternsOf(db.sql, domain), dismissedRules(db.sql, domain)]),
    );
    return { antipatterns, dismissed, local: false };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return localDangers;
  }
}

/** Longer than this, a warning by words alone is the better one. */
const patienceMs = 300;

/** How dangerous a statement is by its meaning; undefined without the local model, and where it does not answer in time. */
export async function dangerOf(
  statement: string,
  { dangerByMeaning, log }: Pick<Deps, 'dangerByMeaning' | 'log'>,
): Promise<number | undefined> {
  if (!dangerByMeaning) return undefined;
  try {
    return await withTimeout(dangerByMeaning(statement), patienceMs);
  } catch (error) {
    log.warn({ err: error }, 'could not read the meaning of a statement');
    return undefined;
  }
}

/** The calibrations as last read, or none, while the database is unavailable. */
export const calibrationsAtHand = (deps: Deps): Promise<Known> =>
  knownCalibrations(deps).catch((error): Known => {
    if (isUnavailable(error)) return { calibrations: [], age: {} };
    throw error;
  });

/** A list from the database, or none while it is unavailable. */
export async function ifReachable<T>(found: Promise<T[]>): Promise<T[]> {
  try {
    return await inTime(found);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return [];
  }
}
