import { rspack } from '@rspack/core';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkTexts } from './check-texts.ts';
import { drawIcon, ICON_SIZES } from './draw-icon.ts';
import { findNewerApis } from './find-newer-apis.ts';
import { rspackConfiguration, type BuildOptions } from './rspack-configuration.ts';

const ROOT = path.dirname(import.meta.dirname);

/** Maximum size of each script in bytes. */
const BUDGETS: Record<string, number> = { 'content.js': 26_000, 'worker.js': 60_000 };

export interface Built {
  /** Size of each script in bytes. */
  sizes: Record<string, number>;
}

/**
 * Builds the folder that Chrome loads.
 * @throws {Error} if a script exceeds its budget or uses APIs that Chrome 88 lacks, or if a text is missing or
 * unused
 */
export async function buildExtension(options: BuildOptions): Promise<Built> {
  const faults = checkTexts(ROOT);
  if (faults.length > 0) throw new Error(`texts:\n${faults.join('\n')}`);
  await compile(options);
  await writeManifest(options);
  await mkdir(path.join(options.output, 'icons'), { recursive: true });
  for (const size of ICON_SIZES) {
    await writeFile(path.join(options.output, `icons/${size}.png`), drawIcon(size));
  }
  const sizes: Record<string, number> = {};
  for (const name of ['content.js', 'worker.js', 'popup.js', 'options.js', 'onboarding.js']) {
    sizes[name] = (await stat(path.join(options.output, name))).size;
  }
  const heavy = Object.entries(BUDGETS).filter(([name, budget]) => (sizes[name] ?? 0) > budget);
  if (heavy.length > 0)
    throw new Error(
      heavy.map(([name, budget]) => `${name} has ${sizes[name]} bytes of ${budget}`).join('\n'),
    );
  const newer = findNewerApis(options.output);
  if (newer.length > 0) throw new Error(`newer than Chrome 88:\n${newer.join('\n')}`);
  return { sizes };
}

function compile(options: BuildOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(rspackConfiguration(options));
    compiler.run((error, stats) => {
      compiler.close((closing) => {
        if (error ?? closing) reject(error ?? closing);
        else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
        else resolve();
      });
    });
  });
}

/**
 * The content security policy of the extension's pages and worker. They may only load their own files and call
 * https addresses. It also applies to redirects, so that no lead reaches an unencrypted address.
 */
function contentSecurityPolicy({ gatewayUrl, reloadUrl }: BuildOptions): string {
  const plain = [gatewayUrl, reloadUrl ?? '']
    .filter((url) => url.startsWith('http:'))
    .map((url) => new URL(url).origin);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "object-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ['connect-src', 'https:', ...plain].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

async function writeManifest(options: BuildOptions): Promise<void> {
  const { output, reloadUrl } = options;
  const file = path.join(output, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  const permissions = reloadUrl
    ? { host_permissions: ['https://www.linkedin.com/*', 'http://127.0.0.1/*'] }
    : {};
  const policy = { content_security_policy: { extension_pages: contentSecurityPolicy(options) } };
  await writeFile(file, `${JSON.stringify({ ...manifest, ...permissions, ...policy, version }, null, 2)}\n`);
}
