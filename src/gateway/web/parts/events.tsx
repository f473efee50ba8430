import { plainLine } from '../text/plain.ts';
import { oneLine, visible } from '../text/visible.ts';
import { CorrectEvent, RecordDecision } from './correct-event.tsx';
import type { DocumentEvent } from './document-event.ts';
import { categoryName, Time } from './words.tsx';

const people = (event: DocumentEvent): string =>
  event.actors
    .slice(0, 4)
    .map(({ ref }) => oneLine(ref, 40))
    .join(', ');

export const addressOf = (event: Pick<DocumentEvent, 'artifact_uid' | 'event_id'>): string =>
  `/documents/${encodeURIComponent(event.artifact_uid)}#e-${event.event_id}`;

/** Events by the month of their time, newest first; events whose text states no time come last. */
export const Timeline = ({ events }: { events: readonly DocumentEvent[] }) => {
  const sorted = events.toSorted((a, b) => (b.event_time ?? '').localeCompare(a.event_time ?? ''));
  const months = new Map<string, DocumentEvent[]>();
  for (const event of sorted) {
    const month = event.event_time?.slice(0, 7) ?? 'no date';
    months.set(month, [...(months.get(month) ?? []), event]);
  }
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">What happened</h2>
      {events.length === 0 ? <p class="empty">No event matches.</p> : null}
      {[...months].map(([month, found]) => (
        <>
          <h3 class="month">{month}</h3>
          <ol class="hits">
            {found.map((event) => (
              <li data-item>
                <a class="title" href={addressOf(event)}>
                  <bdi>{plainLine(event.narrative, 240)}</bdi>
                </a>
                <p class="about">
                  <span>{categoryName(event.category)}</span>
                  {event.event_time === null ? null : <Time at={event.event_time} form="day" />}
                  {event.actors.length === 0 ? null : <span>{people(event)}</span>}
                </p>
              </li>
            ))}
          </ol>
        </>
      ))}
    </section>
  );
};

/** What was promised: overdue first, then open, then done. */
export const Commitments = ({ commitments }: { commitments: readonly DocumentEvent[] }) => {
  const order = ['overdue', 'open', 'done'];
  const states = commitments.toSorted((a, b) => order.indexOf(a.state ?? '') - order.indexOf(b.state ?? ''));
  return (
    <section aria-labelledby="commitments">
      <h2 id="commitments">Commitments</h2>
      {states.length === 0 ? <p class="empty">None.</p> : null}
      <table class="listing">
        <tbody>
          {states.map((event) => (
            <tr data-item>
              <td class={event.state === 'overdue' ? 'warning' : 'quiet'}>{event.state}</td>
              <td>
                <a class="title" href={addressOf(event)}>
                  <bdi>{plainLine(event.narrative, 200)}</bdi>
                </a>
              </td>
              <td>
                {event.due === null ? <span class="quiet">no date</span> : <Time at={event.due} form="day" />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** An event below its document, with its quotes. One whose words are a quote is shown once, as the quote. */
export const EventEntry = ({
  event,
  correctable,
  decidable,
  placeOf,
  formatted,
}: {
  event: DocumentEvent;
  correctable: boolean;
  /** Whether it may be recorded as a decision. */
  decidable: boolean;
  /** The address of a quote, by where it begins in the text. */
  placeOf(start: number): string;
  /** Whether the text is shown without its marks. */
  formatted: boolean;
}) => {
  const said = formatted ? plainLine : oneLine;
  const evidence = event.evidence ?? [];
  const same = evidence.find(({ quote }) => quote === event.narrative);
  return (
    <li id={`e-${event.event_id}`} data-item>
      <p>
        <b>{categoryName(event.category)}</b>{' '}
        {same === undefined ? (
          <bdi>{visible(event.narrative.slice(0, 1000))}</bdi>
        ) : (
          <Quote href={placeOf(same.artifact_start_char)} quote={said(same.quote, 300)} />
        )}
      </p>
      <p class="about">
        {event.event_time === null ? <span>no date</span> : <Time at={event.event_time} form="day" />}
        {event.due === null ? null : (
          <span>
            due <Time at={event.due} form="day" />
          </span>
        )}
        {event.actors.length === 0 ? null : <span>{people(event)}</span>}
        {event.state === undefined ? null : (
          <span class={event.state === 'overdue' ? 'warning' : undefined}>{event.state}</span>
        )}
        <span>{event.verdict ?? `confidence ${event.confidence.toFixed(2)}`}</span>
      </p>
      {evidence
        .filter((one) => one !== same)
        .map((one) => (
          <p class="quote">
            <Quote href={placeOf(one.artifact_start_char)} quote={said(one.quote, 300)} />
          </p>
        ))}
      {event.also_told?.map((told) => (
        <>
          <p class="about">
            <span>
              also told in{' '}
              <a href={addressOf(told)}>
                <bdi>{oneLine(told.title ?? 'a document without a title', 80)}</bdi>
              </a>
            </span>
          </p>
          {evidence.some(({ quote }) => quote === told.quote) ? null : (
            <p class="quote">
              <Quote href={addressOf(told)} quote={oneLine(told.quote, 300)} />
            </p>
          )}
        </>
      ))}
      {correctable ? <CorrectEvent event={event} /> : null}
      {decidable && event.category === 'Decision' ? <RecordDecision event={event} /> : null}
    </li>
  );
};

/** The words of a text that prove an event, with the way to their place. */
const Quote = ({ href, quote }: { href: string; quote: string }) => (
  <a class="proof" href={href}>
    <q>
      <bdi>{quote}</bdi>
    </q>
  </a>
);
