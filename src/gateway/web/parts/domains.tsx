import { visible } from '../text/visible.ts';
import { share } from './calibration.tsx';
import { number } from './words.tsx';

/** A domain as `membria_get_all_calibrations` returns it. */
export type Domain = {
  domain: string;
  sample_size: number;
  success_rate: number;
  mean_confidence: number | null;
  confidence_gap: number | null;
  variance: number;
  trend: string;
};

/** Twice the standard deviation on each side: close to the 95 % interval of the posterior. */
const spread = ({ success_rate: rate, variance }: Domain): [number, number] => [
  Math.max(0, rate - 1.96 * Math.sqrt(variance)),
  Math.min(1, rate + 1.96 * Math.sqrt(variance)),
];

const width = 120;

/** A line from low to high with a point for the rate and a tick for the stated confidence. */
const Interval = ({ domain }: { domain: Domain }) => {
  const [low, high] = spread(domain);
  return (
    <svg
      role="img"
      aria-label={`came true ${share(domain.success_rate)} as estimated, between ${share(low)} and ${share(high)}; stated ${share(domain.mean_confidence)}`}
      viewBox={`0 0 ${width} 14`}
      width={width}
      height={14}
    >
      <line class="grid" x1={0} x2={width} y1={7} y2={7} />
      <line class="whisker" x1={low * width} x2={high * width} y1={7} y2={7} />
      {domain.mean_confidence === null ? null : (
        <line
          class="gap-line"
          x1={domain.mean_confidence * width}
          x2={domain.mean_confidence * width}
          y1={1}
          y2={13}
        />
      )}
      <circle class="dot" cx={domain.success_rate * width} cy={7} r={3.5} />
    </svg>
  );
};

/** How each domain does, with the interval of its rate. */
export const Domains = ({ domains, at }: { domains: readonly Domain[]; at: string | undefined }) => (
  <section aria-labelledby="domains">
    <h2 id="domains">By domain</h2>
    {domains.length === 0 ? (
      <p class="empty">No domain has three outcomes yet.</p>
    ) : (
      <table class="listing">
        <thead>
          <tr>
            <th scope="col">Domain</th>
            <th scope="col" class="figure">
              Outcomes
            </th>
            <th scope="col">Came true (estimated)&nbsp;● stated&nbsp;|</th>
            <th scope="col" class="optional">
              Trend
            </th>
          </tr>
        </thead>
        <tbody>
          {domains.map((one) => (
            <tr>
              <td>
                <a
                  href={`/decisions?domain=${encodeURIComponent(one.domain)}`}
                  aria-current={one.domain === at ? 'true' : undefined}
                >
                  {one.domain}
                </a>
              </td>
              <td class="figure">{number(one.sample_size)}</td>
              <td>
                <Interval domain={one} />
              </td>
              <td class="optional">{visible(one.trend)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);
