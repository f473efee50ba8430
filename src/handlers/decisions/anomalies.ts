import { setAnomalies } from '../../db/decisions/anomalies.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import type { Deps } from '../tool/deps.ts';
import { aboutDomain } from './domain/anomalies.ts';
import type { Calibration } from './domain/calibration.ts';
import { prefixedId } from './shared.ts';

/**
 * Notes what is out of the ordinary in a domain after an outcome has left it.
 *
 * @param decisionId a decision that is gone: its own anomalies end.
 */
export async function noteDomain(
  tx: Sql,
  domain: string,
  calibration: Calibration,
  deps: Deps,
  decisionId?: string,
): Promise<void> {
  const found = aboutDomain(calibration, domain);
  await setAnomalies(
    tx,
    { domain, decisionId },
    found.map((finding) => ({ ...finding, id: prefixedId('anomaly', deps), domain })),
  );
}
