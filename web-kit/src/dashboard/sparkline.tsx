import styles from './sparkline.module.css';

const WIDTH = 72;
const HEIGHT = 24;

/**
 * A small line without axes beside a figure. The text contains the same information, so screen readers skip it.
 */
export function Sparkline({ values }: { values: readonly number[] }) {
  const top = Math.max(...values) || 1;
  const x = (index: number) => 1 + (index / (values.length - 1)) * (WIDTH - 4);
  const y = (value: number) => HEIGHT - 2 - (value / top) * (HEIGHT - 4);
  const last = values.length - 1;
  return (
    <svg className={styles.line} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <polyline points={values.map((value, index) => `${x(index)},${y(value)}`).join(' ')} />
      <circle cx={x(last)} cy={y(values[last] ?? 0)} r="2" />
    </svg>
  );
}
