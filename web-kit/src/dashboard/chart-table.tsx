import styles from './chart.module.css';

export interface Series {
  name: string;
  points: readonly { at: number; value: number }[];
}

interface ChartTableProps {
  label: string;
  series: readonly Series[];
  format: (value: number) => string;
  timeOf: (at: number) => string;
}

export function ChartTable({ label, series, format, timeOf }: ChartTableProps) {
  const moments = [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))].sort(
    (a, b) => b - a,
  );
  const values = series.map(({ points }) => new Map(points.map(({ at, value }) => [at, value])));
  return (
    <details className={styles.figures}>
      <summary>Show as a table</summary>
      {/* The scrolling area must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div tabIndex={0} role="region" aria-label={`Figures of ${label}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {moments.map((at) => (
              <tr key={at}>
                <th scope="row">{timeOf(at)}</th>
                {series.map(({ name }, index) => {
                  const value = values[index]?.get(at);
                  return <td key={name}>{value === undefined ? '' : format(value)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
