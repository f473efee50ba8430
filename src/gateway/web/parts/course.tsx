import type { CoursePoint } from '../tools/decisions.ts';
import { share } from './calibration.tsx';
import { number } from './words.tsx';

const width = 280;
const height = 170;
const left = 34;
const right = width - 14;
const top = 10;
const bottom = height - 24;
const ticks = [0, 0.25, 0.5, 0.75, 1];
const up = (share: number): string => (bottom - share * (bottom - top)).toFixed(1);

const Plot = ({ points, of }: { points: readonly CoursePoint[]; of: string }) => {
  const first = Date.parse(points[0]?.day ?? '');
  const last = Date.parse(points.at(-1)?.day ?? '');
  const along = ({ day }: CoursePoint): string =>
    (left + ((Date.parse(day) - first) / (last - first)) * (right - left)).toFixed(1);
  const line = (value: 'low' | 'high' | 'rate' | 'stated', some = points): string =>
    some.map((point) => `${along(point)},${up(point[value])}`).join(' ');
  const end = points.at(-1);
  return (
    <svg
      class="course"
      role="img"
      aria-label={`Success rate of ${of} from ${points[0]?.day} to ${end?.day}: at the end ${share(end?.rate)}, 95 % interval ${share(end?.low)} to ${share(end?.high)}, stated ${share(end?.stated)}. The table below has every point.`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      {ticks.map((tick) => (
        <>
          <line class="grid" x1={left} x2={right} y1={up(tick)} y2={up(tick)} />
          <text x={left - 6} y={Number(up(tick)) + 3} text-anchor="end">
            {Math.round(tick * 100)}
          </text>
        </>
      ))}
      <polygon class="band" points={`${line('high')} ${line('low', points.toReversed())}`} />
      <polyline class="stated" points={line('stated')} />
      <polyline class="rate" points={line('rate')} />
      <text x={left} y={height - 8}>
        {points[0]?.day}
      </text>
      <text x={right} y={height - 8} text-anchor="end">
        {end?.day}
      </text>
    </svg>
  );
};

/** The success rate with its interval, and the stated confidence, day after day: as a plot and as a table. */
export const Course = ({ points, of }: { points: readonly CoursePoint[]; of: string }) => (
  <section aria-labelledby="course">
    <h2 id="course">Over time</h2>
    {points.length < 2 ? (
      <p class="empty">Shown once outcomes were recorded on two days.</p>
    ) : (
      <>
        <Plot points={points} of={of} />
        <p class="quiet">
          In %: line, came true, with its 95 % interval; dashes, stated. All outcomes up to each day count.
        </p>
      </>
    )}
    {points.length === 0 ? null : (
      <details>
        <summary>The same as a table</summary>
        <table class="listing">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" class="figure">
                Outcomes
              </th>
              <th scope="col" class="figure">
                Came true
              </th>
              <th scope="col" class="figure">
                95 % interval
              </th>
              <th scope="col" class="figure">
                Stated
              </th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <tr>
                <td>
                  <time datetime={point.day}>{point.day}</time>
                </td>
                <td class="figure">{number(point.count)}</td>
                <td class="figure">{share(point.rate)}</td>
                <td class="figure">
                  {share(point.low)}–{share(point.high)}
                </td>
                <td class="figure">{share(point.stated)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    )}
  </section>
);
