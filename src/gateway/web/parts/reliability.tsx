import { number } from './words.tsx';

/** A bin of stated confidences as `membria_get_calibration` returns it. */
export type Bin = {
  from: number;
  to: number;
  count: number;
  mean_confidence: number | null;
  success_rate: number | null;
};

const size = 280;
const edge = 34;
const span = size - edge - 14;
const at = (share: number): number => edge + share * span;
const up = (share: number): number => size - edge - share * span;
const ticks = [0, 0.25, 0.5, 0.75, 1];
const percent = (share: number): string => `${Math.round(share * 100)} %`;

/**
 * Stated confidence against what came of it: a point for each bin, as large as it has outcomes, with a line to the
 * diagonal on which stated and actual agree.
 */
export const Reliability = ({ bins, of }: { bins: readonly Bin[]; of: string }) => {
  const filled = bins.flatMap((bin) =>
    bin.count > 0 && bin.mean_confidence !== null && bin.success_rate !== null
      ? [{ count: bin.count, stated: bin.mean_confidence, actual: bin.success_rate }]
      : [],
  );
  const most = Math.max(1, ...filled.map((bin) => bin.count));
  return (
    <svg
      class="reliability"
      role="img"
      aria-label={`Reliability of ${of}: ${filled.map((bin) => `stated ${percent(bin.stated)}, came true ${percent(bin.actual)}, ${bin.count} outcomes`).join('; ')}`}
      viewBox={`0 0 ${size} ${size}`}
      width={size}
      height={size}
    >
      {ticks.map((tick) => (
        <>
          <line class="grid" x1={at(0)} x2={at(1)} y1={up(tick)} y2={up(tick)} />
          <line class="grid" x1={at(tick)} x2={at(tick)} y1={up(0)} y2={up(1)} />
          <text x={at(tick)} y={size - 20} text-anchor="middle">
            {Math.round(tick * 100)}
          </text>
          <text x={edge - 6} y={up(tick) + 3} text-anchor="end">
            {Math.round(tick * 100)}
          </text>
        </>
      ))}
      <line class="diagonal" x1={at(0)} y1={up(0)} x2={at(1)} y2={up(1)} />
      {filled.map(({ count, stated, actual }) => (
        <g data-count={count} data-stated={stated} data-actual={actual}>
          <title>{`stated ${percent(stated)}, came true ${percent(actual)}, ${number(count)} outcomes`}</title>
          <line class="gap-line" x1={at(stated)} x2={at(stated)} y1={up(stated)} y2={up(actual)} />
          <circle class="dot" cx={at(stated)} cy={up(actual)} r={3 + 5 * Math.sqrt(count / most)} />
        </g>
      ))}
      <text x={at(0.5)} y={size - 5} text-anchor="middle">
        stated confidence, %
      </text>
      <text transform={`translate(8 ${up(0.5)}) rotate(-90)`} text-anchor="middle">
        came true, %
      </text>
    </svg>
  );
};
