import styles from './chart.module.css';
import { ChartTable } from './chart-table.tsx';
import { useWidth } from './use-width.ts';

interface BarChartProps {
  /** The chart's title: `Orders a day`. */
  label: string;
  points: readonly { at: number; value: number }[];
  format: (value: number) => string;
  timeOf: (at: number) => string;
  /** The end of the chart's describing sentence. */
  period: string;
  empty: string;
}

const HEIGHT = 160;
const MARGIN = { top: 12, right: 0, bottom: 24, left: 64 };

/** Bars over time, described in a sentence. A table below contains the figures. */
export function BarChart({ label, points, format, timeOf, period, empty }: BarChartProps) {
  const [box, width] = useWidth();
  const top = Math.max(0, ...points.map(({ value }) => value));
  const total = points.reduce((sum, { value }) => sum + value, 0);
  const step = (width - MARGIN.left - MARGIN.right) / (points.length || 1);
  const height = (value: number) => (value / (top || 1)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const base = HEIGHT - MARGIN.bottom;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || top === 0) {
    return (
      <figure ref={box} className={styles.chart}>
        <p className={styles.empty}>{empty}</p>
      </figure>
    );
  }
  return (
    <figure ref={box} className={styles.chart}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`${label} ${period}: ${format(total)} in all, at most ${format(top)}`}
      >
        {[0, top].map((tick) => (
          <g key={tick} className={styles.axis}>
            <line x1={MARGIN.left} x2={width} y1={base - height(tick)} y2={base - height(tick)} />
            <text x={MARGIN.left - 8} y={base - height(tick) + 4} textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {points.map(({ at, value }, index) => (
          <rect
            key={at}
            className={styles.bar}
            x={MARGIN.left + index * step + Math.min(2, step / 6)}
            width={Math.max(step - Math.min(4, step / 3), 1)}
            y={base - height(value)}
            height={height(value)}
            rx={Math.min(2, step / 4)}
          >
            <title>{`${timeOf(at)}: ${format(value)}`}</title>
          </rect>
        ))}
        <g className={styles.axis}>
          <text x={MARGIN.left} y={HEIGHT - 6}>
            {timeOf(first.at)}
          </text>
          <text x={width} y={HEIGHT - 6} textAnchor="end">
            {timeOf(last.at)}
          </text>
        </g>
      </svg>
      <ChartTable label={label} series={[{ name: label, points }]} format={format} timeOf={timeOf} />
    </figure>
  );
}
