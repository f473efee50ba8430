import * as z from 'zod';
import { type CorrectedFields, correctEvent, type Said } from '../../db/events/corrections.ts';
import { findEvent, type StoredEvent } from '../../db/events/events.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { readerOf } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import { category } from './extraction/domain/event.ts';
import * as e from './shared.ts';

const time = p.timestamp.nullable().optional();

const input = z.strictObject({
  event_id: e.eventId,
  action: z
    .enum(['confirm', 'reject', 'edit', 'undo'])
    .describe('edit: replace the fields given; undo: as extracted'),
  category: category.optional().describe('Kind'),
  narrative: z.string().trim().min(1).max(2000).optional().describe('What happened'),
  subject: z.string().trim().min(1).max(200).optional().describe('About what'),
  event_time: time.describe('When'),
  due: time.describe('When due'),
  actors: z.array(z.string().trim().min(1).max(200)).max(50).optional().describe('Who'),
  done: z.boolean().optional().describe('Commitment is done'),
});

const said = { confirm: 'confirmed', reject: 'rejected', undo: 'undo' } as const;

/** Those named, in their roles so far; others are owners. */
const actorsOf = (names: readonly string[], before: StoredEvent): NonNullable<CorrectedFields['actors']> =>
  names.map((ref) => ({ ref, role: before.actors.find((one) => one.ref === ref)?.role ?? 'owner' }));

/**
 * What the call says of the event.
 *
 * @throws ToolError `invalid_input` for fields without `edit`, and for `edit` without fields.
 */
function saidBy({ action, event_id: _, ...fields }: z.output<typeof input>, event: StoredEvent): Said {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (action === 'edit' && given.length === 0)
    throw new ToolError('invalid_input', 'Nothing to edit was given.', {
      field: 'action',
      suggestion: 'Give category, narrative, subject, event_time, due, actors or done.',
    });
  if (action === 'edit') {
    const { actors, subject, event_time, ...others } = fields;
    return {
      fields: {
        ...others,
        ...(event_time === undefined ? {} : { eventTime: event_time }),
        ...(actors ? { actors: actorsOf(actors, event) } : {}),
        ...(subject === undefined ? {} : { subject: { type: event.subject.type, ref: subject } }),
      },
    };
  }
  const [first] = given;
  if (!first) return { verdict: said[action] };
  throw new ToolError('invalid_input', `${first[0]} is only used by the action edit.`, {
    field: first[0],
    suggestion: 'Use the action edit to replace fields.',
  });
}

export default tool({
  name: 'event_correct',
  title: 'Correct an event',
  description:
    'Confirm, reject or edit an extracted event for the user. It outlives new extractions; the quotes stay.',
  effect: 'change',
  lends: ['artifacts'],
  input,
  output: e.eventOut.extend({ message: z.string().describe('Summary of the result') }),
  touches: (output) => e.eventAddress(output.artifact_uid),
  async run(asked, deps) {
    const { sql } = deps.db;
    const { event_id: id } = asked;
    const find = () => findEvent(sql, id, readerOf(deps));
    const before = await find();
    const stored = before && (await correctEvent(sql, before, saidBy(asked, before), deps.newId));
    const event = stored ? await find() : undefined;
    if (!event) throw e.noEvent(id);
    const messages = {
      confirm: 'Confirmed.',
      reject: 'Rejected: no search or list shows it any more; the action undo brings it back.',
      edit: 'Edited; the action undo brings back what was extracted.',
      undo: 'It is as it was extracted.',
    };
    return { ...e.toEvent(event, deps.clock()), message: messages[asked.action] };
  },
});
