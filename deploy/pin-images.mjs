/**
 * Pins every image that we do not build to the digest that its tag has now: `node deploy/pin-images.mjs`. Run again
 * for newer ones; `git diff` shows what changed. It asks the images' registry, so it needs the network.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = [
  'deploy/Dockerfile',
  'deploy/kubernetes/components/backup/backup.yaml',
  'deploy/kubernetes/components/backup/restore-pod.yaml',
  'docker-compose.yml',
  '.github/workflows/service.yml',
];
/** An image of Docker's official library, of Prometheus or of Grafana with its tag, pinned or not. */
const IMAGE =
  /\b(node|mongo|nats|prom\/[a-z-]+|grafana\/grafana):(\d[\w.-]*-[a-z][\w-]*|v?\d+\.\d+(?:\.\d+)?(?!\d))(?:@sha256:[0-9a-f]{64})?/g;
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
].join(', ');

const root = process.env.PIN_ROOT ?? join(import.meta.dirname, '..');
const registry = process.env.REGISTRY_URL ?? 'https://registry-1.docker.io';
const tokens = process.env.REGISTRY_TOKEN_URL ?? 'https://auth.docker.io/token?service=registry.docker.io';

const digests = new Map();
for (const file of FILES) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  for (const [, name, tag] of text.matchAll(IMAGE)) {
    const image = `${name}:${tag}`;
    if (!digests.has(image)) digests.set(image, await digestOf(name, tag));
  }
  // All are known before anything is written.
  writeFileSync(
    path,
    text.replaceAll(IMAGE, (_, name, tag) => `${name}:${tag}@${digests.get(`${name}:${tag}`)}`),
  );
}
for (const [image, digest] of digests) console.log(`${image}@${digest}`);

async function digestOf(name, tag) {
  const repository = name.includes('/') ? name : `library/${name}`;
  const granted = await fetch(
    `${tokens}${tokens.includes('?') ? '&' : '?'}scope=repository:${repository}:pull`,
  );
  if (!granted.ok) throw new Error(`The registry gives no token for ${repository}: ${granted.status}`);
  const { token } = await granted.json();
  const reply = await fetch(`${registry}/v2/${repository}/manifests/${tag}`, {
    method: 'HEAD',
    headers: { accept: MANIFESTS, authorization: `Bearer ${token}` },
  });
  const digest = reply.headers.get('docker-content-digest') ?? '';
  if (!reply.ok || !/^sha256:[0-9a-f]{64}$/.test(digest)) {
    throw new Error(`${name}:${tag} has no digest at the registry: ${reply.status}`);
  }
  return digest;
}
