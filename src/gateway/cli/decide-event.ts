import * as z from 'zod';
import captureDecision from '../../handlers/decisions/capture-decision.ts';
import eventGet from '../../handlers/events/event-get.ts';
import { askWithTimeout } from '../client/remote.ts';
import { readConfig } from '../config/env.ts';
import { decisionFrom } from '../decisions/from-event.ts';
import { openGateway } from './gateway/open-gateway.ts';
import type { ExitCode } from './run/program.ts';
import { type Json, say } from './run/say.ts';
import { UsageError } from './run/usage.ts';

const event = z.object({
  event_id: z.string(),
  category: z.string(),
  narrative: z.string(),
  source: z.object({ title: z.string().nullable() }),
  evidence: z.array(z.object({ quote: z.string(), artifact_start_char: z.number() })).optional(),
});
const recorded = z.looseObject({ decision_id: z.string(), duplicate: z.boolean().optional() });

type Options = Json & { confidence?: string; alternative?: string[]; module?: string };

/** Records the decision that an event tells of, with its quotes. A second time, it is found again. */
export async function decideFrom(env: NodeJS.ProcessEnv, id: string, options: Options): Promise<ExitCode> {
  const { json = false, confidence, alternative: alternatives, module } = options;
  const sure = Number(confidence);
  if (confidence === undefined || !(sure >= 0 && sure <= 1))
    throw new UsageError('Give --confidence: how sure you are that it will turn out well, from 0 to 1.');
  const gateway = await openGateway(readConfig(env), 'dewey decisions from-event');
  try {
    const found = event.parse(await askWithTimeout(gateway, `/tools/${eventGet.name}`, { event_id: id }));
    if (found.category !== 'Decision')
      throw new UsageError(
        `The event ${id} is a ${found.category}. Only a Decision can be recorded as one; correct its category first.`,
      );
    const input = decisionFrom(found, { confidence: sure, alternatives, module });
    const told = recorded.parse(await askWithTimeout(gateway, `/tools/${captureDecision.name}`, input));
    say(
      { json },
      told,
      told.duplicate
        ? `It is recorded already, as ${told.decision_id}.`
        : `Recorded as ${told.decision_id}: ${input.statement}`,
    );
    return 0;
  } finally {
    await gateway.close();
  }
}
