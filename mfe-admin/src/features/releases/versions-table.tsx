import { Tag } from '@leadping/web-kit/ui/core';
import { Table } from '@leadping/web-kit/ui/data';
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
    <WideTable label={`Versions of ${name}`}>
      <Table
        size="small"
        pagination={false}
        rowKey={({ channel, version }) => `${channel} ${version}`}
        dataSource={versions}
        columns={[
          {
            title: 'Version',
            render: (_, { version }) => <code>{version}</code>,
          },
          {
            title: 'Channel',
            render: (_, { channel }) => <Tag color={CHANNELS[channel].color}>{CHANNELS[channel].label}</Tag>,
          },
          { title: 'Visitors', align: 'right', render: (_, { percent }) => `${percent} %` },
          { title: 'Errors', align: 'right', render: (_, { errors }) => errors.toLocaleString('en') },
          ...METRICS.map(({ id, label, ofHour, format }) => ({
            key: id,
            title: label,
            align: 'right' as const,
            render: (_: unknown, health: VersionHealth) => {
              const value = ofHour(health);
              return value === undefined ? (
                <span title="Not measured in the last hour">–</span>
              ) : (
                format(value)
              );
            },
          })),
        ]}
      />
    </WideTable>
  );
}
