import { LineChart } from '@leadping/web-kit/dashboard/line-chart.tsx';
import { Sparkline } from '@leadping/web-kit/dashboard/sparkline.tsx';
import { Button, Tag } from '@leadping/web-kit/ui/core';
import { Segmented } from '@leadping/web-kit/ui/menu';
import { type ReactNode, useState } from 'react';
import { type Intent, promoteIntent, rollbackIntent } from './intent.ts';
import { METRICS, percentText, VITALS } from './metrics.ts';
import styles from './releases-table.module.css';
import type { AppHealth, Released, ReleasedApp, VersionHealth } from './types.ts';
import { Cells, TableFrame, type WideColumn } from './wide-table.tsx';

const HOUR_MS = 3600 * 1000;

const CHANNELS: Record<VersionHealth['channel'], { label: string; color?: string }> = {
  stable: { label: 'Stable', color: 'success' },
  canary: { label: 'Canary', color: 'warning' },
  previous: { label: 'Previous' },
};

const COLUMNS: readonly WideColumn<VersionHealth>[] = [
  { title: 'Version', render: ({ version }) => <code>{version}</code> },
  {
    title: 'Channel',
    render: ({ channel }) => <Tag color={CHANNELS[channel].color}>{CHANNELS[channel].label}</Tag>,
  },
  { title: 'Visitors', isFigure: true, render: ({ percent }) => `${percent} %` },
  {
    title: 'Errors',
    isFigure: true,
    render: ({ errors, errorRate, minutes }) =>
      errors === 0 ? (
        <span className={styles.quiet}>None</span>
      ) : (
        <Trend values={minutes.map((minute) => minute.errors)}>
          {`${errors.toLocaleString('en')}, ${percentText(errorRate)}`}
        </Trend>
      ),
  },
  {
    title: 'Loads',
    isFigure: true,
    render: ({ loads, minutes }) => (
      <Trend values={minutes.map((minute) => minute.loads)}>{loads.toLocaleString('en')}</Trend>
    ),
  },
  ...VITALS.map(({ label, ofHour, format }) => ({
    title: label,
    isFigure: true,
    render: (health: VersionHealth) => {
      const value = ofHour(health);
      return value === undefined ? <span title="Not measured in the last hour">–</span> : format(value);
    },
  })),
];

/** A figure and how it went, minute by minute. */
function Trend({ values, children }: { values: readonly number[]; children: ReactNode }) {
  return (
    <span className={styles.trend}>
      {values.length > 2 && <Sparkline values={values} />}
      {children}
    </span>
  );
}

interface ReleasesTableProps {
  released: Released;
  health: readonly AppHealth[];
  /** When the figures were read, in epoch milliseconds: charts end there. */
  readAt: number;
  onIntent: (intent: Intent) => void;
}

/** Every served version with the figures of its last hour, side by side; a chart of an app on demand. */
export function ReleasesTable({ released, health, readAt, onIntent }: ReleasesTableProps) {
  const versionsOf = (app: ReleasedApp) => health.find(({ name }) => name === app.name)?.versions ?? [];
  return (
    <TableFrame label="Versions" columns={COLUMNS} className={styles.releases}>
      {released.apps.map((app) => (
        <AppRows
          key={app.name}
          app={app}
          released={released}
          versions={versionsOf(app)}
          readAt={readAt}
          onIntent={onIntent}
        />
      ))}
    </TableFrame>
  );
}

interface AppRowsProps {
  app: ReleasedApp;
  released: Released;
  versions: VersionHealth[];
  readAt: number;
  onIntent: (intent: Intent) => void;
}

/** One app with its released versions, their health, and the actions promote and roll back. */
function AppRows({ app, released, versions, readAt, onIntent }: AppRowsProps) {
  const [isCharted, setIsCharted] = useState(false);
  const wayBack = rollbackIntent(app, released);
  return (
    <tbody aria-labelledby={`app-${app.name}`}>
      <tr className={styles.app}>
        <th scope="rowgroup" colSpan={COLUMNS.length}>
          <div>
            <h2 id={`app-${app.name}`}>{app.name}</h2>
            {versions.length === 0 && <code>{app.stable}</code>}
            {app.canary && (
              <Tag color="warning">
                {app.canary.version} at {app.canary.percent} %
              </Tag>
            )}
            <div className={styles.actions}>
              <Button
                size="small"
                aria-expanded={isCharted}
                aria-label={`${isCharted ? 'Hide' : 'Show'} chart of ${app.name}`}
                onClick={() => setIsCharted(!isCharted)}
              >
                {isCharted ? 'Hide chart' : 'Show chart'}
              </Button>
              {app.canary && (
                <Button size="small" type="primary" onClick={() => onIntent(promoteIntent(app, released))}>
                  Promote {app.canary.version}
                </Button>
              )}
              {wayBack && (
                <Button size="small" danger onClick={() => onIntent(wayBack)}>
                  {app.canary ? `Take back ${app.canary.version}` : `Roll back to ${app.lastGood}`}
                </Button>
              )}
            </div>
          </div>
        </th>
      </tr>
      {versions.map((health) => (
        <tr key={`${health.channel} ${health.version}`} className={styles.version}>
          <Cells columns={COLUMNS} row={health} />
        </tr>
      ))}
      {isCharted && (
        <tr>
          <td colSpan={COLUMNS.length} className={styles.chart}>
            <AppChart name={app.name} versions={versions} readAt={readAt} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

function AppChart({ name, versions, readAt }: { name: string; versions: VersionHealth[]; readAt: number }) {
  const [metricId, setMetricId] = useState(METRICS[0].id);
  const metric = METRICS.find(({ id }) => id === metricId) ?? METRICS[0];
  const series = versions.map((version) => ({
    name: `${version.version} (${version.channel})`,
    points: version.minutes.flatMap((minute) => {
      const value = metric.ofMinute(minute);
      return value === undefined ? [] : [{ at: Date.parse(minute.at), value }];
    }),
  }));
  const isCalm = metric.id === 'errorRate' && versions.every(({ errors }) => errors === 0);
  return (
    <>
      <div className={styles.metrics}>
        <Segmented
          size="small"
          aria-label={`Chart of ${name}`}
          value={metric.id}
          onChange={(id) => setMetricId(id)}
          options={METRICS.map(({ id, label }) => ({ value: id, label }))}
        />
      </div>
      <LineChart
        label={`${metric.label} of ${name}`}
        from={readAt - HOUR_MS}
        to={readAt}
        format={metric.format}
        series={isCalm ? [] : series}
        empty={isCalm ? 'No errors in the last hour.' : undefined}
      />
    </>
  );
}
