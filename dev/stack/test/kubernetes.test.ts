import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { GatewayConfig } from '@leadping/gateway/config';
import { StreamsConfig } from '@leadping/service-kit/process/config';
import { parse } from 'yaml';
import { DATA_FOLDER, ROOT } from '../src/root.ts';
import { nameOf, ofKind, type Manifest } from './kustomize.ts';
import { DOCS, FOLDER, PROCESSES, processesOf, renderOverlays } from './kubernetes.ts';

const exec = promisify(execFile);

/** Each kind's type in the types generated from Kubernetes' published OpenAPI schema. */
const TYPES: Record<string, [module: string, type: string]> = {
  ConfigMap: ['core/v1', 'ConfigMap'],
  CronJob: ['batch/v1', 'CronJob'],
  Deployment: ['apps/v1', 'Deployment'],
  HorizontalPodAutoscaler: ['autoscaling/v2', 'HorizontalPodAutoscaler'],
  NetworkPolicy: ['networking/v1', 'NetworkPolicy'],
  PersistentVolumeClaim: ['core/v1', 'PersistentVolumeClaim'],
  Pod: ['core/v1', 'Pod'],
  PodDisruptionBudget: ['policy/v1', 'PodDisruptionBudget'],
  Service: ['core/v1', 'Service'],
  ServiceAccount: ['core/v1', 'ServiceAccount'],
};

interface PodSpec {
  containers: { resources?: unknown }[];
}

/** The pods of deployments and of jobs. */
function podSpecs(manifests: Manifest[]): PodSpec[] {
  const templates = [
    ...ofKind(manifests, 'Deployment').map(({ spec }) => spec),
    ...ofKind(manifests, 'CronJob').map(
      ({ spec }) => (spec as { jobTemplate: { spec: object } }).jobTemplate.spec,
    ),
  ] as { template: { spec: PodSpec } }[];
  return templates.map(({ template }) => template.spec);
}

let small: Manifest[];
let large: Manifest[];
let restorePod: PodSpec;
beforeAll(async () => {
  const pod = await readFile(join(FOLDER, 'components/backup/restore-pod.yaml'), 'utf8');
  restorePod = (parse(pod) as { spec: PodSpec }).spec;
  ({ small, large } = await renderOverlays());
});

/** The compiler's errors for manifests as typed values: wrong types and unknown fields. */
async function faultsOf(manifests: Manifest[], name: string): Promise<string> {
  const lines = manifests.map((manifest, index) => {
    const [module, type] = TYPES[manifest.kind] ?? ['core/v1', `Unknown${manifest.kind}`];
    return `export const m${index}: import('kubernetes-types/${module}').${type} = ${JSON.stringify(manifest)};`;
  });
  const file = join(DATA_FOLDER, 'rendered', `${name}.ts`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, lines.join('\n'));
  const args = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--moduleResolution', 'bundler'];
  const checked = exec(join(ROOT, 'node_modules/.bin/tsc'), [
    ...args,
    '--module',
    'esnext',
    '--types',
    '',
    file,
  ]);
  try {
    await checked;
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    await rm(file);
  }
}

