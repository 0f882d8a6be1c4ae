import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '@leadping/contracts/services';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { ROOT } from '../src/root.ts';
import { renderKustomization } from './kustomize.ts';

const exec = promisify(execFile);
const FOLDER = join(ROOT, 'deploy/prometheus');
const promtool = (...args: string[]) => exec(process.env.PROMTOOL ?? 'promtool', args, { cwd: FOLDER });

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  annotations?: { runbook?: string };
}

async function rulesOf(name: string): Promise<Rule[]> {
  const { groups } = parse(await readFile(join(FOLDER, name), 'utf8')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

const alertRules = async () =>
  [...(await rulesOf('alerts.yml')), ...(await rulesOf('objectives.yml'))].filter(({ alert }) => alert);

/** Every metric that a process has: those of all, and what services declare by `metrics.gauge`. */
async function metricNames(): Promise<Set<string>> {
  const common = await buildMetrics('gateway').registry.getMetricsAsJSON();
  const { stdout } = await exec('git', ['grep', '-hoE', "metrics\\.gauge\\(\\s*'[a-z_]+'"], { cwd: ROOT });
  const files = [
    'svc-commerce/src/measure-backlog.ts',
    'gateway/src/measure-gateway.ts',
    'gateway/src/releases/open-releases.ts',
  ];
  const sources = await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')));
  const own = [stdout, ...sources].flatMap((text) => [...text.matchAll(/gauge\(\s*'([a-z_]+)'/g)]);
  return new Set([...common.map(({ name }) => name), ...own.map(([, name]) => `leadping_${name}`)]);
}

const usedIn = (text: string) =>
  [...text.matchAll(/\b(leadping_[a-z_]+|process_[a-z_]+|nodejs_[a-z0-9_]+)\b/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  );

describe('the rules of Prometheus', () => {
  it('are valid, and each alert fires on its fault and clears after it', async () => {
    await promtool('check', 'config', 'prometheus.yml');
    const { stdout } = await promtool('test', 'rules', 'rules.test.yml');
    expect(stdout).toContain('SUCCESS');
  });

  it('have a test that each alert fires, and one that it is silent', async () => {
    const { tests } = parse(await readFile(join(FOLDER, 'rules.test.yml'), 'utf8')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
    };
    const cases = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
    const namesOf = (some: typeof cases) => [...new Set(some.map(({ alertname }) => alertname))].sort();
    const alerts = [...new Set((await alertRules()).map(({ alert }) => alert))].sort();
    expect(namesOf(cases.filter(({ exp_alerts }) => exp_alerts.length > 0))).toEqual(alerts);
    expect(namesOf(cases.filter(({ exp_alerts }) => exp_alerts.length === 0))).toEqual(alerts);
  });

  it('know each process by its name, on Kubernetes and in docker compose, and miss each', async () => {
    const config = parse(await readFile(join(FOLDER, 'prometheus.yml'), 'utf8')) as {
      scrape_configs: {
        dns_sd_configs: { names: string[] }[];
        relabel_configs: { regex: string; target_label: string }[];
      }[];
    };
    const [job] = config.scrape_configs;
    const [relabel] = job?.relabel_configs ?? [];
    const [inCluster = [], inCompose] = job?.dns_sd_configs.map(({ names }) => names) ?? [];
    const processes = inCluster.map((name) => new RegExp(`^(?:${relabel?.regex})$`).exec(name)?.[1] ?? name);
    expect(relabel?.target_label).toBe('process');
    expect(processes.toSorted()).toEqual(SERVICES.toSorted());
    expect(inCompose?.toSorted()).toEqual(SERVICES.toSorted());
    const manifests = await renderKustomization(join(ROOT, 'deploy/kubernetes/overlays/small'));
    const services = manifests.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata);
    const addresses = services.map(({ name, namespace }) => `${name}.${namespace}.svc.cluster.local`);
    expect(inCluster.filter((name) => !addresses.includes(name))).toEqual([]);
    const rules = await rulesOf('alerts.yml');
    const missing = rules.find(({ alert }) => alert === 'ProcessMissing')?.expr ?? '';
    expect([...missing.matchAll(/process="([^"]+)"/g)].map(([, name]) => name).sort()).toEqual(
      SERVICES.toSorted(),
    );
  });

  it('read only metrics that the processes have, as do the dashboards', async () => {
    const known = await metricNames();
    const dashboards = await readdir(join(ROOT, 'deploy/grafana'));
    const texts = await Promise.all([
      ...['alerts.yml', 'objectives.yml'].map((name) => readFile(join(FOLDER, name), 'utf8')),
      ...dashboards
        .filter((name) => name.endsWith('.json'))
        .map((name) => readFile(join(ROOT, 'deploy/grafana', name), 'utf8')),
    ]);
    const used = texts.flatMap(usedIn);
    expect(used.length).toBeGreaterThan(30);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  it('count the requests of visitors and no probes, as do the dashboards', async () => {
    const texts = await Promise.all(
      ['prometheus/objectives.yml', 'grafana/platform.json'].map((name) =>
        readFile(join(ROOT, 'deploy', name), 'utf8'),
      ),
    );
    for (const text of texts) {
      const selectors =
        text.replaceAll('\\"', '"').match(/leadping_http_request_seconds_\w+\{[^}]*\}/g) ?? [];
      expect(selectors.length).toBeGreaterThan(3);
      const ofAllRoutes = selectors.filter((selector) => !selector.includes('route=~"/api/'));
      expect(ofAllRoutes.length).toBeGreaterThan(3);
      for (const selector of ofAllRoutes) expect(selector).toContain('route!~"/healthz|/readyz|/metrics"');
    }
  });

  it('have a page for each alert, and no page without one', async () => {
    const alerts = await alertRules();
    const pages = alerts.map(({ annotations }) => annotations?.runbook ?? 'none');
    const folder = 'docs/operating/runbook';
    const written = (await readdir(join(ROOT, folder))).map((name) => `${folder}/${name}`);
    expect([...new Set(pages)].sort()).toEqual(written.filter((name) => !name.endsWith('README.md')).sort());
    const index = await readFile(join(ROOT, folder, 'README.md'), 'utf8');
    for (const page of pages) {
      const text = await readFile(join(ROOT, page), 'utf8');
      const named = alerts.filter(({ annotations }) => annotations?.runbook === page);
      const title = [...new Set(named.map(({ alert }) => alert))].sort().join(', ');
      expect(text.split('\n', 1)).toEqual([`# ${title}`]);
      expect(index).toContain(`- [${title}](${basename(page)})\n`);
      for (const heading of ['## What it means', '## Look at', '## Do']) expect(text).toContain(heading);
    }
  });
});

describe('the dashboards of Grafana', () => {
  it('are dashboards with a data source to choose and queries in every panel', async () => {
    const names = await readdir(join(ROOT, 'deploy/grafana'));
    const dashboards = names.filter((name) => name.endsWith('.json'));
    expect(dashboards.length).toBeGreaterThan(1);
    for (const name of dashboards) {
      const { uid, templating, panels } = JSON.parse(
        await readFile(join(ROOT, 'deploy/grafana', name), 'utf8'),
      ) as {
        uid: string;
        templating: { list: { type: string }[] };
        panels: { type: string; title: string; targets?: { expr: string }[] }[];
      };
      expect(uid).toMatch(/^leadping-/);
      expect(templating.list[0]?.type).toBe('datasource');
      for (const panel of panels.filter(({ type }) => type !== 'row'))
        expect([panel.title, panel.targets?.length ?? 0]).toEqual([panel.title, expect.any(Number)]);
      expect(panels.filter(({ type, targets }) => type !== 'row' && !targets?.length)).toEqual([]);
    }
  });
});
