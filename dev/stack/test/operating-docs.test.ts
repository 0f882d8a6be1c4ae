import { beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { receivePlatformPaymentEvent } from '@leadping/contracts/commerce/payment-webhook-routes';
import { PAYMENT_EVENTS } from '@leadping/svc-commerce/payment-provider/stripe/provider-objects';
import { type Manifest } from './kustomize.ts';
import { DOCS, PROCESSES, processesOf, renderOverlays } from './kubernetes.ts';

let small: Manifest[];
beforeAll(async () => {
  ({ small } = await renderOverlays());
});

/** Every `kubectl` command of a page, inline or in a code block. */
const commandsOf = (text: string) =>
  (text.replaceAll('\\\n', '').match(/```[\s\S]*?```|`[^`]+`/g) ?? []).flatMap((code) =>
    [...code.matchAll(/\bkubectl [^`\n&;]+/g)].map(([command]) => command.trim()),
  );

describe('the first day', () => {
  it('names the webhook of the payment provider and every event type that changes an order', async () => {
    const text = await readFile(join(DOCS, 'first-day.md'), 'utf8');
    expect(text).toContain(`PUBLIC_URL${receivePlatformPaymentEvent.path}`);
    expect(text.match(/^ +[a-z]+(?:\.[a-z_]+)+$/gm)?.map((line) => line.trim())).toEqual([...PAYMENT_EVENTS]);
  });
});

describe('the commands of docs/operating', () => {
  it('name the namespace of their target', async () => {
    const names = (await readdir(DOCS, { recursive: true })).filter((name) => name.endsWith('.md'));
    const texts = await Promise.all(names.map((name) => readFile(join(DOCS, name), 'utf8')));
    const commands = texts.flatMap(commandsOf);
    expect(commands.length).toBeGreaterThan(10);
    // The excluded commands need no namespace or have it in the manifests.
    const namespaced = commands.filter(
      (command) => !/^kubectl (version|apply -k|create namespace|label namespace)\b/.test(command),
    );
    expect(namespaced.filter((command) => !/ -n \S/.test(command))).toEqual([]);
    const ours = namespaced.filter((command) =>
      / (deploy\/|deployment|pods?\b|POD\b|"?leadping-)/.test(command),
    );
    expect(ours.filter((command) => !command.includes(' -n leadping'))).toEqual([]);
  });

  it('wait until scaled-down pods have ended, and ignore the finished pods of backups', async () => {
    const names = (await readdir(DOCS, { recursive: true })).filter((name) => name.endsWith('.md'));
    const texts = await Promise.all(names.map((name) => readFile(join(DOCS, name), 'utf8')));
    const [{ spec } = { spec: {} }] = processesOf(small);
    const { template } = spec as { template: { spec: { terminationGracePeriodSeconds: number } } };
    const scaled = texts.map(commandsOf).flatMap((commands) =>
      commands.flatMap((command, index) => {
        const [, named] = /^kubectl scale deployment (\S+) --replicas=0/.exec(command) ?? [];
        return named === undefined ? [] : [{ named, next: commands[index + 1] ?? '' }];
      }),
    );
    expect(scaled.length).toBeGreaterThan(1);
    for (const { named, next } of scaled) {
      const [, minutes] = /^kubectl wait pod .*--for=delete --timeout=(\d+)m/.exec(next) ?? [];
      expect(Number(minutes) * 60).toBeGreaterThan(template.spec.terminationGracePeriodSeconds);
      const [, processes = ''] = /app\.kubernetes\.io\/name(?:=| in \()([\w,-]+)/.exec(next) ?? [];
      expect(processes.split(',').toSorted()).toEqual(named === '--all' ? PROCESSES : [named]);
    }
  });
});
