import * as z from 'zod';
import { storeDecision } from '../../db/decisions/decisions.ts';
import { storeSignal } from '../../db/decisions/signals.ts';
import { optionDirections, optionRoles } from '../../db/schema/decision-options.ts';
import { riskLevels } from '../../db/schema/decisions.ts';
import type { Deps } from '../tool/deps.ts';
import { firewallStatuses } from './domain/firewall.ts';
import { readOptions } from './domain/options/read.ts';
import { valences } from './domain/signals.ts';
import { toStored } from './options.ts';
import { proposeFromSignals } from './proposals.ts';

const option = z.object({
  option: z.string(),
  label: z.string(),
  role: z.enum(optionRoles),
  direction: z.enum(optionDirections),
});

/** A record spooled while the database was unavailable, as read back from disk. */
const shapes = {
  decision: z.object({
    id: z.string(),
    statement: z.string(),
    alternatives: z.array(z.string()),
    assumptions: z.array(z.string()),
    confidence: z.number(),
    riskLevel: z.enum(riskLevels).optional(),
    domain: z.string(),
    sessionId: z.string().optional(),
    filePath: z.string().optional(),
    reasoning: z.string().optional(),
    createdBy: z.string(),
    contextHash: z.string(),
    firewallStatus: z.enum(firewallStatuses),
    reviewAt: z.string().optional(),
    caught: z.array(z.object({ rule: z.string(), severity: z.string(), message: z.string() })).optional(),
    cites: z.array(z.string()).optional(),
    options: z.array(option).optional(),
    showed: z.array(z.string()),
    informedBy: z.array(z.string()),
    project: z.string().optional(),
    externalId: z.string().optional(),
    createdAt: z.string(),
  }),
  signal: z.object({
    id: z.string(),
    decisionId: z.string(),
    type: z.string(),
    valence: z.enum(valences),
    description: z.string().optional(),
    metrics: z.record(z.string(), z.unknown()).optional(),
    externalId: z.string().optional(),
    recordedAt: z.string(),
  }),
};

/**
 * Stores a spooled record under the id it was acknowledged with. Repeating this is safe: it is stored once.
 *
 * @returns false when it can no longer be stored because its decision was deleted or never existed.
 * @throws the driver's error while the database is unavailable; a ZodError or Error for records of another version.
 */
export async function storeSpooled(
  kind: string,
  payload: unknown,
  { db, newId }: Pick<Deps, 'db' | 'newId'>,
): Promise<boolean> {
  if (kind === 'decision') {
    const decision = shapes.decision.parse(payload);
    // Those spooled by earlier versions have none.
    const options = decision.options ?? toStored(readOptions(decision.statement, decision.alternatives));
    return (await storeDecision(db.sql, { ...decision, options })) !== undefined;
  }
  if (kind === 'signal') {
    const signal = shapes.signal.parse(payload);
    if ((await storeSignal(db.sql, signal)) === undefined) return false;
    await proposeFromSignals(signal.decisionId, { db, newId });
    return true;
  }
  throw new Error(`unknown kind of spooled record: ${kind}`);
}
