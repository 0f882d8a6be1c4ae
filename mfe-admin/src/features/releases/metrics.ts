import type { VersionHealth } from './types.ts';

type Minute = VersionHealth['minutes'][number];

export interface Metric {
  id: string;
  label: string;
  /** The chart's value for a minute; undefined without data. */
  ofMinute: (minute: Minute) => number | undefined;
  /** The value for the last hour. */
  ofHour: (health: VersionHealth) => number | undefined;
  format: (value: number) => string;
}

export const percentText = (value: number) =>
  `${(value * 100).toLocaleString('en', { maximumFractionDigits: 2 })} %`;
const milliseconds = (value: number) => `${Math.round(value).toLocaleString('en')} ms`;
const score = (value: number) => value.toFixed(3);
const count = (value: number) => Math.round(value).toLocaleString('en');

function vital(id: string, label: string, format: Metric['format']): Metric {
  const read = ({ vitals }: Minute | VersionHealth) => {
    const found = vitals[id];
    return found && found.samples > 0 ? found.p75 : undefined;
  };
  return { id, label, ofMinute: read, ofHour: read, format };
}

/** The 75th percentile of visitors, as Web Vitals are defined. */
export const VITALS: readonly Metric[] = [
  vital('LCP', 'LCP', milliseconds),
  vital('INP', 'INP', milliseconds),
  vital('CLS', 'CLS', score),
  vital('TTFB', 'TTFB', milliseconds),
];

/** Metrics that the chart can show. */
export const METRICS: readonly [Metric, ...Metric[]] = [
  {
    id: 'errorRate',
    label: 'Error rate',
    ofMinute: ({ loads, errors }) => (loads + errors === 0 ? undefined : errors / Math.max(loads, 1)),
    ofHour: ({ errorRate }) => errorRate,
    format: percentText,
  },
  {
    id: 'loads',
    label: 'Loads',
    ofMinute: ({ loads }) => loads,
    ofHour: ({ loads }) => loads,
    format: count,
  },
  ...VITALS,
];
