import * as z from 'zod';
import { findEvent } from '../../db/events/events.ts';
import { readerOf } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import * as e from './shared.ts';

export default tool({
  name: 'event_get',
  title: 'Get an event',
  description: 'Get one event with its quotes and their offsets.',
  effect: 'read',
  lends: ['artifacts'],
  input: z.strictObject({ event_id: e.eventId }),
  output: e.eventOut.extend({
    evidence: e.evidenceOut,
    extraction_run_id: z.string().describe('Extraction run'),
  }),
  async run({ event_id: id }, deps) {
    const { sql } = deps.db;
    const event = await findEvent(sql, id, readerOf(deps));
    if (!event) throw e.noEvent(id);
    const [found] = await e.toEvents(deps, [event], true);
    return {
      ...e.toEvent(event, deps.clock()),
      evidence: [],
      ...found,
      extraction_run_id: event.extractionRunId,
    };
  },
});
