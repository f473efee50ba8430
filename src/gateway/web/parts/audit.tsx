import { visible } from '../text/visible.ts';
import { link, Time } from './words.tsx';

/** A row as `audit_list` returns it. */
export type AuditRow = {
  id: number;
  at: string;
  tool: string;
  outcome: string;
  duration_ms: number;
  client: string | null;
  key: string | null;
};

/** The latest calls, newest first, with filters. */
export const AuditRows = ({
  rows,
  filter,
  withPages,
}: {
  rows: readonly AuditRow[];
  filter: Readonly<Record<string, string>>;
  /** Whether what pages read to be shown is among them. */
  withPages: boolean;
}) => (
  <section aria-labelledby="audit">
    <h2 id="audit">Audit log</h2>
    <form class="filters" method="get" action="/care#audit">
      {[
        ['tool', 'Tool'],
        ['key', 'Key'],
        ['outcome', 'Outcome'],
      ].map(([name = '', label]) => (
        <label>
          {label} <input type="text" name={name} value={filter[name] ?? ''} maxlength={200} />
        </label>
      ))}
      {withPages ? <input type="hidden" name="pages" value="1" /> : null}
      <button type="submit">Filter</button>
    </form>
    <p class="quiet">
      What these pages themselves read for you is {withPages ? 'among them' : 'left out'}.{' '}
      <a href={`${link('/care', { ...filter, pages: withPages ? undefined : 1 })}#audit`}>
        {withPages ? 'Leave it out' : 'Show it too'}
      </a>
    </p>
    {rows.length === 0 ? <p class="empty">No call matches.</p> : null}
    <table class="listing">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Tool</th>
          <th scope="col">Outcome</th>
          <th scope="col" class="figure">
            ms
          </th>
          <th scope="col" class="optional">
            Key
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.toReversed().map((row) => (
          <tr>
            <td>
              <Time at={row.at} />
            </td>
            <td class="text">{visible(row.tool)}</td>
            <td class={row.outcome === 'ok' ? undefined : 'warning'}>{visible(row.outcome)}</td>
            <td class="figure">{row.duration_ms.toFixed(0)}</td>
            <td class="optional">{row.key === null ? <span class="quiet">none</span> : visible(row.key)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
