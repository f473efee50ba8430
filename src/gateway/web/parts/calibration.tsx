import { visible } from '../text/visible.ts';
import { type Bin, Reliability } from './reliability.tsx';
import { number } from './words.tsx';

/** A calibration as `membria_get_calibration` returns it. */
export type Calibrated = {
  sample_size: number;
  success_rate: number;
  mean_confidence: number | null;
  confidence_gap: number | null;
  credible_interval_95?: number[];
  brier_score: number | null;
  expected_calibration_error: number | null;
  reliability_bins: Bin[];
  trend?: string;
  recommendation: string;
};

export const share = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : value.toFixed(2);

const percent = (value: number | null): string => (value === null ? '–' : `${Math.round(value * 100)} %`);

/** The reliability diagram with its figures, or why there is none. */
export const Calibration = ({ found, of }: { found: Calibrated | string; of: string }) => {
  if (typeof found === 'string')
    return (
      <section aria-labelledby="reliability">
        <h2 id="reliability">Reliability of {of}</h2>
        <p class="empty">{visible(found)}</p>
      </section>
    );
  if (found.sample_size === 0)
    return (
      <section aria-labelledby="reliability">
        <h2 id="reliability">Reliability of {of}</h2>
        <p class="empty">Shown once the outcome of a decision is recorded.</p>
      </section>
    );
  const [low, high] = found.credible_interval_95 ?? [];
  return (
    <section aria-labelledby="reliability">
      <h2 id="reliability">Reliability of {of}</h2>
      <Reliability bins={found.reliability_bins} of={of} />
      <dl class="facts">
        <dt>Outcomes</dt>
        <dd>{number(found.sample_size)}</dd>
        {/* The mean of a Beta(1, 1) posterior: with few outcomes it is near one half, and no share of what was counted. */}
        <dt>Came true</dt>
        <dd>
          {percent(found.success_rate)}
          <span class="quiet">
            {low === undefined || high === undefined
              ? 'estimated from these'
              : `estimated from these; 95 % interval ${Math.round(low * 100)} to ${percent(high)}`}
          </span>
        </dd>
        <dt>Stated</dt>
        <dd>{percent(found.mean_confidence)}</dd>
        <dt>Brier score</dt>
        <dd>
          {share(found.brier_score)} <span class="quiet">0 is perfect</span>
        </dd>
        <dt>Calibration error</dt>
        <dd>
          {share(found.expected_calibration_error)} <span class="quiet">0 is perfect</span>
        </dd>
        {found.trend === undefined ? null : (
          <>
            <dt>Trend</dt>
            <dd>{visible(found.trend)}</dd>
          </>
        )}
      </dl>
      <p class="quiet">{visible(found.recommendation)}</p>
    </section>
  );
};
