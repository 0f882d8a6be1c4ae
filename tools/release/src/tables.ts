import type { ParsedReplyOf } from '@leadping/contracts/route';
import type { listReleaseHistory } from '@leadping/contracts/gateway/release-routes';
import type { BuildDiff } from './diff-builds.ts';
import type { HealthReport } from './read-health.ts';

/** Aligns columns. The first row is the header. */
function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const VITALS = ['LCP', 'INP', 'CLS', 'TTFB'];

export function healthTable({ revision, apps }: HealthReport): string {
  const rows = apps.flatMap(({ name, versions }) =>
    versions.map(({ version, channel, percent, loads, errors, errorRate, vitals }) => [
      name,
      version,
      channel,
      `${percent} %`,
      String(loads),
      String(errors),
      `${(errorRate * 100).toFixed(2)} %`,
      ...VITALS.map((vital) => (vitals[vital]?.samples ? String(vitals[vital].p75) : '-')),
    ]),
  );
  const heads = ['remote', 'version', 'channel', 'visitors', 'loads', 'errors', 'rate', ...VITALS];
  return `revision ${revision}, figures of the last hour\n\n${table([heads, ...rows])}`;
}

export function historyTable({ entries }: ParsedReplyOf<typeof listReleaseHistory>): string {
  const rows = entries.map(({ revision, at, action, apps, builds, by, note }) => [
    String(revision),
    at.replace('T', ' ').slice(0, 19),
    action,
    apps.flatMap((app) => broughtOf(app, action, builds)).join(', '),
    by,
    note,
  ]);
  return table([['revision', 'at (UTC)', 'what', 'versions', 'by', 'note'], ...rows]);
}

/** The build of an app at a revision. The stable build is listed before the canary. */
function broughtOf(app: string, action: string, builds: string[]): string[] {
  const [stable, canary] = builds.filter((build) => build.startsWith(`${app}@`));
  return [(action === 'canary' ? canary : stable) ?? app];
}

/** The changes of a build, by part. */
export function diffTable({ name, before, after, ...parts }: BuildDiff): string {
  const text = Object.entries(parts).map(([part, changes]) => {
    const rows = changes.map((change) => [
      change.what,
      String(change.before ?? '-'),
      String(change.after ?? '-'),
      typeof change.before === 'number' && typeof change.after === 'number'
        ? signed(change.after - change.before)
        : '',
    ]);
    return rows.length === 0 ? `${part}: unchanged` : table([[part, before, after, ''], ...rows]);
  });
  return [`${name} ${before} to ${after}`, ...text].join('\n\n');
}

const signed = (change: number) => `${change > 0 ? '+' : ''}${change}`;
