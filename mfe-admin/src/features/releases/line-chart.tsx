import { useLayoutEffect, useRef, useState } from 'react';
import styles from './line-chart.module.css';

export interface Series {
  name: string;
  points: { at: number; value: number }[];
}

interface LineChartProps {
  label: string;
  series: Series[];
  from: number;
  to: number;
  format: (value: number) => string;
}

const HEIGHT = 180;
const MARGIN = { top: 12, right: 12, bottom: 24, left: 64 };
/** Lines differ by dash and by colour, so that neither alone has to tell them apart. */
const DASHES = ['none', '7 4', '2 4'] as const;

const timeOf = (at: number) => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

/** Lines over time. The figures behind it stand in a table as well; the drawing is described as a whole. */
export function LineChart(props: LineChartProps) {
  const [box, width] = useWidth();
  return (
    <figure ref={box} className={styles.chart}>
      <Drawing {...props} width={width} />
    </figure>
  );
}

function Drawing({ label, series, from, to, format, width }: LineChartProps & { width: number }) {
  const values = series.flatMap(({ points }) => points.map(({ value }) => value));
  if (values.length === 0) return <p className={styles.empty}>Nothing measured in the last hour.</p>;
  const highest = Math.max(...values);
  const top = highest || 1;
  const x = (at: number) => MARGIN.left + ((at - from) / (to - from)) * (width - MARGIN.left - MARGIN.right);
  const y = (value: number) => HEIGHT - MARGIN.bottom - (value / top) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  return (
    <>
      <svg width={width} height={HEIGHT} role="img" aria-label={describe(label, series, format)}>
        {(highest === 0 ? [0] : [0, top / 2, top]).map((tick) => (
          <g key={tick} className={styles.axis}>
            <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} />
            <text x={MARGIN.left - 8} y={y(tick) + 4} textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        <g className={styles.axis}>
          <text x={MARGIN.left} y={HEIGHT - 6}>
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
              <circle key={at} cx={x(at)} cy={y(value)} r={points.length > 20 ? 1.5 : 3}>
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

function describe(label: string, series: Series[], format: (value: number) => string): string {
  const lines = series.map(({ name, points }) => {
    const last = points.at(-1);
    return last ? `${name} last ${format(last.value)}` : `${name} not measured`;
  });
  return `${label} in the last hour: ${lines.join(', ')}`;
}

/** The width that the element has, also after the window changed. */
function useWidth() {
  const ref = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(element.clientWidth, 240)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}
