import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../src/root.ts';

const FILES = [
  'deploy/Dockerfile',
  'deploy/kubernetes/components/backup/backup.yaml',
  'deploy/kubernetes/components/backup/restore-pod.yaml',
  'docker-compose.yml',
  '.github/workflows/service.yml',
];
const DIGEST = `sha256:${'ab'.repeat(32)}`;

describe('pinning the images', () => {
  let registry: Server;
  let root: string;
  const asked: string[] = [];
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'images-'));
    for (const file of FILES) await cp(join(ROOT, file), join(root, file));
    registry = createServer(({ url = '', headers }, reply) => {
      asked.push(url);
      if (url.startsWith('/token')) reply.end(JSON.stringify({ token: 'granted' }));
      else if (headers.authorization !== 'Bearer granted') reply.writeHead(401).end();
      else if (url.includes('library/nats')) reply.writeHead(200, { 'docker-content-digest': nats }).end();
      else reply.writeHead(200, { 'docker-content-digest': DIGEST }).end();
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    registry.close();
    await rm(root, { recursive: true, force: true });
  });
  let nats = DIGEST;

  const pin = () => {
    const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
    const env = { ...process.env, PIN_ROOT: root, REGISTRY_URL: url, REGISTRY_TOKEN_URL: `${url}/token` };
    return promisify(execFile)(process.execPath, [join(ROOT, 'deploy/pin-images.mjs')], { env });
  };
  const texts = () => Promise.all(FILES.map((file) => readFile(join(root, file), 'utf8')));

  it('adds the digest of every third-party image, and changes nothing else', async () => {
    const before = await texts();
    const { stdout } = await pin();
    expect(stdout.trim().split('\n').toSorted()).toEqual([
      expect.stringMatching(/^grafana\/grafana:[\d.]+@sha256:/),
      expect.stringMatching(/^mongo:.*@sha256:/),
      expect.stringMatching(/^nats:.*@sha256:/),
      expect.stringMatching(/^node:.*@sha256:/),
      expect.stringMatching(/^prom\/blackbox-exporter:v[\d.]+@sha256:/),
      expect.stringMatching(/^prom\/node-exporter:v[\d.]+@sha256:/),
      expect.stringMatching(/^prom\/prometheus:v[\d.]+@sha256:/),
    ]);
    const pinned = await texts();
    expect(pinned.map((text) => text.replaceAll(/@sha256:[0-9a-f]{64}/g, ''))).toEqual(
      before.map((text) => text.replaceAll(/@sha256:[0-9a-f]{64}/g, '')),
    );
    const [dockerfile, backup, restore, compose, workflow] = pinned;
    for (const text of [backup, restore])
      expect(text).toMatch(new RegExp(`image: mongo:8.0@${DIGEST}$`, 'm'));
    // Our own images are referenced by their tags.
    const unpinned = compose!.match(/^ +image: (?!leadping)[^@]*$/gm);
    expect(unpinned).toBeNull();
    expect(dockerfile).toMatch(new RegExp(`^ARG NODE=node:[\\w.-]+@${DIGEST}$`, 'm'));
    expect(workflow!.match(/(mongo|nats):[\w.-]+@sha256:/g)).toHaveLength(2);
    expect(asked).toContain('/v2/library/mongo/manifests/8.0');
    expect(asked.find((url) => url.startsWith('/v2/prom/prometheus/manifests/v'))).toBeDefined();
  });

  it('updates a pin to the current digest, and rejects an invalid digest', async () => {
    nats = `sha256:${'cd'.repeat(32)}`;
    await pin();
    expect((await texts())[3]).toContain(`nats:2.12-alpine@${nats}`);
    const before = await texts();
    nats = 'latest; rm -rf /';
    await expect(pin()).rejects.toThrow('nats:2.12-alpine has no digest');
    expect((await texts())[3]).toBe(before[3]);
  });
});
