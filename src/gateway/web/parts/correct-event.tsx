import { categories } from '../../../handlers/events/extraction/domain/event.ts';
import { oneLine } from '../text/visible.ts';
import type { DocumentEvent } from './document-event.ts';
import { categoryName, plural } from './words.tsx';

/** The address that forms about the events of a document are sent to. */
const target = (event: DocumentEvent): string =>
  `/documents/${encodeURIComponent(event.artifact_uid)}/events`;

const Which = ({ event }: { event: DocumentEvent }) => (
  <>
    <input type="hidden" name="event" value={event.event_id} />
    <input type="hidden" name="revision" value={event.revision_id} />
  </>
);

/** Says of an event that it is right, that it is none, or what is wrong with it. Its fields are as they are now. */
export const CorrectEvent = ({ event }: { event: DocumentEvent }) => (
  <details class="correct">
    <summary aria-label={`Correct: ${oneLine(event.narrative, 80)}`}>Correct</summary>
    <form class="stack" method="post" action={target(event)}>
      <Which event={event} />
      <label>
        Category
        <select name="category">
          {categories.map((one) => (
            <option value={one} selected={one === event.category}>
              {categoryName(one)}
            </option>
          ))}
        </select>
      </label>
      <label>
        What happened
        <textarea name="narrative" class="short" maxlength={2000} required>
          {event.narrative}
        </textarea>
      </label>
      <label>
        About <input name="subject" value={event.subject.ref} maxlength={200} />
      </label>
      <label>
        Who, separated by commas{' '}
        <input name="actors" value={event.actors.map(({ ref }) => ref).join(', ')} maxlength={4000} />
      </label>
      <label>
        When <input type="date" name="event_time" value={event.event_time?.slice(0, 10)} />
      </label>
      <label>
        Due <input type="date" name="due" value={event.due?.slice(0, 10)} />
      </label>
      {event.category === 'Commitment' ? (
        <label>
          State
          <select name="done">
            <option value="">{event.state === 'done' ? 'done' : 'not done'}</option>
            <option value={event.state === 'done' ? 'no' : 'yes'}>
              {event.state === 'done' ? 'not done' : 'done'}
            </option>
          </select>
        </label>
      ) : null}
      <p class="deeds">
        <button type="submit" name="action" value="edit" class="primary">
          Save
        </button>
        {event.verdict === 'confirmed' ? null : (
          <button type="submit" name="action" value="confirm">
            It is right
          </button>
        )}
        <button type="submit" name="action" value="reject">
          It is no event
        </button>
        {event.verdict === undefined ? null : (
          <button type="submit" name="action" value="undo">
            As extracted
          </button>
        )}
      </p>
    </form>
  </details>
);

/** Records the decision that an event tells of. */
export const RecordDecision = ({ event }: { event: DocumentEvent }) => (
  <details class="correct">
    <summary aria-label={`Record as a decision: ${oneLine(event.narrative, 80)}`}>
      Record as a decision
    </summary>
    <form class="stack" method="post" action={`${target(event)}/decision`}>
      <Which event={event} />
      <label>
        How sure are you that it will turn out well, in per cent?{' '}
        <input type="number" name="confidence" min={0} max={100} value={70} required />
      </label>
      <label>
        What was turned down, one in a line
        <textarea name="alternatives" class="short" maxlength={4000} />
      </label>
      <p class="deeds">
        <button type="submit" class="primary">
          Record
        </button>
      </p>
    </form>
  </details>
);

/** What people said are no events, to bring them back. */
export const RejectedEvents = ({ events }: { events: readonly DocumentEvent[] }) =>
  events.length === 0 ? null : (
    <details>
      <summary>{plural(events.length, 'rejected event')}</summary>
      <ol class="hits">
        {events.map((event) => (
          <li>
            <p>
              <b>{categoryName(event.category)}</b> <bdi>{oneLine(event.narrative, 300)}</bdi>
            </p>
            <form class="deeds" method="post" action={target(event)}>
              <Which event={event} />
              <button type="submit" name="action" value="undo" class="plain">
                Undo
              </button>
            </form>
          </li>
        ))}
      </ol>
    </details>
  );

/** The fields of a sent form that differ from the event, as `event_correct` takes them. */
export function changesIn(form: Readonly<Record<string, string>>, event: DocumentEvent): object {
  const day = (given: string | undefined, now: string | null) =>
    given === undefined || given === (now?.slice(0, 10) ?? '')
      ? undefined
      : given === ''
        ? null
        : `${given}T00:00:00Z`;
  const text = (given: string | undefined, now: string) => {
    const trimmed = given?.replaceAll('\r\n', '\n').trim();
    return trimmed === undefined || trimmed === '' || trimmed === now.trim() ? undefined : trimmed;
  };
  const names = form.actors
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const present = event.actors.map(({ ref }) => ref);
  const found = {
    category: text(form.category, event.category),
    narrative: text(form.narrative, event.narrative),
    subject: text(form.subject, event.subject.ref),
    event_time: day(form.event_time, event.event_time),
    due: day(form.due, event.due),
    done: form.done === 'yes' ? true : form.done === 'no' ? false : undefined,
    actors: names?.join('\n') === present.join('\n') ? undefined : names,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
