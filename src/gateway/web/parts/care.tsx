import { oneLine, visible } from '../text/visible.ts';
import type { Finding } from '../tools/care.ts';
import { Ago, agentName, bytes, number, Project, plural, Time } from './words.tsx';

const state = ({ ok, status }: Finding): string => (ok ? (status === 'warning' ? 'look' : 'fine') : 'broken');

/** What the checks of the server found: what needs a look first. */
export const Findings = ({ findings }: { findings: readonly Finding[] }) => {
  const notable = findings.filter((one) => state(one) !== 'fine');
  const fine = findings.filter((one) => state(one) === 'fine');
  const rows = (some: readonly Finding[]) =>
    some.map((one) => (
      <tr>
        <td class={state(one) === 'fine' ? 'quiet' : 'warning'}>{state(one)}</td>
        <td>{one.check}</td>
        <td class="text">{visible(one.detail)}</td>
      </tr>
    ));
  return (
    <section aria-labelledby="doctor">
      <h2 id="doctor">
        {notable.length === 0
          ? 'Everything checked is fine'
          : `${plural(notable.length, 'check')} to look at`}
      </h2>
      <table class="listing">
        <tbody>{rows(notable)}</tbody>
      </table>
      <details>
        <summary>{plural(fine.length, 'check')} fine</summary>
        <table class="listing">
          <tbody>{rows(fine)}</tbody>
        </table>
      </details>
    </section>
  );
};

type Letters = {
  dead_letters: { id: string; reason: string; error?: string; at?: string; attempts: number }[];
  total: number;
  unaccounted: number;
};

/** Records that were acknowledged and could not be stored. */
export const DeadLetters = ({ spool }: { spool: Letters }) => (
  <section aria-labelledby="spool">
    <h2 id="spool">Spool</h2>
    <p class={spool.total + spool.unaccounted > 0 ? 'warning' : 'quiet'}>
      {plural(spool.total, 'dead letter')}, {plural(spool.unaccounted, 'record')} unaccounted for.
    </p>
    {spool.total === 0 ? null : (
      <>
        <table class="listing">
          <tbody>
            {spool.dead_letters.slice(0, 20).map((one) => (
              <tr>
                <td>{visible(one.reason)}</td>
                <td class="text">{oneLine(one.error ?? '', 200)}</td>
                <td>{one.at === undefined ? null : <Time at={one.at} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <form method="post" action="/care/spool">
          <button type="submit">Try to store them again</button>
        </form>
      </>
    )}
  </section>
);

export type TrashFound = {
  conversations: {
    id: string;
    project: string | null;
    opening: string | null;
    messages: number;
    deletedAt: string;
  }[];
  documents: { id: string; title: string | null; deletedAt: string }[];
  runs: { at: string; report: string }[];
};

const Undo = ({ name, id }: { name: 'conversation' | 'document'; id: string }) => (
  <form method="post" action="/care/restore">
    <input type="hidden" name={name} value={id} />
    <button type="submit" class="plain">
      Undo
    </button>
  </form>
);

/** What can be restored, and what the last runs of retention removed for good. */
export const Trash = ({ trash, undoDays, now }: { trash: TrashFound; undoDays: number; now: Date }) => (
  <section aria-labelledby="trash">
    <h2 id="trash">Trash</h2>
    <p class="quiet">Purged {plural(undoDays, 'day')} after it was deleted.</p>
    {trash.conversations.length + trash.documents.length === 0 ? <p class="empty">Empty.</p> : null}
    <table class="listing">
      <tbody>
        {trash.conversations.map((one) => (
          <tr>
            <td>
              <bdi>{oneLine(one.opening ?? '', 120) || 'Untitled session'}</bdi>{' '}
              <span class="quiet">
                {plural(one.messages, 'turn')} <Project name={one.project} />
              </span>
            </td>
            <td>
              <Ago at={one.deletedAt} now={now} />
            </td>
            <td>
              <Undo name="conversation" id={one.id} />
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
              <Undo name="document" id={one.id} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {trash.runs.length === 0 ? null : (
      <details>
        <summary>Reports of the last purges</summary>
        {trash.runs.map((run) => (
          <>
            <p class="quiet">
              <Time at={run.at} />
            </p>
            <pre>{visible(run.report.slice(0, 4000))}</pre>
          </>
        ))}
      </details>
    )}
  </section>
);

type Policy = { project: string | null; role: string | null; keep_days: number | null };

export const Policies = ({ policies }: { policies: readonly Policy[] }) => (
  <section aria-labelledby="retention">
    <h2 id="retention">Retention</h2>
    {policies.length === 0 ? <p class="empty">No policy: everything is kept.</p> : null}
    <table class="listing">
      <tbody>
        {policies.map((one) => (
          <tr>
            <td>{one.project === null ? 'all projects' : <Project name={one.project} />}</td>
            <td>{one.role === null ? 'whole conversations' : `texts of ${one.role}`}</td>
            <td>{one.keep_days === null ? 'kept forever' : `kept ${plural(one.keep_days, 'day')}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

export type Key = {
  name: string;
  scope: string;
  status?: string;
  expires_at?: string | null;
  last_used_at: string | null;
};

export const Keys = ({ keys }: { keys: readonly Key[] }) => (
  <section aria-labelledby="keys">
    <h2 id="keys">Keys</h2>
    {keys.length === 0 ? <p class="empty">None: every program on this machine has full access.</p> : null}
    <table class="listing">
      <tbody>
        {keys.map((one) => (
          <tr>
            <td>{visible(one.name)}</td>
            <td>{one.scope}</td>
            <td>{one.status ?? ''}</td>
            <td>
              {one.last_used_at === null ? (
                <span class="quiet">never used</span>
              ) : (
                <Time at={one.last_used_at} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

export type Stats = {
  database_bytes: number;
  tables: { table: string; rows: number; bytes: number; index_bytes: number }[];
  sources: { source: string; conversations: number; messages: number }[];
  days: { day: string; messages: number; bytes: number }[];
};

/** How large the lake is and how it grows. */
export const Sizes = ({ stats }: { stats: Stats }) => (
  <section aria-labelledby="sizes">
    <h2 id="sizes">{bytes(stats.database_bytes)} in the database</h2>
    <figure data-chart="count">
      <div class="plot" />
      <details>
        <summary>Messages a day, last 30 days</summary>
        <table class="listing">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" class="figure">
                Messages
              </th>
            </tr>
          </thead>
          <tbody>
            {stats.days.map((one) => (
              <tr>
                <td data-value={Date.parse(`${one.day}T00:00:00Z`) / 1000}>{one.day}</td>
                <td class="figure" data-value={one.messages}>
                  {number(one.messages)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
    <table class="listing">
      <tbody>
        {stats.sources.map((one) => (
          <tr>
            <td>{one.source === 'tools' ? 'stored by tools' : agentName(one.source)}</td>
            <td class="figure">{plural(one.conversations, 'session')}</td>
            <td class="figure">{plural(one.messages, 'message')}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <details>
      <summary>Largest tables</summary>
      <table class="listing">
        <tbody>
          {stats.tables.slice(0, 12).map((one) => (
            <tr>
              <td>{one.table}</td>
              <td class="figure">{plural(one.rows, 'row')}</td>
              <td class="figure">{bytes(one.bytes + one.index_bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  </section>
);
