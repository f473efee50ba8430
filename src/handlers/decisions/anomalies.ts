import { setAnomalies } from '../../db/decisions/anomalies.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import type { Deps } from '../tool/deps.ts';
import { aboutDomain } from './domain/anomalies.ts';
import type { Calibration } from './domain/calibration.ts';
import { evidenceFor } from './evidence.ts';
import { prefixedId } from './shared.ts';

/**
 * Updates the anomalies of a domain after an outcome was removed.
 *
 * @param decisionId a deleted decision, whose own anomalies are closed.
 */
export async function noteDomain(
  tx: Sql,
  domain: string,
  calibration: Calibration,
  deps: Deps,
  decisionId?: string,
): Promise<void> {
  const found = aboutDomain(calibration, domain, await evidenceFor(calibration));
  await setAnomalies(
    tx,
    { domain, decisionId },
    found.map((finding) => ({ ...finding, id: prefixedId('anomaly', deps), domain })),
  );
}
