import { agentName, bytes, number, plural } from './words.tsx';

export type Stats = {
  database_bytes: number;
  tables: { table: string; rows: number; bytes: number; index_bytes: number }[];
  sources: { source: string; conversations: number; messages: number }[];
  days: { day: string; messages: number; bytes: number }[];
};

export const daysShown = 30;

/** The counts of the last days, today included: a day without messages has no row of its own. */
export function everyDay(days: Stats['days'], now: Date): { day: string; messages: number }[] {
  const counts = new Map(days.map(({ day, messages }) => [day, messages]));
  return Array.from({ length: daysShown }, (_, i) => {
    const day = new Date(now.getTime() - (daysShown - 1 - i) * 86_400_000).toISOString().slice(0, 10);
    return { day, messages: counts.get(day) ?? 0 };
  });
}

/** How large the lake is and how it grows. */
export const Sizes = ({ stats, now }: { stats: Stats; now: Date }) => (
  <section aria-labelledby="sizes">
    <h2 id="sizes">{bytes(stats.database_bytes)} in the database</h2>
    <figure data-chart="count">
      <figcaption class="quiet">Messages a day, last {daysShown} days</figcaption>
      <div class="plot" />
      <details>
        <summary>As a table</summary>
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
            {everyDay(stats.days, now).map((one) => (
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
            <td class="text">{one.source === 'tools' ? 'stored by tools' : agentName(one.source)}</td>
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