describe('the Kubernetes manifests', () => {
  it('match the published schemas in every overlay, and so does the pod of a restore', async () => {
    const restore = parse(
      await readFile(join(FOLDER, 'components/backup/restore-pod.yaml'), 'utf8'),
    ) as Manifest;
    expect(await faultsOf([...small, restore], 'small')).toBe('');
    expect(await faultsOf(large, 'large')).toBe('');
  });

  it.each([
    ['a wrong type', { replicas: 'two' }, /TS2322/],
    ['a field that does not exist', { replicaCount: 2 }, /TS2353/],
  ])('are validated by the schemas: %s is found', async (_what, change, fault) => {
    const [deployment] = structuredClone(processesOf(small));
    if (!deployment) throw new Error('there is no deployment');
    Object.assign(deployment.spec ?? {}, change);
    expect(await faultsOf([deployment], 'faulty')).toMatch(fault);
  });

  it('run every process with probes, resources, a read-only root and no privileges', () => {
    const deployments = processesOf(small);
    expect(deployments.map(nameOf).sort()).toEqual(PROCESSES);
    for (const deployment of deployments) {
      expect(deployment.spec).toMatchObject({
        strategy: { rollingUpdate: { maxUnavailable: 0 } },
        template: {
          spec: {
            automountServiceAccountToken: false,
            securityContext: { runAsNonRoot: true },
            containers: [
              {
                image: expect.stringMatching(/^leadping\/[\w-]+:\d/),
                startupProbe: { httpGet: { path: '/healthz', port: 'http' } },
                // Visitors' connections wait in the queue of the port http, and a probe would wait behind them.
                readinessProbe: { httpGet: { path: '/readyz', port: 'metrics' } },
                livenessProbe: { httpGet: { path: '/healthz', port: 'metrics' } },
                resources: { requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } },
                securityContext: {
                  readOnlyRootFilesystem: true,
                  allowPrivilegeEscalation: false,
                  capabilities: { drop: ['ALL'] },
                },
              },
            ],
          },
        },
      });
    }
  });

  it('limit how much each container writes to the disk of its node', () => {
    for (const overlay of [small, large]) {
      const pods = podSpecs(overlay);
      expect(pods.length).toBeGreaterThan(5);
      for (const { containers } of [...pods, restorePod])
        for (const { resources } of containers)
          expect(resources).toMatchObject({
            requests: { 'ephemeral-storage': expect.any(String) },
            limits: { 'ephemeral-storage': expect.any(String), memory: expect.any(String) },
          });
    }
  });

  it('satisfy the Pod Security level of the namespace, whose label is in the commands of the first day', async () => {
    const page = await readFile(join(DOCS, 'first-day.md'), 'utf8');
    expect(page).toContain('kubectl label namespace leadping pod-security.kubernetes.io/enforce=restricted');
    for (const pod of [...podSpecs(small), ...podSpecs(large), restorePod])
      expect(pod).toMatchObject({
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          { securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } },
        ],
      });
  });

  it('run one process without ports that declares the streams, with its own user', async () => {
    const [streams] = ofKind(small, 'Deployment').filter((manifest) => nameOf(manifest) === 'streams');
    expect(streams?.spec).toMatchObject({
      replicas: 1,
      template: {
        // The label by which to-data admits it to NATS.
        metadata: { labels: { 'app.kubernetes.io/part-of': 'leadping' } },
        spec: {
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true },
          containers: [
            {
              image: expect.stringMatching(/^leadping\/svc-identity:\d/),
              command: ['node', 'service-kit/dist/streams/server.js'],
              envFrom: [
                { configMapRef: { name: expect.any(String) } },
                { secretRef: { name: 'leadping-streams' } },
              ],
              resources: { limits: { memory: expect.any(String) } },
              securityContext: { readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
            },
          ],
        },
      },
    });
    expect(JSON.stringify(streams)).not.toMatch(/Probe|containerPort/);
    await access(join(ROOT, 'service-kit/src/streams/server.ts'));
    const [config] = ofKind(small, 'ConfigMap');
    const secret = { NATS_URL: 'nats://nats:4222', NATS_USER: 'streams', NATS_PASSWORD: 'secret' };
    expect(StreamsConfig.parse({ ...config?.data, ...secret })).toMatchObject({ NATS_REPLICAS: 1 });
    expect(await readFile(join(DOCS, 'first-day.md'), 'utf8')).toContain('`leadping-streams`');
  });

  it('name the ports of each process, and check readiness with one worker', () => {
    for (const overlay of [small, large]) {
      const [config] = ofKind(overlay, 'ConfigMap');
      const { PORT, METRICS_PORT, WORKERS } = config?.data ?? {};
      // With several workers, the metrics port only shows that one listens, not that it has pages to serve.
      expect(WORKERS).toBeUndefined();
      for (const { spec } of processesOf(overlay)) {
        const { template } = spec as { template: { spec: { containers: unknown[] } } };
        expect(template.spec.containers).toMatchObject([
          {
            ports: [
              { name: 'http', containerPort: Number(PORT) },
              { name: 'metrics', containerPort: Number(METRICS_PORT) },
            ],
          },
        ]);
      }
    }
  });

  it('give a process enough time to start while it builds a big index', () => {
    for (const { spec } of processesOf(small)) {
      const { progressDeadlineSeconds, template } = spec as {
        progressDeadlineSeconds: number;
        template: {
          spec: { containers: { startupProbe: { periodSeconds: number; failureThreshold: number } }[] };
        };
      };
      const [{ startupProbe } = { startupProbe: undefined }] = template.spec.containers;
      const seconds = (startupProbe?.periodSeconds ?? 0) * (startupProbe?.failureThreshold ?? 0);
      expect(seconds).toBeGreaterThanOrEqual(30 * 60);
      expect(progressDeadlineSeconds).toBeGreaterThan(seconds);
    }
  });

  it('keep at least two instances of each, tolerate the loss of one, and wait longer than a shutdown takes', () => {
    for (const overlay of [small, large]) {
      expect(ofKind(overlay, 'PodDisruptionBudget').map(nameOf).sort()).toEqual(PROCESSES);
      const scales = ofKind(overlay, 'HorizontalPodAutoscaler');
      expect(scales.map(nameOf).sort()).toEqual(PROCESSES);
      for (const { spec } of scales) expect(spec?.minReplicas).toBeGreaterThanOrEqual(2);
      const [config] = ofKind(overlay, 'ConfigMap');
      const drainSeconds = Number(config?.data?.DRAIN_SECONDS);
      // Cluster DNS caches an address for 30 s, and a gateway looks it up every 5 s.
      expect(drainSeconds).toBeGreaterThanOrEqual(30 + 5);
      for (const { spec } of processesOf(overlay)) {
        const { template } = spec as { template: { spec: { terminationGracePeriodSeconds: number } } };
        // Up to 3 s until no new calls arrive, 20 s for active calls, and 3 s reserve.
        expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drainSeconds + 26);
      }
    }
  });

  it('contain no secret value, no secret in the configuration, and only explained variables', async () => {
    const text = JSON.stringify(small);
    expect(ofKind(small, 'Secret')).toEqual([]);
    const [config] = ofKind(small, 'ConfigMap');
    const names = Object.keys(config?.data ?? {});
    expect(names.filter((name) => /SECRET|_SEED$|TOKEN|PASSWORD|SEAL/.test(name))).toEqual([]);
    const explained = await readFile(join(ROOT, '.env.example'), 'utf8');
    const referenced = [...text.matchAll(/"name":"([A-Z][A-Z0-9_]+)"/g)].map(([, name = '']) => name);
    for (const name of [...names, ...referenced]) expect(explained).toMatch(new RegExp(`^${name}=`, 'm'));
  });

  it('start no gateway before an overlay names the addresses of the ingress', () => {
    const secret = 'ab'.repeat(32);
    const secrets = {
      MONGODB_URI: 'mongodb://db:27017',
      NATS_URL: 'nats://nats:4222',
      ACTOR_SIGNING_KEYS: `k1:${secret}`,
      PAGE_TOKEN_SECRET: secret,
      RELEASE_SIGNING_SEED: secret,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: secret,
    };
    for (const overlay of [small, large]) {
      const [config] = ofKind(overlay, 'ConfigMap');
      const given = { ...config?.data, ...secrets };
      const faults = GatewayConfig.safeParse(given).error?.issues.map(({ path }) => path.join('.'));
      expect(faults).toEqual(['TRUST_PROXY']);
      expect(GatewayConfig.safeParse({ ...given, TRUST_PROXY: '10.244.0.0/16' }).error).toBeUndefined();
    }
  });

  it('restart every process on a changed setting, because the name of its configuration depends on its values', async () => {
    for (const overlay of [small, large]) {
      const [config] = ofKind(overlay, 'ConfigMap');
      expect(config?.metadata.name).toMatch(/^leadping-\w{10}$/);
      const references = [...JSON.stringify(overlay).matchAll(/"configMapRef":\{"name":"([^"]+)"/g)];
      expect(references.map(([, name]) => name)).toEqual(
        [...PROCESSES, 'streams'].map(() => config?.metadata.name),
      );
    }
    expect(ofKind(small, 'ConfigMap').map(nameOf)).not.toEqual(ofKind(large, 'ConfigMap').map(nameOf));
  });

  it('name every file of the folder in a kustomization', async () => {
    const { resources, configMapGenerator, patches } = parse(
      await readFile(join(FOLDER, 'base/kustomization.yaml'), 'utf8'),
    ) as {
      resources: string[];
      configMapGenerator: { envs: string[] }[];
      patches: { path: string }[];
    };
    const { stdout } = await exec('ls', [join(FOLDER, 'base')]);
    const variables = configMapGenerator.flatMap(({ envs }) => envs);
    const named = [...resources, ...variables, ...patches.map(({ path }) => path), 'kustomization.yaml'];
    expect(stdout.trim().split('\n').sort()).toEqual(named.sort());
  });
});
