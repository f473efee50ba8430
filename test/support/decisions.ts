import captureDecision from '../../src/handlers/decisions/capture-decision.ts';
import recordOutcome from '../../src/handlers/decisions/record-outcome.ts';
import { call } from './call.ts';
import type { TestLake } from './lake.ts';

type Json = Record<string, unknown>;

/** Shorthands for decisions and outcomes, for tests of what follows from them. */
export function useDecisions(lake: TestLake) {
  const capture = (statement: string, module?: string, fields: Json = {}): Promise<string> =>
    call(
      captureDecision,
      {
        statement,
        alternatives: ['MongoDB', 'SQLite'],
        confidence: 0.75,
        context: module === undefined ? {} : { module },
        ...fields,
      },
      lake.deps,
    ).then(({ decision_id }) => decision_id);

  const conclude = (decision_id: string, final_score: number, fields: Json = {}) =>
    call(
      recordOutcome,
      {
        decision_id,
        final_status: final_score >= 0.5 ? 'success' : 'failure',
        final_score,
        ...fields,
      },
      lake.deps,
    );

  /** Creates decisions with outcomes of these scores, one after the other. */
  const completed = async (statement: string, module: string, confidence: number, scores: number[]) => {
    const ids: string[] = [];
    for (const score of scores) {
      const id = await capture(statement, module, { confidence });
      await conclude(id, score);
      ids.push(id);
    }
    return ids;
  };

  return { capture, conclude, completed };
}
