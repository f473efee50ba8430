import type { RecordKind } from '../../../db/schema/records.ts';
import { kinds } from '../../records/kinds.ts';
import { plainLine } from '../text/plain.ts';
import { oneLine } from '../text/visible.ts';
import { Ago, number, Project, plural, Time } from './words.tsx';

export type TrashFound = {
  conversations: {
    id: string;
    project: string | null;
    title: string | null;
    messages: number;
    deletedAt: string;
  }[];
  documents: { id: string; title: string | null; deletedAt: string }[];
  /** How many of each kind of record; those without any are left out. */
  records: { kind: RecordKind; deleted: number }[];
  runs: { at: string; report: string }[];
};

type Deleted = { name: 'conversation' | 'document'; id: string };

const Deeds = ({ name, id }: Deleted) => (
  <form class="deeds" method="post" action="/care/restore">
    <input type="hidden" name={name} value={id} />
    <button type="submit" class="plain">
      Undo
    </button>
    <a href={`/care/purge?${name}=${encodeURIComponent(id)}`}>Purge</a>
  </form>
);

/** Asks before something is removed for good. */
export const PurgeQuestion = ({ name, id, title }: Deleted & { title: string }) => (
  <section class="question">
    <h1>Purge this {name === 'conversation' ? 'session' : 'document'} for good?</h1>
    <p>
      <bdi>{plainLine(title, 200)}</bdi>
    </p>
    <p>
      Its texts, everything derived from them, and their words in the search index are removed now. This
      cannot be undone; only a backup from before would still have it. Afterwards all tables are searched for
      what is left, and the counts are shown.
    </p>
    <form class="deeds" method="post" action="/care/purge">
      <input type="hidden" name={name} value={id} />
      <button type="submit" class="primary">
        Purge it
      </button>
      <a href="/care">Keep it in the trash</a>
    </form>
  </section>
);

type Counts = Readonly<Record<string, number>>;
type Report = {
  purged: { conversations: number; artifacts: number; removed: Counts; left: Counts };
  spool: { removed: number; left: number };
};

/** The counts of one purge: what was removed, and what a search of all tables found afterwards. */
const Purge = ({ run }: { run: TrashFound['runs'][number] }) => {
  const { purged, spool } = JSON.parse(run.report) as Partial<Report>; // written by retention itself
  if (!purged || !spool) return null;
  const removed: Counts = { ...purged.removed, 'dead letters': spool.removed };
  const left: Counts = { ...purged.left, 'dead letters': spool.left };
  const tables = Object.keys({ ...removed, ...left }).filter(
    (name) => (removed[name] ?? 0) + (left[name] ?? 0),
  );
  const remains = Object.values(left).reduce((sum, n) => sum + n, 0);
  return (
    <div class="purge">
      <p>
        <Time at={run.at} /> {plural(purged.conversations, 'session')}, {plural(purged.artifacts, 'document')}{' '}
        <span class={remains > 0 ? 'warning' : 'quiet'}>
          {remains > 0
            ? `${plural(remains, 'row')} left`
            : `nothing left in ${plural(Object.keys(left).length, 'place')} searched`}
        </span>
      </p>
      {tables.length === 0 ? null : (
        <table class="listing">
          <thead>
            <tr>
              <th scope="col">Rows of</th>
              <th scope="col" class="figure">
                Removed
              </th>
              <th scope="col" class="figure">
                Left
              </th>
            </tr>
          </thead>
          <tbody>
            {tables.map((name) => (
              <tr>
                <td>{name}</td>
                <td class="figure">{number(removed[name] ?? 0)}</td>
                <td class="figure">{number(left[name] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
};

type Props = {
  trash: TrashFound;
  undoDays: number;
  now: Date;
  /** Something was purged a moment ago: its report is open. */
  purgedNow: boolean;
};

/** What can be restored, and what the last runs of retention removed for good. */
export const Trash = ({ trash, undoDays, now, purgedNow }: Props) => (
  <section aria-labelledby="trash">
    <h2 id="trash">Trash</h2>
    <p class="quiet">
      {trash.conversations.length + trash.documents.length + trash.records.length === 0 ? 'Empty. ' : ''}
      Deleted sessions, documents and records can be restored for {plural(undoDays, 'day')}. A deleted memory
      is gone for good.
    </p>
    {trash.records.length === 0 ? null : (
      <p class="tabs">
        {trash.records.map(({ kind, deleted }) => (
          <a href={`/records/${kind}?deleted=1`}>
            {number(deleted)} deleted {deleted === 1 ? kinds[kind].one : kinds[kind].many}
          </a>
        ))}
      </p>
    )}
    <table class="listing">
      <tbody>
        {trash.conversations.map((one) => (
          <tr>
            <td>
              <bdi>{plainLine(one.title ?? '', 120) || 'Untitled session'}</bdi>{' '}
              <span class="quiet">
                {plural(one.messages, 'turn')} <Project name={one.project} />
              </span>
            </td>
            <td>
              <Ago at={one.deletedAt} now={now} />
            </td>
            <td>
              <Deeds name="conversation" id={one.id} />
            </td>
          </tr>
        ))}
        {trash.documents.map((one) => (
          <tr>
            <td>
              <bdi>{oneLine(one.title ?? '', 120) || 'Untitled document'}</bdi>
            </td>
            <td>
              <Ago at={one.deletedAt} now={now} />
            </td>
            <td>
              <Deeds name="document" id={one.id} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {trash.runs.length === 0 ? null : (
      <details open={purgedNow}>
        <summary>Reports of the last purges</summary>
        {trash.runs.map((run) => (
          <Purge run={run} />
        ))}
      </details>
    )}
  </section>
);
