import type { ExitCode } from '../run/program.ts';
import { oneLine } from '../terminal/harmless.ts';
import { table } from '../terminal/table.ts';
import { dateOf } from '../terminal/when.ts';
import { hues, plural } from './conversation.ts';
import { count, moment } from './options.ts';
import { answer, type Json } from './run.ts';

export type EventsOptions = Json & {
  category?: string;
  since?: string;
  until?: string;
  document?: string;
  who?: string;
  project?: string;
  state?: string;
  due?: string;
  limit: string;
};

type Found = {
  events: {
    event_id: string;
    category: string;
    event_time: string | null;
    due: string | null;
    state?: string;
    narrative: string;
    actors: { ref: string }[];
    source: { title: string | null };
  }[];
  total: number;
};

/** When it is due, and the state of a commitment that is not simply open. */
const aside = ({ due, state }: Found['events'][number]): string => {
  const said = [
    ...(due === null ? [] : [`due ${dateOf(due)}`]),
    ...(state === undefined || state === 'open' ? [] : [state]),
  ];
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
};

/** Lists the events found in documents: the latest, or those that match. */
export function events(
  env: NodeJS.ProcessEnv,
  words: readonly string[],
  options: EventsOptions,
): Promise<ExitCode> {
  return answer(
    env,
    'dewey events',
    options,
    ({ client, now }) =>
      client.post<Found>('/tools/event_search', {
        query: words.length > 0 ? words.join(' ') : undefined,
        category: options.category,
        time_from: moment(now, options.since, '--since'),
        time_to: moment(now, options.until, '--until'),
        artifact_uid: options.document,
        actor: options.who,
        project: options.project,
        state: options.state,
        due_before: moment(now, options.due, '--due'),
        limit: count(options.limit, '--limit', { most: 100 }),
      }),
    ({ events: found, total }, { screen }) => {
      if (found.length === 0)
        return 'No events match. They are extracted from documents: "dewey import --as documents <folder>" adds some.';
      const hue = hues(screen);
      const text = table(
        screen,
        [
          { head: 'WHEN' },
          { head: 'CATEGORY', paint: hue.agent },
          { head: 'WHO', paint: hue.project, flexible: true },
          { head: 'WHAT', flexible: true },
          { head: 'DOCUMENT', paint: hue.faint, flexible: true },
        ],
        found.map((one) => [
          one.event_time === null ? '' : dateOf(one.event_time),
          one.category,
          one.actors.map(({ ref }) => oneLine(ref)).join(', '),
          `${oneLine(one.narrative)}${aside(one)}`,
          oneLine(one.source.title ?? ''),
        ]),
      );
      return total > found.length && screen.terminal
        ? `${text}\n${hue.faint(`${found.length} of ${plural(total, 'event')}; --limit shows more`)}`
        : text;
    },
  );
}
