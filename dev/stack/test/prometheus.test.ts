import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '@leadping/contracts/services';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { ensurePrometheus } from '../src/prometheus.ts';
import { ROOT } from '../src/root.ts';
import { renderKustomization } from './kustomize.ts';

const exec = promisify(execFile);
const FOLDER = join(ROOT, 'deploy/prometheus');
const promtool = async (...args: string[]) =>
  exec((await ensurePrometheus(console.log)).promtool, args, { cwd: FOLDER });

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

/** Labels that Prometheus adds to every series. */
const LABELS_OF_TARGETS = ['service', 'process', 'instance', 'job'];

/**
 * Every metric of a process with its labels: the common ones, and those declared with `metrics.gauge` or
 * `metrics.measure`.
 */
async function metricLabels(): Promise<Map<string, string[]>> {
  const { registry } = buildMetrics('gateway');
  // prom-client's types omit the labels.
  const common = registry.getMetricsAsArray() as unknown as { name: string; labelNames: string[] }[];
  const { stdout } = await exec('git', ['grep', '-lE', 'metrics\\.(gauge|measure)\\(', '--', '*/src/*.ts'], {
    cwd: ROOT,
  });
  const files = stdout.trim().split('\n');
  const sources = await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')));
  const declared = /metrics\.(?:gauge|measure)\(\s*'([a-z_]+)',\s*(?:'[^']*'|"[^"]*")(?:,\s*\[([^\]]*)\])?/g;
  const own = sources.flatMap((source) => [...source.matchAll(declared)]);
  const backup = await readFile(join(ROOT, 'deploy/kubernetes/components/backup/backup.sh'), 'utf8');
  const ofBackup = [...backup.matchAll(/# TYPE ([a-z_]+) gauge/g)];
  return new Map([
    ...ofBackup.map(([, name = '']) => [name, [] as string[]] as const),
    ...common.map(({ name, labelNames }) => [name, labelNames] as const),
    ...own.map(([, name, labels = '']) => [`leadping_${name}`, labels.match(/[a-z_]+/g) ?? []] as const),
  ]);
}

/** Each metric that a text reads, with the labels that it chooses by or groups by. */
function seriesIn(text: string): { name: string; labels: string[] }[] {
  const plain = text.replaceAll('\\"', '"');
  const series =
    /(?:\bby \(([^)]*)\) \([^{(]*\(?)?\b((?:leadping|process|nodejs|node|kubelet|kube)_[a-z0-9_]+)(?:\{([^}]*)\})?/g;
  return [...plain.matchAll(series)].map(([, grouped = '', name = '', chosen = '']) => ({
    name: name.replace(/_(bucket|count|sum)$/, ''),
    labels: [
      ...grouped.split(','),
      ...[...chosen.matchAll(/([a-z_]+)\s*[=!]/g)].map(([, label = '']) => label),
    ]
      .map((label) => label.trim())
      .filter((label) => label !== '' && label !== 'le'),
  }));
}

const dashboardsOf = async () => {
  const names = (await readdir(join(ROOT, 'deploy/grafana'))).filter((name) => name.endsWith('.json'));
  return Promise.all(names.map((name) => readFile(join(ROOT, 'deploy/grafana', name), 'utf8')));
};
const ruleTexts = () =>
  Promise.all(['alerts.yml', 'objectives.yml'].map((name) => readFile(join(FOLDER, name), 'utf8')));

describe('the rules of Prometheus', () => {
  it('are valid', async () => {
    const { stdout } = await promtool('check', 'config', 'prometheus.yml');
    expect(stdout).toContain('SUCCESS');
  });

  it('have a test for each alert that it fires, and one that it stays silent', async () => {
    const { tests } = parse(await readFile(join(FOLDER, 'rules.test.yml'), 'utf8')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
    };
    const cases = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
    const namesOf = (some: typeof cases) => [...new Set(some.map(({ alertname }) => alertname))].sort();
    const alerts = [...new Set((await alertRules()).map(({ alert }) => alert))].sort();
    expect(namesOf(cases.filter(({ exp_alerts }) => exp_alerts.length > 0))).toEqual(alerts);
    // The heartbeat always fires.
    const silent = alerts.filter((alert) => alert !== 'Watchdog');
    expect(namesOf(cases.filter(({ exp_alerts }) => exp_alerts.length === 0))).toEqual(silent);
  });

  it('know each process by its name on Kubernetes and in docker compose, and notice when one is missing', async () => {
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

  it('read only existing metrics and labels, and so do the dashboards', async () => {
    const known = await metricLabels();
    const used = [...(await ruleTexts()), ...(await dashboardsOf())].flatMap(seriesIn);
    expect(used.length).toBeGreaterThan(30);
    expect(used.filter(({ labels }) => labels.length > 0).length).toBeGreaterThan(20);
    const ours = used.filter(({ name }) => !/^(node|kubelet|kube)_/.test(name));
    const unknown = ours.flatMap(({ name, labels }) => {
      const own = known.get(name);
      if (!own) return [name];
      return labels
        .filter((label) => ![...own, ...LABELS_OF_TARGETS].includes(label))
        .map((label) => `${name}{${label}}`);
    });
    expect(unknown).toEqual([]);
  });

  it('read only metrics that a dashboard draws', async () => {
    const drawn = new Set((await dashboardsOf()).flatMap(seriesIn).map(({ name }) => name));
    const read = (await ruleTexts()).flatMap(seriesIn).map(({ name }) => name);
    expect(read.filter((name) => !drawn.has(name))).toEqual([]);
  });

  it('count the requests of visitors without probes, and so do the dashboards', async () => {
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

  it('have a page for each alert, and no page without an alert', async () => {
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
  it('have a selectable data source and queries in every panel', async () => {
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
