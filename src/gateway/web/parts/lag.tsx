import type { Reads } from '../tools/transcripts.ts';
import { agentName, plural, Time } from './words.tsx';

const width = 280;
const height = 150;
const left = 42;
const right = width - 14;
const top = 10;
const bottom = height - 24;

type Stored = { agent: string; at: number; lagMs: number };

/** A lag with its unit, as precise as it matters. */
export const lagOf = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${Number((ms / 1000).toPrecision(2))} s`;

const clockOf = (at: number): string => new Date(at).toISOString().slice(11, 16);

/** The middle one; the lower of two. */
export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

/** A dot for each change: when it was stored, and how long after it was made. Powers of ten are equally far apart. */
const Plot = ({ stored, decades }: { stored: readonly Stored[]; decades: number }) => {
  const first = stored[0]?.at ?? 0;
  const span = Math.max(1, (stored.at(-1)?.at ?? 0) - first);
  const x = (at: number): string => (left + ((at - first) / span) * (right - left)).toFixed(1);
  const y = (ms: number): string =>
    (bottom - (Math.log10(Math.max(1, ms)) / decades) * (bottom - top)).toFixed(1);
  const lags = stored.map(({ lagMs }) => lagMs);
  const ticks = Array.from({ length: decades + 1 }, (_, i) => 10 ** i);
  return (
    <svg
      class="lag"
      role="img"
      aria-label={`Time between a change of a transcript and the storing of its messages, for the last ${plural(stored.length, 'change')}: median ${lagOf(medianOf(lags))}, slowest ${lagOf(Math.max(...lags))}. The table below has the latest ones.`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      {ticks.map((tick) => (
        <>
          <line class="grid" x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
          <text x={left - 6} y={Number(y(tick)) + 3} text-anchor="end">
            {lagOf(tick)}
          </text>
        </>
      ))}
      {stored.map(({ agent, at, lagMs }) => (
        <circle class="dot" cx={x(at)} cy={y(lagMs)} r="2.5">
          <title>{`${agentName(agent)}, ${clockOf(at)}: ${lagOf(lagMs)}`}</title>
        </circle>
      ))}
      <text x={left} y={height - 8}>
        {clockOf(first)}
      </text>
      <text x={right} y={height - 8} text-anchor="end">
        {clockOf(stored.at(-1)?.at ?? 0)} UTC
      </text>
    </svg>
  );
};

/** How long changes of followed transcripts took to be stored, as a plot and as a table. */
export const LagPlot = ({
  folders,
}: {
  folders: readonly { agent: string; reads?: Reads | undefined }[];
}) => {
  const stored = folders
    .flatMap(({ agent, reads }) => (reads?.lags ?? []).map((lag) => ({ agent, ...lag })))
    .sort((a, b) => a.at - b.at);
  if (stored.length < 2) return null;
  const slowest = Math.max(...stored.map(({ lagMs }) => lagMs));
  return (
    <section aria-labelledby="lag">
      <h2 id="lag">Stored after</h2>
      <Plot stored={stored} decades={Math.max(3, Math.ceil(Math.log10(Math.max(1, slowest))))} />
      <p class="quiet">A dot for each change of a transcript: how long after it its messages were stored.</p>
      <details>
        <summary>The latest as a table</summary>
        <table class="listing">
          <tbody>
            {stored
              .toReversed()
              .slice(0, 20)
              .map(({ agent, at, lagMs }) => (
                <tr>
                  <td>
                    <Time at={new Date(at).toISOString()} />
                  </td>
                  <td>{agentName(agent)}</td>
                  <td class="figure">{lagOf(lagMs)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </section>
  );
};
