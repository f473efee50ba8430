import type { DayTotal } from '../tools/overview.ts';
import { dayName, number } from './words.tsx';

const dayMs = 86_400_000;
const weeks = 53;
const cell = 12;
const left = 26;
const top = 16;

/** The level of a day, 0 to 4, by quarters of the days with messages: one huge import does not fade all other days. */
export function levelsOf(days: readonly DayTotal[]): (messages: number) => number {
  const counts = days.map((one) => one.messages).sort((a, b) => a - b);
  const bounds = [0.25, 0.5, 0.75].map((part) => counts[Math.floor(part * (counts.length - 1))] ?? 0);
  return (messages) => (messages === 0 ? 0 : 1 + bounds.filter((bound) => messages > bound).length);
}

/** Messages of a year by day, a column a week from Monday, in UTC. */
export const Heatmap = ({ days, now }: { days: readonly DayTotal[]; now: Date }) => {
  const today = Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * dayMs;
  const first = monday - (weeks - 1) * 7 * dayMs;
  const counts = new Map(days.map((one) => [one.day, one.messages]));
  const level = levelsOf(days);
  const all = Array.from({ length: Math.round((today - first) / dayMs) + 1 }, (_, i) => {
    const day = new Date(first + i * dayMs).toISOString().slice(0, 10);
    return { day, i, messages: counts.get(day) ?? 0 };
  });
  const total = all.reduce((sum, one) => sum + one.messages, 0);
  const months = all.filter(({ day, i }) => day.endsWith('-01') && i > 6);
  return (
    <section aria-labelledby="year">
      <h2 id="year">The last year</h2>
      <div class="wide" tabindex={0}>
        <svg
          class="heatmap"
          role="img"
          aria-label={`${number(total)} messages on ${days.length} days of the last year`}
          viewBox={`0 0 ${left + weeks * cell} ${top + 7 * cell}`}
          width={left + weeks * cell}
          height={top + 7 * cell}
        >
          {months.map(({ day, i }) => (
            <text x={left + Math.floor(i / 7) * cell} y={10}>
              {new Date(`${day}T00:00:00Z`).toLocaleString('en', { month: 'short', timeZone: 'UTC' })}
            </text>
          ))}
          {['Mon', 'Wed', 'Fri'].map((name, row) => (
            <text x={0} y={top + row * 2 * cell + 9}>
              {name}
            </text>
          ))}
          {all.map(({ day, i, messages }) => (
            <rect
              class={`level-${level(messages)}`}
              data-day={day}
              data-messages={messages}
              x={left + Math.floor(i / 7) * cell}
              y={top + (i % 7) * cell}
              width={cell - 2}
              height={cell - 2}
            >
              <title>{`${dayName(day)}: ${number(messages)}`}</title>
            </rect>
          ))}
        </svg>
      </div>
      <p class="quiet">{number(total)} messages; days in UTC.</p>
    </section>
  );
};
