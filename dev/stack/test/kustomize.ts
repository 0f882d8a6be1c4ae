import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  spec?: Record<string, unknown>;
}

interface Kustomization {
  namespace?: string;
  resources: string[];
  patches?: { path: string; target?: { kind: string } }[];
  images?: { name: string; newTag: string }[];
}

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

/**
 * The part of kustomize that our folders use: resources, strategic patches by name or kind, image tags. `kubectl kustomize`
 * renders the same; it is not on every machine.
 */
export async function renderKustomization(folder: string): Promise<Manifest[]> {
  const kustomization = parse(await readFile(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const { namespace, resources, patches = [], images = [] } = kustomization;
  let manifests: Manifest[] = [];
  for (const resource of resources) {
    if (resource.endsWith('.yaml')) manifests.push(...(await readAll(join(folder, resource))));
    else manifests.push(...(await renderKustomization(join(folder, resource))));
  }
  for (const { path, target } of patches) {
    for (const patch of await readAll(join(folder, path)))
      manifests = manifests.map((manifest) => {
        const isMeant = target
          ? manifest.kind === target.kind
          : manifest.kind === patch.kind && manifest.metadata.name === patch.metadata.name;
        if (!isMeant) return manifest;
        const { name } = manifest.metadata;
        const merged = merge(manifest as unknown as Json, patch as unknown as Json) as unknown as Manifest;
        return { ...merged, metadata: { ...merged.metadata, name } };
      });
  }
  let text = JSON.stringify(manifests);
  for (const { name, newTag } of images)
    text = text.replaceAll(`"image":"${name}"`, `"image":"${name}:${newTag}"`);
  const rendered = JSON.parse(text) as Manifest[];
  return namespace
    ? rendered.map((manifest) => ({ ...manifest, metadata: { ...manifest.metadata, namespace } }))
    : rendered;
}

async function readAll(file: string): Promise<Manifest[]> {
  return parseAllDocuments(await readFile(file, 'utf8')).map((document) => document.toJS() as Manifest);
}

/** Objects are merged, lists of named things by their names, everything else is replaced. */
function merge(base: Json | undefined, patch: Json): Json {
  if (Array.isArray(base) && Array.isArray(patch) && [...base, ...patch].every(isNamed)) {
    const names = new Set([...base, ...patch].map((item) => (isNamed(item) ? item.name : '')));
    return [...names].map((name) => {
      const find = (list: Json[]) => list.find((item) => isNamed(item) && item.name === name);
      const ours = find(base);
      const theirs = find(patch);
      return theirs === undefined ? (ours ?? null) : merge(ours, theirs);
    });
  }
  if (!isObject(base) || !isObject(patch)) return patch;
  const merged: { [key: string]: Json } = { ...base };
  for (const [key, value] of Object.entries(patch)) merged[key] = merge(base[key], value);
  return merged;
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNamed = (value: Json): value is { name: string } => isObject(value) && typeof value.name === 'string';
