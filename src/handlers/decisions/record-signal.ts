import * as z from 'zod';
import { type NewSignal, storeSignal } from '../../db/decisions/signals.ts';
import { isUnavailable } from '../../db/postgres/errors.ts';
import * as p from '../shared/params.ts';
import { tool } from '../tool/tool.ts';
import { touchedByDecision } from './addresses.ts';
import { inSignal } from './domain/contradictions.ts';
import { rounded } from './domain/numbers.ts';
import { estimatedSuccess, signalTypes, valences } from './domain/signals.ts';
import { proposeFromSignals, toProposal } from './proposals.ts';
import { decisionId, noDecision, notices, part, prefixedId, refuse } from './shared.ts';
import { inTime } from './time-limit.ts';

export default tool({
  name: 'membria_record_signal',
  aliases: ['membria.record_signal'],
  title: 'Record a signal',
  description:
    'Record an observation about a decision before its outcome is known: a pull request, a CI run, an incident. Returns the estimated success so far, (positive + 1)/(positive + negative + 2).',
  effect: 'add',
  input: z.strictObject({
    decision_id: decisionId,
    signal_type: z.enum(signalTypes).describe('Type of signal'),
    valence: z.enum(valences).describe('Whether it supports the decision'),
    description: z.string().min(1).max(2000).optional().describe('Description of what happened'),
    metrics: p.metadata.optional().describe('Related metrics, as an object'),
    external_id: p.externalId.optional(),
  }),
  output: z.object({
    signal_id: z.string().describe('Signal id'),
    decision_id: z.string().describe('Decision id'),
    recorded_at: z.string().describe('Recorded at'),
    estimated_success: z.number().nullable().describe('Estimate from all signals; null while queued'),
    status: z.string().describe('queued: on disk, until the database is available'),
    proposal: part.optional().describe('The outcome its signals suggest, for a person to confirm'),
    duplicate: z.boolean().optional().describe('True when it was already stored'),
    ...notices,
  }),
  touches: touchedByDecision,
  async run(input, deps) {
    refuse(
      inSignal(input.signal_type, input.valence),
      'valence',
      input.valence,
      'Use the valence of the event, or neutral.',
    );
    const signal: NewSignal = {
      id: prefixedId('sig', deps),
      decisionId: input.decision_id,
      type: input.signal_type,
      valence: input.valence,
      description: input.description,
      metrics: input.metrics,
      externalId: input.external_id,
    };
    const face = { decision_id: input.decision_id };
    try {
      const stored = await inTime(storeSignal(deps.db.sql, signal));
      if (!stored) throw noDecision(input.decision_id);
      const proposal = await inTime(proposeFromSignals(input.decision_id, deps));
      return {
        signal_id: stored.id,
        ...face,
        recorded_at: stored.recordedAt,
        estimated_success: rounded(estimatedSuccess(stored)),
        status: 'recorded' as const,
        ...(proposal ? { proposal: toProposal(proposal) } : {}),
        ...(stored.duplicate ? { duplicate: true } : {}),
      };
    } catch (error) {
      if (!deps.spool || !isUnavailable(error)) throw error;
      const recordedAt = deps.clock().toISOString();
      await deps.spool.append('signal', { ...signal, recordedAt });
      return {
        signal_id: signal.id,
        ...face,
        recorded_at: recordedAt,
        estimated_success: null,
        status: 'queued' as const,
      };
    }
  },
});
