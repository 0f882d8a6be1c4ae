import { join } from 'node:path';
import { ROOT } from '../src/root.ts';
import { nameOf, ofKind, renderKustomization, type Manifest } from './kustomize.ts';

export const FOLDER = join(ROOT, 'deploy/kubernetes');
export const DOCS = join(ROOT, 'docs/operating');
export const PROCESSES = ['gateway', 'svc-commerce', 'svc-identity', 'svc-licensing', 'svc-support'];

/** The manifests of both overlays. */
export async function renderOverlays(): Promise<{ small: Manifest[]; large: Manifest[] }> {
  const [small, large] = await Promise.all([
    renderKustomization(join(FOLDER, 'overlays/small')),
    renderKustomization(join(FOLDER, 'overlays/large')),
  ]);
  return { small, large };
}

/** The deployments of the processes that serve HTTP. The process `streams` does not. */
export const processesOf = (manifests: Manifest[]) =>
  ofKind(manifests, 'Deployment').filter((manifest) => nameOf(manifest) !== 'streams');
