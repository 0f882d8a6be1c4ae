import { Button, Tag } from '@leadping/web-kit/ui/core';
import { Segmented } from '@leadping/web-kit/ui/menu';
import { useState } from 'react';
import styles from './app-card.module.css';
import { type Intent, promoteIntent, rollbackIntent } from './intent.ts';
import { LineChart } from '@leadping/web-kit/dashboard/line-chart.tsx';
import { METRICS } from './metrics.ts';
import type { AppHealth, ReleasedApp } from './types.ts';
import { VersionsTable } from './versions-table.tsx';

const HOUR_MS = 3600 * 1000;

interface AppCardProps {
  app: ReleasedApp;
  all: readonly ReleasedApp[];
  health: AppHealth | undefined;
  /** When the figures were read, in epoch milliseconds: the chart ends there. */
  readAt: number;
  onIntent: (intent: Intent) => void;
}

/** One app: what is released of it, how each version does, and the ways on and back. */
export function AppCard({ app, all, health, readAt, onIntent }: AppCardProps) {
  const [metricId, setMetricId] = useState(METRICS[0].id);
  const metric = METRICS.find(({ id }) => id === metricId) ?? METRICS[0];
  const versions = health?.versions ?? [];
  const wayBack = rollbackIntent(app, all);
  return (
    <section className={styles.card} aria-labelledby={`app-${app.name}`}>
      <header className={styles.header}>
        <h2 id={`app-${app.name}`}>{app.name}</h2>
        <code>{app.stable}</code>
        {app.canary && (
          <Tag color="warning">
            {app.canary.version} at {app.canary.percent} %
          </Tag>
        )}
        <div className={styles.actions}>
          {app.canary && (
            <Button type="primary" onClick={() => onIntent(promoteIntent(app, all))}>
              Promote {app.canary.version}
            </Button>
          )}
          {wayBack && (
            <Button danger onClick={() => onIntent(wayBack)}>
              {app.canary ? `Take back ${app.canary.version}` : `Roll back to ${app.lastGood}`}
            </Button>
          )}
        </div>
      </header>
      <VersionsTable name={app.name} versions={versions} />
      <div className={styles.chart}>
        <div className={styles.metrics}>
          <Segmented
            size="small"
            aria-label={`Chart of ${app.name}`}
            value={metric.id}
            onChange={(id) => setMetricId(id)}
            options={METRICS.map(({ id, label }) => ({ value: id, label }))}
          />
        </div>
        <LineChart
          label={`${metric.label} of ${app.name}`}
          from={readAt - HOUR_MS}
          to={readAt}
          format={metric.format}
          series={versions.map((version) => ({
            name: `${version.version} (${version.channel})`,
            points: version.minutes.flatMap((minute) => {
              const value = metric.ofMinute(minute);
              return value === undefined ? [] : [{ at: Date.parse(minute.at), value }];
            }),
          }))}
        />
      </div>
    </section>
  );
}
