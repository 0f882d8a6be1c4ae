import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BuildManifest } from '@leadping/contracts/release';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serveBuild } from '../src/serve-build.ts';

const BUILD = BuildManifest.parse({
  schema: 1,
  name: 'mfe-demo',
  version: '0.0.0-local.1',
  contract: 1,
  entry: 'remoteEntry.1.js',
  files: [{ path: 'remoteEntry.1.js', integrity: `sha256-${'A'.repeat(43)}=`, bytes: 4 }],
  preload: ['remoteEntry.1.js'],
  routes: [],
  views: [],
  needs: [],
  shared: {},
  provides: {},
});

describe('a build served from a developer’s machine', () => {
  let folder: string;
  let served: Awaited<ReturnType<typeof serveBuild>>;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'serve-build-'));
    await mkdir(path.join(folder, 'dist'));
    await writeFile(path.join(folder, 'dist/remoteEntry.1.js'), 'x=1;');
    await writeFile(path.join(folder, 'dist/secret.txt'), 'not of the build');
    served = await serveBuild(folder, BUILD, 0);
  });
  afterAll(async () => {
    served.close();
    await rm(folder, { recursive: true });
  });

  const get = (file: string, method = 'GET') =>
    fetch(`${served.address}/assets/mfe-demo/0.0.0-local.1/${file}`, { method });

  it('has its files under the production paths, for pages of any site', async () => {
    const reply = await get('remoteEntry.1.js');
    expect(await reply.text()).toBe('x=1;');
    expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await get('remoteEntry.1.js', 'OPTIONS');
    expect(preflight.headers.get('access-control-allow-private-network')).toBe('true');
  });

  it.each(['secret.txt', '..%2f..%2fpackage.json', 'other.js'])('does not have %s', async (file) => {
    expect((await get(file)).status).toBe(404);
  });
});
