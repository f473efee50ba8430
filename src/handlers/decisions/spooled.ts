import * as z from 'zod';
import { storeDecision } from '../../db/decisions/decisions.ts';
import { storeSignal } from '../../db/decisions/signals.ts';
import { riskLevels } from '../../db/schema/decisions.ts';
import type { Deps } from '../tool/deps.ts';
import { firewallStatuses } from './domain/firewall.ts';
import { valences } from './domain/signals.ts';

/** What was put on disk while the database was away, as it comes back from there. */
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
 * Stores what was spooled under the id it was acknowledged with; again and again if need be, it is stored once.
 *
 * @returns false when it can no longer be stored: its decision was deleted or never was.
 * @throws the driver's error when the database is (still) away; a ZodError or Error for what this version did not write.
 */
export async function storeSpooled(
  kind: string,
  payload: unknown,
  { db }: Pick<Deps, 'db'>,
): Promise<boolean> {
  if (kind === 'decision') return (await storeDecision(db.sql, shapes.decision.parse(payload))) !== undefined;
  if (kind === 'signal') return (await storeSignal(db.sql, shapes.signal.parse(payload))) !== undefined;
  throw new Error(`what was spooled is of a kind that this version does not know: ${kind}`);
}
