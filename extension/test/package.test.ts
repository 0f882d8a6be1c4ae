import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findNewerApis } from '../build/find-newer-apis.ts';
import { packageExtension } from '../build/package.ts';

const GATEWAY = 'https://leadping.example';
const PLATFORM = { gatewayUrl: GATEWAY, licenseRootKey: 'A'.repeat(43) };
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe('the package for the store', () => {
  let first: Uint8Array;
  let files: Record<string, Uint8Array>;
  beforeAll(async () => {
    first = await packageExtension(PLATFORM);
    files = unzipSync(first);
  });

  it('has the same bytes when it is built again', async () => {
    expect(Buffer.from(await packageExtension(PLATFORM)).equals(Buffer.from(first))).toBe(true);
  });

  it('requests only the networking site at installation, and supports Chrome 88 and later [P1.10] [R-licenses.32] [R-licenses.33]', () => {
    const manifest = JSON.parse(text(files['manifest.json'])) as Record<string, unknown>;
    expect(manifest).toMatchObject({
      manifest_version: 3,
      minimum_chrome_version: '88',
      permissions: ['alarms', 'scripting', 'storage', 'unlimitedStorage'],
      host_permissions: ['https://www.linkedin.com/*'],
      optional_host_permissions: ['https://*/*'],
    });
    const { extension_pages: policy } = manifest.content_security_policy as { extension_pages: string };
    expect(policy).toContain("default-src 'none'; script-src 'self'; object-src 'none'; style-src 'self'");
    expect(policy).toContain('connect-src https:;');
    expect(Object.keys(manifest)).not.toContain('web_accessible_resources');
    expect(Object.keys(manifest)).not.toContain('externally_connectable');
  });

  it('contains icons, texts in five languages and scripts within their budgets, and no code generated at run time', () => {
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'icons/16.png',
        'icons/128.png',
        '_locales/en/messages.json',
        '_locales/de/messages.json',
      ]),
    );
    expect(files['content.js']?.length).toBeLessThanOrEqual(26_000);
    expect(files['worker.js']?.length).toBeLessThanOrEqual(60_000);
    expect(text(files['worker.js'])).toContain(GATEWAY);
    for (const [name, bytes] of Object.entries(files)) {
      if (name.endsWith('.js')) expect(text(bytes)).not.toMatch(/\beval\(|new Function|import\(/);
    }
  });
});

describe('the lint of newer APIs', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'newer-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('finds APIs in scripts and styles that Chrome 88 lacks, and accepts all others', async () => {
    await writeFile(
      path.join(folder, 'a.js'),
      `structuredClone(1); [1].at(0); AbortSignal.timeout(5); chrome.storage.session.get('a'); crypto.randomUUID();
       eval('1'); 'x'.replaceAll('a', 'b'); [].flatMap((a) => a); chrome.storage.local.get('a'); a?.b ?? c;`,
    );
    await writeFile(
      path.join(folder, 'a.css'),
      'a:has(b) { text-wrap: balance; inset: 0; outline: 0 } @container x {}',
    );
    expect(findNewerApis(folder)).toEqual([
      'a.css: container',
      'a.css: has',
      'a.css: text-wrap',
      'a.js: .at',
      'a.js: .randomUUID',
      'a.js: AbortSignal.timeout',
      'a.js: chrome.storage.session',
      'a.js: eval()',
      'a.js: structuredClone',
    ]);
    expect(await readFile(path.join(folder, 'a.js'), 'utf8')).toContain('replaceAll');
  });
});
