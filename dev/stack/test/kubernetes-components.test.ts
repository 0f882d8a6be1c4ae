import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../src/root.ts';
import { nameOf, ofKind, renderKustomization, type Manifest } from './kustomize.ts';

const FOLDER = join(ROOT, 'deploy/kubernetes');
const DOCS = join(ROOT, 'docs/operating');

let small: Manifest[];
beforeAll(async () => {
  small = await renderKustomization(join(FOLDER, 'overlays/small'));
});

it('backups on Kubernetes run hourly one at a time as an unprivileged user, and are stored in a claim', async () => {
  const [job] = ofKind(small, 'CronJob');
  const [claim] = ofKind(small, 'PersistentVolumeClaim');
  const script = ofKind(small, 'ConfigMap').find((map) => nameOf(map) === 'backup');
  expect(script?.data).toEqual({
    'backup.sh': await readFile(join(FOLDER, 'components/backup/backup.sh'), 'utf8'),
  });
  expect(job?.spec).toMatchObject({
    schedule: expect.stringMatching(/^\d+ \* \* \* \*$/),
    concurrencyPolicy: 'Forbid',
    jobTemplate: {
      spec: {
        activeDeadlineSeconds: expect.any(Number),
        template: {
          // The label by which to-data admits it to MongoDB.
          metadata: { labels: { 'app.kubernetes.io/part-of': 'leadping' } },
          spec: {
            automountServiceAccountToken: false,
            securityContext: { runAsNonRoot: true },
            containers: [
              {
                command: ['bash', '/scripts/backup.sh', '/backups', '24', '14'],
                envFrom: [{ secretRef: { name: 'leadping-backup' } }],
                resources: { limits: { memory: expect.any(String) } },
                securityContext: { readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
                volumeMounts: expect.arrayContaining([
                  { name: 'backups', mountPath: '/backups' },
                  { name: 'scripts', mountPath: '/scripts', readOnly: true },
                ]),
              },
            ],
            volumes: expect.arrayContaining([
              { name: 'backups', persistentVolumeClaim: { claimName: claim?.metadata.name } },
              { name: 'scripts', configMap: { name: script?.metadata.name } },
            ]),
          },
        },
      },
    },
  });
  const rules = await readFile(join(ROOT, 'deploy/prometheus/alerts.yml'), 'utf8');
  const { name, namespace } = job?.metadata ?? {};
  expect(rules).toContain(`{namespace="${namespace}", cronjob="${name}"}`);
  const firstDay = await readFile(join(DOCS, 'first-day.md'), 'utf8');
  expect(firstDay).toContain('leadping-backup');
});

it('backups on Kubernetes have room for all stored ones and a new one, above the threshold of DiskFillsUp', async () => {
  const [job] = ofKind(small, 'CronJob');
  const [, last, days] = /"\/backups","(\d+)","(\d+)"/.exec(JSON.stringify(job)) ?? [];
  // Today's newest dump is counted in both rules, so subtract one.
  const dumps = Number(last) + Number(days) - 1 + 1;
  const rules = await readFile(join(ROOT, 'deploy/prometheus/alerts.yml'), 'utf8');
  const [, free] = /kubelet_volume_stats_capacity_bytes < ([\d.]+)/.exec(rules) ?? [];
  const page = await readFile(join(DOCS, 'backup-and-restore.md'), 'utf8');
  const sizes = [...page.matchAll(/(\d+) times the size of (?:a dump|one)/g)].map(([, times]) =>
    Number(times),
  );
  // On Kubernetes and in docker compose.
  expect(sizes).toHaveLength(2);
  for (const size of sizes) expect(1 - dumps / size).toBeGreaterThan(Number(free));
});

describe('the PodMonitor for the Prometheus Operator', () => {
  interface PodMonitor {
    selector: { matchLabels: Record<string, string> };
    podMetricsEndpoints: {
      port: string;
      honorLabels: boolean;
      relabelings: { targetLabel: string; replacement?: string; sourceLabels?: string[] }[];
    }[];
  }

  it('finds the metrics port of every process, and keeps the labels that the rules select by', async () => {
    const [monitor, ...others] = await renderKustomization(join(FOLDER, 'components/prometheus-operator'));
    expect(others).toEqual([]);
    const { selector, podMetricsEndpoints } = (monitor?.spec ?? {}) as unknown as PodMonitor;
    for (const { spec } of ofKind(small, 'Deployment'))
      expect(spec).toMatchObject({ template: { metadata: { labels: selector.matchLabels } } });
    expect(podMetricsEndpoints).toMatchObject([{ port: 'metrics', honorLabels: true }]);
    const relabelings = podMetricsEndpoints[0]?.relabelings;
    expect(relabelings).toContainEqual({ targetLabel: 'job', replacement: 'leadping' });
    expect(relabelings).toContainEqual({
      targetLabel: 'process',
      sourceLabels: ['__meta_kubernetes_pod_label_app_kubernetes_io_name'],
    });
  });
});
