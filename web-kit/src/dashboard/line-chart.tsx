import { clockText } from '../page/dates.ts';
import styles from './chart.module.css';
import { ChartTable, type Series } from './chart-table.tsx';
import { useWidth } from './use-width.ts';

interface LineChartProps {
  /** The chart's title: `Revenue in EUR`. */
  label: string;
  /** At most three, because each has its own dash pattern. */
  series: readonly Series[];
  /** In epoch milliseconds. */
  from: number;
  to: number;
  format: (value: number) => string;
  /** Formats a point in time. Defaults to the time of day. */
  timeOf?: (at: number) => string;
  /** The end of the chart's describing sentence. */
  period?: string;
  empty?: string;
}

const HEIGHT = 180;
const MARGIN = { top: 12, right: 12, bottom: 24, left: 64 };
/** Width of a character at the axis in px, with room for the widest figures. */
const CHARACTER = 7;
/** Maximum number of points with dots. Longer lines still show their figures on hover. */
const MAX_DOTS = 20;
/** Lines differ by dash pattern and color, so that neither is needed alone. */
const DASHES = ['none', '7 4', '2 4'] as const;

/** Lines over time, described in a sentence. A table below contains the figures. */
export function LineChart(props: LineChartProps) {
  const [box, width] = useWidth();
  const { label, series, format, timeOf = clockText, empty = 'Nothing measured in the last hour.' } = props;
  const isEmpty = series.every(({ points }) => points.length === 0);
  return (
    <figure ref={box} className={styles.chart}>
      {isEmpty ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <>
          <Drawing {...props} timeOf={timeOf} width={width} />
          <ChartTable label={label} series={series} format={format} timeOf={timeOf} />
        </>
      )}
    </figure>
  );
}

type DrawingProps = LineChartProps & { width: number; timeOf: (at: number) => string };

function Drawing({
  label,
  series,
  from,
  to,
  format,
  timeOf,
  period = 'in the last hour',
  width,
}: DrawingProps) {
  const highest = Math.max(...series.flatMap(({ points }) => points.map(({ value }) => value)));
  const top = highest || 1;
  const ticks = highest === 0 ? [0] : [0, top / 2, top];
  // Amounts of some currencies are long: CHF1,723.50 CHF.
  const left = Math.max(MARGIN.left, ...ticks.map((tick) => format(tick).length * CHARACTER + 8));
  const x = (at: number) => left + ((at - from) / (to - from || 1)) * (width - left - MARGIN.right);
  const y = (value: number) => HEIGHT - MARGIN.bottom - (value / top) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  return (
    <>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`${label} ${period}: ${describe(series, format)}`}
      >
        {ticks.map((tick) => (
          <g key={tick} className={styles.axis}>
            <line x1={left} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        <g className={styles.axis}>
          <text x={left} y={HEIGHT - 6}>
            {timeOf(from)}
          </text>
          <text x={width - MARGIN.right} y={HEIGHT - 6} textAnchor="end">
            {timeOf(to)}
          </text>
        </g>
        {series.map(({ name, points }, index) => (
          <g key={name} className={styles.series} data-index={index}>
            <polyline
              points={points.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')}
              strokeDasharray={DASHES[index]}
            />
            {points.map(({ at, value }) => (
              <circle
                key={at}
                cx={x(at)}
                cy={y(value)}
                r={points.length > MAX_DOTS ? 5 : 3}
                data-hidden={points.length > MAX_DOTS}
              >
                <title>{`${name}, ${timeOf(at)}: ${format(value)}`}</title>
              </circle>
            ))}
          </g>
        ))}
      </svg>
      <figcaption className={styles.legend}>
        {series.map(({ name }, index) => (
          <span key={name}>
            <svg width="28" height="8" className={styles.series} data-index={index} aria-hidden="true">
              <line x1="0" x2="28" y1="4" y2="4" strokeDasharray={DASHES[index]} />
            </svg>
            {name}
          </span>
        ))}
      </figcaption>
    </>
  );
}

function describe(series: readonly Series[], format: (value: number) => string): string {
  const lines = series.map(({ name, points }) => {
    const last = points.at(-1);
    return last ? `${name} last ${format(last.value)}` : `${name} not measured`;
  });
  return lines.join(', ');
}
