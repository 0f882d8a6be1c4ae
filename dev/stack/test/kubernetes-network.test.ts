import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../src/root.ts';
import { nameOf, ofKind, type Manifest } from './kustomize.ts';
import { DOCS, renderOverlays } from './kubernetes.ts';

let small: Manifest[];
beforeAll(async () => {
  ({ small } = await renderOverlays());
});

describe('the Kubernetes manifests', () => {
  it('allow the QA run of svc-support only to the ingress, from which it reaches the gateway', () => {
    const { spec } =
      ofKind(small, 'NetworkPolicy').find((policy) => nameOf(policy) === 'support-to-ingress') ?? {};
    const ingress = [{ namespaceSelector: { matchLabels: { 'leadping.example/ingress': 'true' } } }];
    expect(spec).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'svc-support' } },
      policyTypes: ['Egress'],
      egress: [{ to: ingress, ports: [{ port: 443 }, { port: 8443 }] }],
    });
    const entrance = ofKind(small, 'NetworkPolicy').find(
      (policy) => nameOf(policy) === 'gateway-from-ingress',
    );
    expect(entrance?.spec).toMatchObject({ ingress: [{ from: ingress }] });
  });

  it('deny all traffic except the named connections', () => {
    const policies = ofKind(small, 'NetworkPolicy');
    const denied = policies.find((policy) => nameOf(policy) === 'deny-all');
    expect(denied?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('allow payments, mail and order webhooks only to public addresses, and webhooks to any port', () => {
    const egressOf = (name: string) => {
      const policy = ofKind(small, 'NetworkPolicy').find((candidate) => nameOf(candidate) === name);
      return policy?.spec as {
        podSelector: unknown;
        egress: { to: { ipBlock?: { cidr: string; except?: string[] } }[]; ports: unknown[] }[];
      };
    };
    for (const name of ['to-providers', 'to-receivers']) {
      const [{ to } = { to: [] }] = egressOf(name).egress;
      expect(to).toEqual([{ ipBlock: { cidr: '0.0.0.0/0', except: expect.any(Array) } }]);
      const networks = ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'];
      expect(to[0]?.ipBlock?.except).toEqual(expect.arrayContaining(networks));
    }
    expect(egressOf('to-providers').egress[0]?.ports).toEqual([{ port: 443 }]);
    expect(egressOf('to-receivers').egress[0]?.ports).toContainEqual({ protocol: 'TCP' });
    expect(egressOf('to-receivers').podSelector).toEqual({
      matchLabels: { 'app.kubernetes.io/name': 'svc-commerce' },
    });
  });

  it("allow every process to query the cluster's DNS and NodeLocal's, and to send traces to a labelled namespace", async () => {
    const specOf = (name: string) =>
      ofKind(small, 'NetworkPolicy').find((policy) => nameOf(policy) === name)?.spec;
    expect(specOf('dns')).toMatchObject({
      podSelector: {},
      egress: [
        {
          to: expect.arrayContaining([{ ipBlock: { cidr: '169.254.20.10/32' } }]),
          ports: [
            { port: 53, protocol: 'UDP' },
            { port: 53, protocol: 'TCP' },
          ],
        },
      ],
    });
    const explained = await readFile(join(ROOT, '.env.example'), 'utf8');
    const port = /http:\/\/otel-collector:(\d+)/.exec(explained)?.[1];
    expect(specOf('to-collector')).toMatchObject({
      podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'leadping' } },
      egress: [{ ports: [{ port: Number(port) }] }],
    });
    const firstDay = await readFile(join(DOCS, 'first-day.md'), 'utf8');
    const labels = [...JSON.stringify(small).matchAll(/"(leadping\.example\/[a-z]+)":"true"/g)];
    expect(labels.length).toBeGreaterThan(3);
    for (const [, label] of labels) expect(firstDay).toContain(`${label}=true`);
  });
});
