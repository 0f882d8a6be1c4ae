import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  spec?: Record<string, unknown>;
  data?: Record<string, string>;
}

export const ofKind = (manifests: Manifest[], kind: string) =>
  manifests.filter((manifest) => manifest.kind === kind);
export const nameOf = ({ metadata }: Manifest) => metadata.name;

interface Kustomization {
  namespace?: string;
  resources: string[];
  components?: string[];
  configMapGenerator?: { name: string; envs?: string[]; files?: string[] }[];
  generatorOptions?: { disableNameSuffixHash: boolean };
  patches?: { path: string; target?: { kind: string; name?: string } }[];
  images?: { name: string; newTag: string }[];
}

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

/**
 * Renders the features of kustomize that our folders use: resources, components, ConfigMaps from files, strategic
 * patches by name or kind, image tags. `kubectl kustomize` renders the same with another hash, but is not on every
 * machine.
 */
export async function renderKustomization(folder: string): Promise<Manifest[]> {
  const { manifests, generated } = await renderFolder(folder);
  let text = JSON.stringify(manifests);
  for (const { name } of generated) {
    // After all patches.
    const map = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    const named = `${name}-${hashOf(map?.data ?? {})}`;
    text = text
      .replaceAll(`"configMapRef":{"name":"${name}"}`, `"configMapRef":{"name":"${named}"}`)
      .replaceAll(
        `"kind":"ConfigMap","metadata":{"name":"${name}"`,
        `"kind":"ConfigMap","metadata":{"name":"${named}"`,
      );
  }
  return JSON.parse(text) as Manifest[];
}

interface Rendered {
  manifests: Manifest[];
  generated: { name: string }[];
}

async function renderFolder(folder: string): Promise<Rendered> {
  const kustomization = parse(await readFile(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const { namespace, resources, components = [], configMapGenerator = [], patches = [] } = kustomization;
  const { images = [], generatorOptions } = kustomization;
  let manifests: Manifest[] = [];
  const generated: { name: string }[] = generatorOptions?.disableNameSuffixHash
    ? []
    : [...configMapGenerator];
  for (const resource of [...resources, ...components]) {
    if (resource.endsWith('.yaml')) manifests.push(...(await readAll(join(folder, resource))));
    else {
      const below = await renderFolder(join(folder, resource));
      manifests.push(...below.manifests);
      generated.push(...below.generated);
    }
  }
  for (const { name, envs = [], files = [] } of configMapGenerator) {
    const read = (file: string) => readFile(join(folder, file), 'utf8');
    const variables = (await Promise.all(envs.map(read))).flatMap(variablesOf);
    const contents = await Promise.all(files.map(async (file) => [file, await read(file)] as const));
    const data = Object.fromEntries([...variables, ...contents]);
    manifests.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
  }
  for (const { path, target } of patches) {
    for (const patch of await readAll(join(folder, path)))
      manifests = manifests.map((manifest) => {
        const isMeant = target
          ? manifest.kind === target.kind &&
            (target.name === undefined || new RegExp(`^(?:${target.name})$`).test(manifest.metadata.name))
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
  return {
    generated,
    manifests: namespace
      ? rendered.map((manifest) => ({ ...manifest, metadata: { ...manifest.metadata, namespace } }))
      : rendered,
  };
}

const variablesOf = (text: string): [string, string][] =>
  [...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);

const hashOf = (data: Record<string, string>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(data).sort()))
    .digest('hex')
    .slice(0, 10);

async function readAll(file: string): Promise<Manifest[]> {
  return parseAllDocuments(await readFile(file, 'utf8')).map((document) => document.toJS() as Manifest);
}

/** Merges objects by key and lists of named items by name. Other values are replaced. */
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
