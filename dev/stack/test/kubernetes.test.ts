import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { DATA_FOLDER, ROOT } from '../src/root.ts';
import { renderKustomization, type Manifest } from './kustomize.ts';

const exec = promisify(execFile);
const FOLDER = join(ROOT, 'deploy/kubernetes');
const PROCESSES = ['gateway', 'svc-commerce', 'svc-identity', 'svc-licensing', 'svc-support'];

/** Each kind's type among those made from Kubernetes' published OpenAPI schema. */
const TYPES: Record<string, [module: string, type: string]> = {
  ConfigMap: ['core/v1', 'ConfigMap'],
  Deployment: ['apps/v1', 'Deployment'],
  HorizontalPodAutoscaler: ['autoscaling/v2', 'HorizontalPodAutoscaler'],
  NetworkPolicy: ['networking/v1', 'NetworkPolicy'],
  PodDisruptionBudget: ['policy/v1', 'PodDisruptionBudget'],
  Service: ['core/v1', 'Service'],
  ServiceAccount: ['core/v1', 'ServiceAccount'],
};

let small: Manifest[];
let large: Manifest[];
beforeAll(async () => {
  [small, large] = await Promise.all([
    renderKustomization(join(FOLDER, 'overlays/small')),
    renderKustomization(join(FOLDER, 'overlays/large')),
  ]);
});

const ofKind = (manifests: Manifest[], kind: string) =>
  manifests.filter((manifest) => manifest.kind === kind);
const nameOf = ({ metadata }: Manifest) => metadata.name;

/** What the compiler says about manifests written as values of their types: wrong types and unknown fields. */
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
  it('fit the published schemas, in every overlay', async () => {
    expect(await faultsOf(small, 'small')).toBe('');
    expect(await faultsOf(large, 'large')).toBe('');
  });

  it.each([
    ['a wrong type', { replicas: 'two' }, /TS2322/],
    ['a field that does not exist', { replicaCount: 2 }, /TS2353/],
  ])('are held to them: %s is found', async (_what, change, fault) => {
    const [deployment] = structuredClone(ofKind(small, 'Deployment'));
    if (!deployment) throw new Error('there is no deployment');
    Object.assign(deployment.spec ?? {}, change);
    expect(await faultsOf([deployment], 'faulty')).toMatch(fault);
  });

  it('run every process with probes, resources, a read-only root and no rights', () => {
    const deployments = ofKind(small, 'Deployment');
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
                readinessProbe: { httpGet: { path: '/readyz' } },
                livenessProbe: { httpGet: { path: '/healthz' } },
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

  it('keep at least two of each, may lose one at a time, and stop a process later than it needs', () => {
    for (const overlay of [small, large]) {
      expect(ofKind(overlay, 'PodDisruptionBudget').map(nameOf).sort()).toEqual(PROCESSES);
      const scales = ofKind(overlay, 'HorizontalPodAutoscaler');
      expect(scales.map(nameOf).sort()).toEqual(PROCESSES);
      for (const { spec } of scales) expect(spec?.minReplicas).toBeGreaterThanOrEqual(2);
      const [config] = ofKind(overlay, 'ConfigMap');
      const drainSeconds = Number((config as { data?: Record<string, string> }).data?.DRAIN_SECONDS);
      for (const { spec } of ofKind(overlay, 'Deployment')) {
        const { template } = spec as { template: { spec: { terminationGracePeriodSeconds: number } } };
        expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 20);
      }
    }
  });

  it('hold no secret: each is a reference, and nothing that the configuration names is one', async () => {
    const text = JSON.stringify(small);
    expect(ofKind(small, 'Secret')).toEqual([]);
    const [config] = ofKind(small, 'ConfigMap');
    const names = Object.keys((config as { data?: Record<string, string> }).data ?? {});
    expect(names.filter((name) => /SECRET|_SEED$|TOKEN|PASSWORD|SEAL/.test(name))).toEqual([]);
    const explained = await readFile(join(ROOT, '.env.example'), 'utf8');
    const referenced = [...text.matchAll(/"name":"([A-Z][A-Z0-9_]+)"/g)].map(([, name = '']) => name);
    for (const name of [...names, ...referenced]) expect(explained).toMatch(new RegExp(`^${name}=`, 'm'));
  });

  it('close every way in and out but those that are named', () => {
    const policies = ofKind(small, 'NetworkPolicy');
    const denied = policies.find((policy) => nameOf(policy) === 'deny-all');
    expect(denied?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    const outside = policies.find((policy) => nameOf(policy) === 'to-providers');
    expect(JSON.stringify(outside?.spec)).toContain('169.254.0.0/16');
  });

  it('name every file of the folder in a kustomization', async () => {
    const { resources, patches } = parse(await readFile(join(FOLDER, 'base/kustomization.yaml'), 'utf8')) as {
      resources: string[];
      patches: { path: string }[];
    };
    const { stdout } = await exec('ls', [join(FOLDER, 'base')]);
    const named = [...resources, ...patches.map(({ path }) => path), 'kustomization.yaml'];
    expect(stdout.trim().split('\n').sort()).toEqual(named.sort());
  });
});
