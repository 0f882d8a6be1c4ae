import { Tag } from '@leadping/web-kit/ui/core';
import { METRICS } from './metrics.ts';
import { WideTable } from './wide-table.tsx';
import type { VersionHealth } from './types.ts';

const CHANNELS: Record<VersionHealth['channel'], { label: string; color?: string }> = {
  stable: { label: 'Stable', color: 'success' },
  canary: { label: 'Canary', color: 'warning' },
  previous: { label: 'Previous' },
};

/** The served versions of one app with the figures of their last hour. */
export function VersionsTable({ name, versions }: { name: string; versions: VersionHealth[] }) {
  return (
    <WideTable
      label={`Versions of ${name}`}
      rows={versions}
      keyOf={({ channel, version }) => `${channel} ${version}`}
      columns={[
        { title: 'Version', renderCell: ({ version }) => <code>{version}</code> },
        {
          title: 'Channel',
          renderCell: ({ channel }) => <Tag color={CHANNELS[channel].color}>{CHANNELS[channel].label}</Tag>,
        },
        { title: 'Visitors', isFigure: true, renderCell: ({ percent }) => `${percent} %` },
        { title: 'Errors', isFigure: true, renderCell: ({ errors }) => errors.toLocaleString('en') },
        ...METRICS.map(({ label, ofHour, format }) => ({
          title: label,
          isFigure: true,
          renderCell: (health: VersionHealth) => {
            const value = ofHour(health);
            return value === undefined ? <span title="Not measured in the last hour">–</span> : format(value);
          },
        })),
      ]}
    />
  );
}
