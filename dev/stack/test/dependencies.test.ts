import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/root.ts';

interface Installed {
  /** The package's real name if it is installed under another one. */
  name?: string;
  version?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Licenses that permit shipping the code. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  // Applies per file: modified files would have to be published, but we modify none.
  'MPL-2.0',
]);
/** Packages with an outdated license field in package.json, with the license that was looked up. */
const LOOKED_UP: Readonly<Record<string, string>> = { format: 'MIT' };

const { packages: lockfile } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Installed>;
};
const packages = Object.entries(lockfile).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const isAllowed = (license: string) =>
  license
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((choice) => ALLOWED.has(choice)));

describe('third-party code', () => {
  it('has a license that allows shipping, for each package of the lockfile', () => {
    expect(packages.length).toBeGreaterThan(500);
    const refused = packages
      .map(([path, { license }]) => `${nameOf(path)}: ${license ?? LOOKED_UP[nameOf(path)] ?? 'none'}`)
      .filter((line) => !isAllowed(line.slice(line.indexOf(': ') + 2)));
    expect(refused).toEqual([]);
  });

  it.each([['GPL-3.0'], ['AGPL-3.0-only'], ['MIT AND GPL-2.0'], ['none'], ['SEE LICENSE IN LICENSE.md']])(
    'is not shipped under %s',
    (license) => expect(isAllowed(license)).toBe(false),
  );

  it('is the NATS client of version 3 and no other, and no package has another name here [R-november.16]', () => {
    const versions = packages.map(([path, { version = '' }]) => `${nameOf(path)}@${version}`);
    const clients = versions.filter((each) => /^(?:nats|ts-nats|@nats-io\/transport-node)@/.test(each));
    expect(clients).toEqual([expect.stringMatching(/^@nats-io\/transport-node@3\./)]);
    const ours = Object.entries(lockfile).filter(([path]) => !path.includes('node_modules/'));
    const asked = ours.flatMap(([, { dependencies, devDependencies }]) =>
      Object.values({ ...dependencies, ...devDependencies }),
    );
    expect(asked).not.toEqual([]);
    expect(asked.filter((version) => version.startsWith('npm:'))).toEqual([]);
  });

  it('is completely listed in the bill of materials, with versions and hashes', () => {
    const text = execFileSync(process.execPath, [join(ROOT, 'deploy/sbom.mjs'), ROOT], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    const bom = JSON.parse(text) as {
      bomFormat: string;
      components: {
        name: string;
        version: string;
        purl: string;
        hashes?: { alg: string; content: string }[];
      }[];
    };
    expect(bom.bomFormat).toBe('CycloneDX');
    const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`));
    const missing = packages
      .filter(([path]) => existsSync(join(ROOT, path, 'package.json')))
      .map(([path, { name, version }]) => `${name ?? nameOf(path)}@${version}`)
      .filter((each) => !listed.has(each));
    expect(missing).toEqual([]);
    const fastify = bom.components.find(({ name }) => name === 'fastify');
    expect(fastify?.purl).toMatch(/^pkg:npm\/fastify@\d/);
    expect(fastify?.hashes?.[0]).toMatchObject({
      alg: 'SHA-512',
      content: expect.stringMatching(/^[0-9a-f]{128}$/),
    });
  });

  it('is listed in every image', () => {
    const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
    expect(dockerfile).toContain('node sbom.mjs > sbom.cdx.json');
    expect(dockerfile).toContain('COPY --from=libraries /app/sbom.cdx.json');
  });
});
