import {
  readCalibrations,
  type StoredCalibration,
  saveCalibration,
  sumLatest,
  sumOutcomes,
} from '../../db/decisions/calibrations.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import { isUnavailable } from '../../db/postgres/errors.ts';
import type { Deps } from '../tool/deps.ts';
import { type Calibration, calibrate, fewestOutcomes, latestThird } from './domain/calibration.ts';
import { inTime } from './time-limit.ts';

/** Calibrations, with their age when the database was unavailable. */
export type Known = {
  calibrations: readonly StoredCalibration[];
  /** Fields to spread into the reply. */
  age: { cached_age_seconds?: number };
};

/** The calibrations of all domains: from the database, or as last read while it is unavailable. */
export async function knownCalibrations({ db, clock, calibrations: cache }: Deps): Promise<Known> {
  try {
    const calibrations = await inTime(readCalibrations(db.sql));
    cache?.keep(calibrations, clock());
    return { calibrations, age: {} };
  } catch (error) {
    const last = isUnavailable(error) ? cache?.last() : undefined;
    if (!last) throw error;
    const seconds = Math.max(0, Math.round((clock().getTime() - last.at.getTime()) / 1000));
    return {
      calibrations: last.calibrations,
      age: { cached_age_seconds: seconds },
    };
  }
}

export const calibrationOf = (known: Known, domain: string): Calibration | undefined => {
  const found = known.calibrations.find((stored) => stored.domain === domain);
  return found && calibrate(found.tally);
};

/** The success rate to compare a confidence with; undefined with too few outcomes. */
export const teamRate = (calibration: Calibration | undefined): number | undefined =>
  calibration && calibration.sampleSize >= fewestOutcomes ? calibration.successRate : undefined;

/** Recomputes the sums of a domain, in the transaction that changed its outcomes and holds its lock. */
export async function refreshCalibration(tx: Sql, domain: string): Promise<Calibration> {
  const { count, ...sums } = await sumOutcomes(tx, domain);
  const tally = { ...sums, recent: await sumLatest(tx, domain, latestThird(count)) };
  await saveCalibration(tx, domain, tally);
  return calibrate(tally);
}
