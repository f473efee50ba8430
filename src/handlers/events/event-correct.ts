import * as z from 'zod';
import { type CorrectedFields, correctEvents, type Said } from '../../db/events/corrections.ts';
import { findEvent, type StoredEvent } from '../../db/events/events.ts';
import { membersOf } from '../../db/events/facts.ts';
import * as p from '../shared/params.ts';
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { readerOf } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import { category } from './extraction/domain/event.ts';
import * as e from './shared.ts';

const time = p.timestamp.nullable().optional();

const input = z.strictObject({
  event_id: e.eventId,
  action: z
    .enum(['confirm', 'reject', 'edit', 'merge', 'split', 'undo'])
    .describe('edit: replace fields; merge: with same_as; undo: as extracted'),
  same_as: p.id('event').optional().describe('Same fact'),
  category: category.optional().describe('Kind'),
  narrative: z.string().trim().min(1).max(2000).optional().describe('What happened'),
  subject: z.string().trim().min(1).max(200).optional().describe('About what'),
  event_time: time.describe('When'),
  due: time.describe('When due'),
  actors: z.array(z.string().trim().min(1).max(200)).max(50).optional().describe('Who'),
  done: z.boolean().optional().describe('Commitment is done'),
});

const said = { confirm: 'confirmed', reject: 'rejected', undo: 'undo' } as const;

type Asked = z.output<typeof input>;

/** Those named, in their roles so far; others are owners. */
const actorsOf = (names: readonly string[], before: StoredEvent): NonNullable<CorrectedFields['actors']> =>
  names.map((ref) => ({ ref, role: before.actors.find((one) => one.ref === ref)?.role ?? 'owner' }));

/**
 * What the call says of the event, for actions about the event alone.
 *
 * @throws ToolError `invalid_input` for fields without `edit`, for `edit` without fields, and for `done` of no commitment.
 */
function saidBy(
  { action, event_id: _, same_as: __, ...fields }: Asked,
  event: StoredEvent,
  newId: () => string,
): Said {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (action === 'edit' && given.length === 0)
    throw new ToolError('invalid_input', 'Nothing to edit was given.', {
      field: 'action',
      suggestion: 'Give category, narrative, subject, event_time, due, actors or done.',
    });
  if (action === 'edit') {
    const { actors, subject, event_time, ...others } = fields;
    if (others.done !== undefined && (others.category ?? event.category) !== 'Commitment')
      throw new ToolError('invalid_input', 'Only a commitment is done or open.', {
        field: 'done',
        problem: `is not of the category ${others.category ?? event.category}`,
        suggestion: 'Leave done out, or give the category Commitment with it.',
      });
    return {
      fields: {
        ...others,
        ...(event_time === undefined ? {} : { eventTime: event_time }),
        ...(actors ? { actors: actorsOf(actors, event) } : {}),
        ...(subject === undefined ? {} : { subject: { type: typeOf(event), ref: subject } }),
      },
    };
  }
  const [first] = given;
  if (first)
    throw new ToolError('invalid_input', `${first[0]} is only used by the action edit.`, {
      field: first[0],
      suggestion: 'Use the action edit to replace fields.',
    });
  return action === 'merge' || action === 'split'
    ? { fields: { factId: newId() } }
    : { verdict: said[action] };
}

/** What a person names is no title that stands in for a subject. */
const typeOf = ({ subject: { type } }: StoredEvent): string => (type === 'other' ? 'object' : type);

/** The other event of a merge. */
async function otherOf({ action, event_id, same_as: id }: Asked, deps: Deps) {
  if (action !== 'merge') {
    if (id === undefined) return;
    throw new ToolError('invalid_input', 'same_as is only used by the action merge.', {
      field: 'same_as',
      suggestion: 'Use the action merge to say that two events are the same fact.',
    });
  }
  if (id === undefined || id === event_id)
    throw new ToolError('invalid_input', 'The action merge needs another event.', {
      field: 'same_as',
      suggestion: 'Give the id of the event that tells the same fact; find it with event_search.',
    });
  const members = await membersOf(deps.db.sql, id, readerOf(deps));
  if (members.length === 0) throw e.noEvent(id);
  return members;
}

/** What is said, and of which events: that a fact is none or done is said wherever it is told. */
async function meant(asked: Asked, event: StoredEvent, deps: Deps) {
  const saying = saidBy(asked, event, deps.newId);
  const other = await otherOf(asked, deps);
  const members = await membersOf(deps.db.sql, event.eventId, readerOf(deps));
  if (other) {
    const factId = other[0]?.factId ?? other[0]?.eventId;
    return { saying: { fields: { factId } }, events: [...members, ...other] };
  }
  const everywhere =
    asked.action === 'reject' ||
    asked.done !== undefined ||
    (asked.action === 'undo' && event.verdict === 'rejected');
  const events = everywhere ? members : members.slice(0, 1);
  return {
    saying,
    events: asked.action === 'undo' ? events.filter(({ verdict }) => verdict === event.verdict) : events,
  };
}

export default tool({
  name: 'event_correct',
  title: 'Correct an event',
  description:
    'Confirm, reject, edit or merge an event for the user. It outlives new extractions; quotes stay.',
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
    if (!before) throw e.noEvent(id);
    const { saying, events } = await meant(asked, before, deps);
    const event = (await correctEvents(sql, events, saying, deps.newId)) ? await find() : undefined;
    if (!event) throw e.noEvent(id);
    const messages = {
      confirm: 'Confirmed.',
      reject: 'Rejected: no search or list shows it any more; the action undo brings it back.',
      edit: 'Edited; the action undo brings back what was extracted.',
      merge: 'Searches show both as one event, with the quotes of both; the action split parts them.',
      split: 'It is an event of its own now.',
      undo: 'It is as it was extracted.',
    };
    const [shown = e.toEvent(event, deps.clock())] = await e.toEvents(deps, [event], false);
    return { ...shown, message: messages[asked.action] };
  },
});
