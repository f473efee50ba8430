import { type Captured, type Source, skip } from '../../messages/captured.ts';
import { memoryId, observationOf, promptOf, sessionId, summaryOf, timeOf } from './claude-mem-records.ts';
import { about, orderAt, titleRank } from './facts.ts';
import type { Origin } from './format.ts';
import { type Fields, textOr, timeIn, without } from './record-values.ts';
import { recordOf, sourceOf } from './records.ts';

/** The tables of claude-mem, or the lists of its export. */
export type ClaudeMem = Record<'sessions' | 'prompts' | 'observations' | 'summaries', readonly Fields[]>;

type Session = {
  source: Source;
  /** What the product says of it; undefined when only its records name it. */
  row: Fields | undefined;
  records: { at: string; item: Captured }[];
};

/**
 * The records of each session in the order of their times. A session of claude-mem is that of the agent which it watched,
 * and has its id.
 */
export function* readSessions(told: ClaudeMem, origin: Origin): Generator<Captured[]> {
  const sessions = new Sessions(origin);
  yield told.sessions.flatMap((row) => sessions.add(row));
  yield told.prompts.flatMap((row) => sessions.place(row, promptOf));
  yield told.observations.flatMap((row) => sessions.place(row, observationOf));
  yield told.summaries.flatMap((row) => sessions.place(row, summaryOf));
  for (const session of sessions.all()) yield recordsOf(session);
}

class Sessions {
  readonly #origin: Origin;
  readonly #byKey = new Map<string, Session>();
  /** By the ids with which records name them. */
  readonly #byName = new Map<string, Session>();

  constructor(origin: Origin) {
    this.#origin = origin;
  }

  all = (): Iterable<Session> => this.#byKey.values();

  add(row: Fields): Captured[] {
    const id = sessionId(row) ?? memoryId(row);
    if (id === undefined) return [skip('session without id')];
    // Agents number their sessions independently.
    const platform = textOr(row.platform_source) ?? 'claude';
    const key = platform === 'claude' ? id : `${platform}/${id}`;
    if (this.#byKey.has(key)) return [skip('session that is there twice')];
    const session = this.#open(key, id, row);
    for (const name of namesOf(row.id, row)) if (!this.#byName.has(name)) this.#byName.set(name, session);
    return [];
  }

  /** Adds a record to its session. @returns why it has none. */
  place(row: Fields, record: (source: Source, row: Fields) => Captured): Captured[] {
    const id = sessionId(row) ?? memoryId(row);
    const names = namesOf(row.session_db_id, row);
    const known = names.flatMap((name) => this.#byName.get(name) ?? [])[0];
    if (!known && id === undefined) return [skip('record without session')];
    const session = known ?? this.#open(id ?? '', id ?? '', undefined, row.project);
    session.records.push({ at: timeOf(row) ?? '', item: record(session.source, row) });
    return [];
  }

  #open(key: string, id: string, row: Fields | undefined, project = row?.project): Session {
    const known = this.#byKey.get(key);
    if (known) return known;
    const started = timeIn(row ?? {}, 'started_at_epoch', 'started_at');
    const rest = {
      ...without(row ?? {}, 'user_prompt', 'custom_title', 'started_at', 'started_at_epoch'),
      ...started.rest,
    };
    const source = sourceOf('claude-mem', this.#origin, { id, key, project, startedAt: started.at, rest });
    const session: Session = { source, row, records: [] };
    this.#byKey.set(key, session);
    return session;
  }
}

/** The names by which a record finds its session, the surest first. */
const namesOf = (rowId: unknown, row: Fields): string[] => [
  ...(rowId === undefined || rowId === null ? [] : [`row:${rowId}`]),
  ...[memoryId(row), sessionId(row)].flatMap((name) => (name === undefined ? [] : [`id:${name}`])),
];

/** In order of time. The first prompt is that of the session where no prompt is kept. */
function recordsOf({ source, row, records }: Session): Captured[] {
  const items = records.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ item }) => item);
  const text = textOr(row?.user_prompt);
  const isKept = items.some((item) => item.type === 'message' && item.content === text);
  if (text !== undefined && !isKept)
    items.unshift(recordOf(source, 'prompt', { id: ['first'], text, at: source.startedAt, role: 'user' }));
  if (items.length === 0) return [skip('session without content')];
  const title = textOr(row?.custom_title);
  const order = orderAt(titleRank.user, source.startedAt);
  return title === undefined ? items : [...items, about(source, { titles: [{ text: title, order }] })];
}
