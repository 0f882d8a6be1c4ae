import { describe, expect, it } from '@jest/globals';
import { AggregatorRegistry } from 'prom-client';
import { buildMetrics } from '../src/telemetry/metrics.ts';

describe('the metrics of a process with workers', () => {
  /** A worker's figures as the primary gets them, with these in place of its own. */
  const workerWith = async (figures: Record<string, number>) => {
    const metrics = await buildMetrics('gateway').registry.getMetricsAsJSON();
    return metrics.map((metric) => {
      const value = figures[metric.name];
      return value === undefined
        ? metric
        : { ...metric, values: [{ value, labels: { service: 'gateway' } }] };
    });
  };

  it('report the lowest value of any worker for a metric that is measured when it is read', async () => {
    const metrics = buildMetrics('gateway');
    metrics.measure('ready', 'Whether traffic may come', async () => 1);
    const ready = await metrics.registry.getMetricsAsJSON();
    const notReady = structuredClone(ready);
    for (const { name, values } of notReady)
      if (name === 'leadping_ready') for (const each of values) each.value = 0;
    const text = await AggregatorRegistry.aggregate([ready, notReady]).metrics();
    expect(text).toContain('leadping_ready{service="gateway"} 0\n');
  });

  it.each(['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds', 'leadping_outbox_pending'])(
    'report the highest value of any worker for %s',
    async (name) => {
      const workers = [await workerWith({ [name]: 3 }), await workerWith({ [name]: 8 })];
      const text = await AggregatorRegistry.aggregate(workers).metrics();
      expect(text).toContain(`${name}{service="gateway"} 8\n`);
    },
  );
});
